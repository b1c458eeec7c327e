// The channels of how long content is kept: a part of the contract.
import { z } from "zod";
import type { KeepingReach, KeepingView } from "../ledger/keeping.ts";
import { retentionSchema } from "../servers/policy/retention.ts";
import { act, read } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each. */
export const keepingChannels = {
  "keeping.preview": read(id.nullable(), retentionSchema),
  "keeping.weigh": read(z.array(id).min(1).max(100_000), z.boolean()),
  "keeping.run": act(),
} as const;

/** What each gives. */
export interface KeepingResults {
  /** What a rule would take now: of one server, or (null) of all that have no rule of their own. */
  "keeping.preview": KeepingReach;
  /** What forgetting these requests, or their images and audio alone, would free. */
  "keeping.weigh": KeepingReach;
  /** Applies the rules now: how they stand then. */
  "keeping.run": KeepingView;
}
