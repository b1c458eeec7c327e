// What services need to keep content for as long as the user wants, and no longer: types only.
import type { KeepingReach, KeepingRound } from "../../../src-shared/ledger/keeping.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Actor } from "../../../src-shared/sampling/life/sample.ts";

/** One rule of how long content is kept. `serverId` null: of every server but `except`. */
export interface RetentionRule {
  serverId: string | null;
  except?: string[];
  endedBeforeMs: number | null;
  /** Of each server by itself. */
  bytesMost: number | null;
  textOnly: boolean;
}

export interface DueItem {
  sampleId: string;
  mediaOnly: boolean;
  /** A question to the user, and no request. */
  question?: boolean;
}

/** What is asked of the ledger: which items are due, what rules would take, what forgetting these would free. */
export type RetentionCall =
  | { kind: "due"; rules: readonly RetentionRule[]; most: number }
  | { kind: "reach"; rules: readonly RetentionRule[] }
  | { kind: "weigh"; items: readonly DueItem[] };

export interface RetentionJob {
  kind: "keeping";
  ledger: string;
  /** Opens it where it is encrypted. */
  key: string | null;
  ask: RetentionCall;
}

export interface RetentionAnswer {
  /** Oldest first. */
  due: DueItem[];
  /** Due beyond the most that was asked for. */
  left: number;
  reach: KeepingReach;
}

/** Reads the ledger off the main thread, one question after the other. */
export interface RetentionReader {
  ask(ask: RetentionCall): Promise<Outcome<RetentionAnswer, Failure>>;
}

export interface DeletionOptions {
  by: Actor;
  why: "asked" | "retention";
  /** Images and sounds alone. */
  mediaOnly: boolean;
  atMs: number;
}

/** A content by its commitment, with its size in bytes. */
export interface HeldContent {
  commitment: string;
  bytes: number;
}

/** `shared`: it stays because others hold it too. `open`: the item has not ended, so nothing was done. */
export type DeletionResult =
  | { kind: "forgotten"; gone: HeldContent[]; shared: HeldContent[] }
  | { kind: "nothing" }
  | { kind: "open" };

/** Takes content out of the ledger; implemented by `store`. */
export interface ContentDeletionStore {
  /** Durable when ok, with the row that says so. */
  forget(sampleId: string, how: DeletionOptions): Outcome<DeletionResult, Failure>;
  /** Clears what SQLite still has of it beside the file. False where that did not go just now. */
  purge(): Outcome<boolean, Failure>;
  /**
   * Cuts some of what is free off the file, where it was made for that. Only what `purge` has overwritten in it may be
   * cut off. True while there is more.
   */
  shorten(): boolean;
}

export interface Rounds {
  last: KeepingRound | null;
  /** The file of a broken list of servers, kept aside: rules of theirs stood in it, and no user has said since what holds. */
  lost: string | null;
}

/** Remembers across starts when the rules were applied last; implemented by `store`. */
export interface RoundStore {
  load(): Rounds;
  save(rounds: Rounds): void;
}
