// The channels of how long content is kept: a part of the contract.
import { z } from "zod";
import type { KeepingReach, KeepingView, OldCleared, OldFile } from "../ledger/keeping.ts";
import type { LedgerSpace } from "../ledger/space.ts";
import { retentionSchema } from "../servers/retention.ts";
import { act, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each. */
export const keepingChannels = {
  "keeping.preview": read(id.nullable(), retentionSchema),
  "keeping.weigh": read(z.array(id).min(1).max(100_000), z.boolean()),
  "keeping.run": act(),
  "space.look": read(),
  "space.giveBack": act(),
  "space.stop": stop(),
  "oldFiles.look": read(),
  "oldFiles.clear": act(z.array(z.string().min(1).max(4096)).min(1).max(1000)),
} as const;

/** What each gives. */
export interface KeepingResults {
  /** What a rule would take now: of one server, or (null) of all that have no rule of their own. */
  "keeping.preview": KeepingReach;
  /** What forgetting these requests, or their images and sounds alone, would free. */
  "keeping.weigh": KeepingReach;
  /** Applies the rules now: how they stand then. */
  "keeping.run": KeepingView;
  /** What is free within the ledger's file. */
  "space.look": LedgerSpace;
  /** Gives it back: how it stands then. */
  "space.giveBack": LedgerSpace;
  "space.stop": null;
  /** Older files that still hold what requests held. */
  "oldFiles.look": OldFile[];
  /** Takes the named ones away. */
  "oldFiles.clear": OldCleared;
}
