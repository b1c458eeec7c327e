// IPC channels of fixtures.
import { z } from "zod";
import { act, dialog, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each channel. */
export const fixturesChannels = {
  "fixtures.pickFolder": act(),
  "fixtures.dropFolder": stop(),
  "fixtures.read": act(),
  /** One of `FixturesView.pending`. */
  "fixtures.difference": read(z.string().max(1000)),
  /** Accepts fixtures that another program changed: `FixturesView.pending`, identified by its hash. */
  "fixtures.accept": act(z.string().max(100)),
  "fixtures.switch": act(id, z.boolean()),
  "fixtures.atStart": act(id, z.boolean()),
  "fixtures.switchAllOff": stop(),
  "fixtures.save": dialog(id),
} as const;

/** Results of each channel. */
export interface FixturesResults {
  /** Opens a folder dialog; false if the user cancelled. */
  "fixtures.pickFolder": boolean;
  /** Removes the folder and turns fixtures off for all servers. */
  "fixtures.dropFolder": null;
  /** Reads the files again. */
  "fixtures.read": null;
  /** The file as last accepted, if known, and as it is now; null: there is none. */
  "fixtures.difference": { before: string | null; now: string | null };
  /** `stale` if the files have changed again. */
  "fixtures.accept": null;
  /** Turns fixtures on or off for a server until the app quits. */
  "fixtures.switch": null;
  /** Turns fixtures on or off for a server at each start. */
  "fixtures.atStart": null;
  "fixtures.switchAllOff": null;
  /** Saves an ended request and its response to a file chosen by the user; null if they cancelled. */
  "fixtures.save": { file: string; bytes: number } | null;
}
