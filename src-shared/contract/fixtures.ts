// IPC channels of fixtures.
import { z } from "zod";
import { act, stop } from "./effects.ts";

const id = z.string().min(1).max(200);

/** Arguments of each channel. */
export const fixturesChannels = {
  "fixtures.pickFolder": act(),
  "fixtures.dropFolder": stop(),
  "fixtures.read": act(),
  /** Accepts fixtures that another program changed: `FixturesView.pending`, identified by its hash. */
  "fixtures.accept": act(z.string().max(100)),
  "fixtures.switch": act(id, z.boolean()),
  "fixtures.switchAllOff": stop(),
} as const;

/** Results of each channel. */
export interface FixturesResults {
  /** Opens a folder dialog; false if the user cancelled. */
  "fixtures.pickFolder": boolean;
  /** Removes the folder and turns fixtures off for all servers. */
  "fixtures.dropFolder": null;
  /** Reads the files again. */
  "fixtures.read": null;
  /** `stale` if the files have changed again. */
  "fixtures.accept": null;
  /** Turns fixtures on or off for a server until the app quits. */
  "fixtures.switch": null;
  "fixtures.switchAllOff": null;
}
