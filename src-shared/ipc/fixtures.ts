// The channels of fixtures: a part of the contract.
import { z } from "zod";
import { act, dialog, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each. */
export const fixturesChannels = {
  "fixtures.pickFolder": act(),
  "fixtures.dropFolder": stop(),
  "fixtures.read": act(),
  /** One of `FixturesView.pending`. */
  "fixtures.difference": read(z.string().max(1000)),
  /** Lets them answer as another program has left them: what `FixturesView.pending` has, by its hash. */
  "fixtures.accept": act(z.string().max(100)),
  "fixtures.switch": act(id, z.boolean()),
  "fixtures.atStart": act(id, z.boolean()),
  "fixtures.switchAllOff": stop(),
  "fixtures.save": dialog(id),
} as const;

/** What each gives. */
export interface FixturesResults {
  /** The system asks for a folder; false when the user picked none. */
  "fixtures.pickFolder": boolean;
  /** No folder any more; every switch goes off with it. */
  "fixtures.dropFolder": null;
  /** Reads the files anew. */
  "fixtures.read": null;
  /** As it was accepted last, where that is known, and as it is now; null: there is none. */
  "fixtures.difference": { before: string | null; now: string | null };
  /** `stale` where they are others by now. */
  "fixtures.accept": null;
  /** Whether this server has them, until the app ends. */
  "fixtures.switch": null;
  /** Whether this server has them from each start on. */
  "fixtures.atStart": null;
  "fixtures.switchAllOff": null;
  /** Writes an ended request and its answer to a file of the user's choice; null when they chose no place. */
  "fixtures.save": { file: string; bytes: number } | null;
}
