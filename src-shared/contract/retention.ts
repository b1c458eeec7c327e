// IPC channels of retention.
import { z } from "zod";
import type { RetentionReach, RetentionView } from "../ledger/retention.ts";
import { retentionSchema } from "../servers/policy/retention.ts";
import { act, read } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each channel. */
export const retentionChannels = {
  "keeping.preview": read(id.nullable(), retentionSchema),
  "keeping.weigh": read(z.array(id).min(1).max(100_000), z.boolean()),
  "keeping.run": act(),
} as const;

/** Results of each channel. */
export interface RetentionResults {
  /** What this retention would delete now: of one server, or (null) of all servers without their own. */
  "keeping.preview": RetentionReach;
  /** What deleting these requests, or only their images and audio, would free. */
  "keeping.weigh": RetentionReach;
  /** Applies retention now; returns the state afterwards. */
  "keeping.run": RetentionView;
}
