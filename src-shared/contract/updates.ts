// What the window knows of updates of Countersign.
import type { Failure } from "../outcome.ts";

/** A version newer than this one. */
export interface FoundUpdate {
  version: string;
  /** Its page for users: what is new, and the packages. */
  page: string;
  /** `ready`: downloaded, and checked against the feed. */
  state: "found" | "downloading" | "ready";
  /** Of its file; 0 where there is none for this installation. */
  bytes: number;
  doneBytes: number;
}

export interface UpdatesView {
  /** The host of the feed; null: this build has no feed, so nothing is looked for. */
  host: string | null;
  /** The build's contact for users and reports. */
  contact: string | null;
  /** Who installs: Countersign itself, the user from a disk image, or a package manager (also npm). */
  by: "app" | "user" | "package";
  /** Not the first start with this profile, so the user may be asked. */
  isLaterStart: boolean;
  /** When the feed was last read, in this run. */
  lookedAtMs: number | null;
  isLooking: boolean;
  found: FoundUpdate | null;
  /** Of the last look or download. */
  failure: Failure | null;
}

export const noUpdates: UpdatesView = {
  host: null,
  contact: null,
  by: "package",
  isLaterStart: false,
  lookedAtMs: null,
  isLooking: false,
  found: null,
  failure: null,
};
