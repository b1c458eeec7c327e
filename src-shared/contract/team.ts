// IPC channels of the team.
import { z } from "zod";
import { teamPolicySchema } from "../team/policy.ts";
import type { TeamPolicy } from "../team/policy.ts";
import type { Proposed } from "../team/proposal.ts";
import { teamSettingsSchema } from "../team/settings.ts";
import { act, dialog, draft, read } from "./effects.ts";

const id = z.string().min(1).max(200);

export const teamChannels = {
  /** With the password; null keeps the stored one. */
  "team.join": act(teamSettingsSchema, z.string().max(4000).nullable()),
  "team.leave": act(),
  "team.pickAuthorities": dialog(),
  "team.setMode": act(z.enum(["running", "stopped"])),
  "team.policy": read(),
  "team.setPolicy": act(teamPolicySchema, z.int().nonnegative()),
  "team.setUp": act(),
  /** Takes or renews the lease to edit a request. */
  "team.claim": draft(id),
  "team.release": draft(id),
  /** What is proposed for two people to approve. */
  "team.proposed": read(id),
} as const;

export interface TeamResults {
  "team.join": null;
  "team.leave": null;
  "team.pickAuthorities": string | null;
  "team.setMode": null;
  "team.policy": { policy: TeamPolicy; version: number };
  "team.setPolicy": null;
  /** The version of the database's set-up. */
  "team.setUp": number;
  "team.claim": null;
  "team.release": null;
  /** Null when nothing is proposed. */
  "team.proposed": Proposed | null;
}
