// How long content is kept, as data: what a rule would take, what it took, what is still owed.
import type { Failure } from "../outcome.ts";

/**
 * What would go, and what that frees. Each content counts once, however many requests hold it. Sizes in bytes of what
 * is stored, without what SQLite needs around it.
 */
export interface KeepingReach {
  /** Requests of which something goes; `mediaOnly`: of so many of them images and audio alone. */
  requests: number;
  mediaOnly: number;
  /** Questions of servers to the user. */
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
  /** Of so many of them images and audio alone. */
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
