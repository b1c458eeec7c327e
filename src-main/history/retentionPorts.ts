// Types for deleting content by retention rules.
import type { RetentionReach, RetentionRound } from "#shared/ledger/retention.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Actor } from "#shared/request/life/heldRequest.ts";

/** One retention rule. `serverId` null: for every server but `except`. */
export interface RetentionRule {
  serverId: string | null;
  except?: string[];
  endedBeforeMs: number | null;
  /** Limit per server. */
  bytesMost: number | null;
  textOnly: boolean;
}

export interface DueItem {
  sampleId: string;
  mediaOnly: boolean;
  /** The item is a question to the user, not a sampling request. */
  question?: boolean;
}

/** Queries to the ledger: items that are due, what rules would delete, what deleting these items would free. */
export type RetentionCall =
  | { kind: "due"; rules: readonly RetentionRule[]; most: number }
  | { kind: "reach"; rules: readonly RetentionRule[] }
  | { kind: "weigh"; items: readonly DueItem[] };

export interface RetentionJob {
  kind: "keeping";
  ledger: string;
  /** The ledger's encryption key, or null. */
  key: string | null;
  ask: RetentionCall;
}

export interface RetentionAnswer {
  /** Oldest first. */
  due: DueItem[];
  /** How many more are due beyond `most`. */
  left: number;
  reach: RetentionReach;
}

/** Reads the ledger off the main thread, one query at a time. */
export interface RetentionReader {
  ask(ask: RetentionCall): Promise<Outcome<RetentionAnswer, Failure>>;
}

export interface DeletionOptions {
  by: Actor;
  why: "asked" | "retention";
  /** Delete only images and audio. */
  mediaOnly: boolean;
  atMs: number;
}

/** A content's commitment and its size in bytes. */
export interface HeldContent {
  commitment: string;
  bytes: number;
}

/** `shared`: stays because other items use it too. `open`: the item has not ended, so nothing was deleted. */
export type DeletionResult =
  | { kind: "forgotten"; gone: HeldContent[]; shared: HeldContent[] }
  | { kind: "nothing" }
  | { kind: "open" };

/** Deletes content from the ledger; implemented by `store`. */
export interface ContentDeletionStore {
  /** When ok, the deletion and its row in the ledger are durable. */
  deleteContent(requestId: string, how: DeletionOptions): Outcome<DeletionResult, Failure>;
  /** Clears what is left of deleted content in SQLite's WAL. False if a reader prevents that for now. */
  purge(): Outcome<boolean, Failure>;
  /**
   * Truncates some free pages, if the file was created for that. Only pages that `purge` has overwritten may be
   * truncated. True while there are more.
   */
  shorten(): boolean;
}

export interface Rounds {
  last: RetentionRound | null;
  /**
   * Where a broken list of servers was moved to: their rules are lost, and the user has not confirmed the remaining
   * ones yet.
   */
  lost: string | null;
}

/** Stores when the rules were last applied; implemented by `store`. */
export interface RoundStore {
  load(): Rounds;
  save(rounds: Rounds): void;
}
