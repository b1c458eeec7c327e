// How long content is kept, as data: what a rule would take, what it took, what is still owed, which older files hold
// content as well.
import type { Failure } from "../outcome.ts";

/**
 * What would go, and what that frees. Each content counts once, however many requests hold it. Sizes in bytes of what
 * is stored, without what SQLite needs around it.
 */
export interface KeepingReach {
  /** Requests of which something goes; `mediaOnly`: of so many of them images and sounds alone. */
  requests: number;
  mediaOnly: number;
  /** Questions of servers to the person. */
  questions: number;
  /** Held by nobody else: it goes from the disk. */
  freed: number;
  /** Held by others as well, which stay: it goes with the last of them. */
  stays: number;
  /** What these requests and questions hold now, and would hold then. */
  before: number;
  after: number;
}

/** One time that the rules were applied, or were to be. */
export interface KeepingRound {
  atMs: number;
  requests: number;
  /** Of so many of them images and sounds alone. */
  mediaOnly: number;
  questions: number;
  freed: number;
  stays: number;
  /** Due, and yet left: a server or a model is still at them. */
  open: number;
  /** Due as well, and left for the next time: there were too many for one. */
  left: number;
}

export interface KeepingView {
  /** The last time that went well, also of an earlier run; null: not known of any. */
  last: KeepingRound | null;
  /** Why the last try did not go. */
  failed: { atMs: number; failure: Failure } | null;
  /** When it is tried next; null where no rule wants anything. */
  nextMs: number | null;
  running: boolean;
  /**
   * Since when what was forgotten still stands in SQLite's own file beside the ledger: somebody reads it, or it cannot
   * be written now. Null: nothing is owed.
   */
  owedSinceMs: number | null;
}

export const nothingKept: KeepingView = {
  ...{ last: null, failed: null, nextMs: null, running: false, owedSinceMs: null },
};

/**
 * `backup`: from before an update to a new format. `left`: where the ledger was before it went on elsewhere. `drafts`: what
 * was typed, put aside because it was of an older form or damaged.
 */
export type OldKind = "backup" | "left" | "drafts";

/** A file of before that still holds what requests held. */
export interface OldFile {
  /** Names it for `oldFiles.clear`: main finds it again by it. */
  id: string;
  kind: OldKind;
  file: string;
  /** With what SQLite keeps beside it. */
  bytes: number;
  /** When it was written last. */
  changedMs: number;
  holds: OldHolds;
}

/** What such a file holds, as far as that can be read. `missing`: rows that the record does not hold. */
export type OldHolds =
  | {
      kind: "rows";
      rows: number;
      requests: number;
      fromMs: number | null;
      untilMs: number | null;
      missing: number;
    }
  | { kind: "drafts" }
  /** A ledger that the record does not go on from, such as another profile's: it is not cleared. */
  | { kind: "other" }
  /** Encrypted with a key that is not at hand, damaged, or not a ledger at all. */
  | { kind: "unreadable" };

/** What clearing did. */
export interface OldCleared {
  files: number;
  bytes: number;
}
