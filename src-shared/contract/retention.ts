// IPC channels of retention.
import { z } from "zod";
import type { RetentionReach, RetentionView } from "../ledger/retention.ts";
import { retentionSchema } from "../servers/policy/retention.ts";
import { act, read } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each channel. */
export const retentionChannels = {
  "retention.preview": read(id.nullable(), retentionSchema),
  "retention.weigh": read(z.array(id).min(1).max(100_000), z.boolean()),
  "retention.run": act(),
} as const;

/** Results of each channel. */
export interface RetentionResults {
  /** What this retention would delete now: of one server, or (null) of all servers without their own. */
  "retention.preview": RetentionReach;
  /** What deleting these requests, or only their images and audio, would free. */
  "retention.weigh": RetentionReach;
  /** Applies retention now; returns the state afterwards. */
  "retention.run": RetentionView;
}
