// Retention as data: what it would delete, what it deleted, and what is pending.
import type { Failure } from "../outcome.ts";

/** What would be deleted. Shared content counts once. Sizes in bytes as stored, without SQLite's overhead. */
export interface RetentionReach {
  /** Requests that lose content; `mediaOnly` of them lose only images and audio. */
  requests: number;
  mediaOnly: number;
  /** Elicitations. */
  questions: number;
  /** Bytes used by nothing else, which are freed. */
  freed: number;
  /** Bytes that other requests use as well; freed with the last of them. */
  stays: number;
  /** Bytes used by these requests and questions before and after. */
  before: number;
  after: number;
}

/** One run of retention. */
export interface RetentionRound {
  atMs: number;
  requests: number;
  /** `mediaOnly` of the requests lost only images and audio. */
  mediaOnly: number;
  questions: number;
  freed: number;
  stays: number;
  /** Due but skipped, because the request is still open. */
  open: number;
  /** Due but left for the next run, because there were too many. */
  left: number;
}

export interface RetentionView {
  /** The last successful run, also from before a restart; null if there is none. */
  last: RetentionRound | null;
  /** Why the last attempt failed; null if it did not. */
  failed: { atMs: number; failure: Failure } | null;
  /** When the next attempt starts; null if retention has nothing to do. */
  nextMs: number | null;
  running: boolean;
  /**
   * Since when deleted content is still in SQLite's write-ahead log, because a reader or a write error prevents its
   * removal. Null: nothing is left there.
   */
  owedSinceMs: number | null;
}

export const noRetention: RetentionView = {
  last: null,
  failed: null,
  nextMs: null,
  running: false,
  owedSinceMs: null,
};
