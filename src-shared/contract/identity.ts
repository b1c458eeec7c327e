// IPC channels of server identities.
import { z } from "zod";
import type { ToolDifference } from "../servers/identity/known.ts";
import { act, read } from "./effects.ts";

const id = z.string().min(1).max(200);

export const identityChannels = {
  /** Accepts the server's identity and tool descriptions, as covered by the hash. */
  "servers.acceptIdentity": act(id, z.string().max(64)),
  "servers.toolDifference": read(id, z.string().max(10_000)),
} as const;

export interface IdentityResults {
  "servers.acceptIdentity": null;
  /** Null for a tool that is neither known nor listed. */
  "servers.toolDifference": ToolDifference | null;
}
