// A row of the ledger as stored, and what its hashes cover (see FORMAT.md).
import type { Json, JsonObject } from "../json.ts";

/** Hashes and commitments are SHA-256 in lower-case hex. */
export interface LedgerRow {
  /** 1, 2, 3 … without gaps. */
  seq: number;
  /** The request's id (a random UUID), or `ledger` for a row about the ledger itself. */
  sample: string;
  atMs: number;
  kind: string;
  /** One line of JSON without content. */
  facts: string;
  /** Commitment to the event's content, or null if it has none. */
  content: string | null;
  /** Commitments to the media that this row adds, separated by one space. */
  media: string;
  /** The `hash` of the previous row; 64 zeros for the first. */
  prev: string;
  hash: string;
}

/** A row without its links to the chain. */
export type Unchained = Omit<LedgerRow, "prev" | "hash">;

/** `sample` of rows about the ledger itself. */
export const LEDGER = "ledger";

/** `prev` of the first row. */
export const NO_HASH = "0".repeat(64);

/** Kind of the first row. */
export const LEDGER_BEGUN = "ledger-begun";
/** Kind of rows that list rows of unknown origin. */
export const UNVOUCHED = "unvouched";
export const FORMAT_VERSION = "2";

/** SHA-256 (hex) of a text in UTF-8. */
export type Sha256 = (text: string) => string;

/** Hash of a row's columns, independent of its place in the chain. */
export const digestOf = (row: Unchained, sha256: Sha256): string =>
  sha256(
    `${row.seq}\n${row.atMs}\n${row.sample}\n${row.kind}\n${row.facts}\n${row.content ?? ""}\n${row.media}`,
  );

/** What a row's hash covers: the previous hash and the row's digest. */
const linkText = (prev: string, digest: string): string =>
  `countersign-ledger/1\n${prev}\n${digest}`;

/** Hash of a row. Takes a digest because an export can replace a row by its digest. */
export const hashOf = (prev: string, digest: string, sha256: Sha256): string =>
  sha256(linkText(prev, digest));

/** Links a row to the one before it. */
export const chained = (row: Unchained, prev: string, sha256: Sha256): LedgerRow => ({
  ...row,
  prev,
  hash: hashOf(prev, digestOf(row, sha256), sha256),
});

/** An event with its content merged back, unless it was deleted. */
export interface ReadRow {
  sample: string;
  atMs: number;
  kind: string;
  body: JsonObject;
}

/** An event's fields without kind and time, with media by reference. */
export type Body = { [field: string]: Json | undefined };

/** Kinds of events that end a request. */
export const ENDINGS: ReadonlySet<string> = new Set([
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "rejected",
  "refused",
  "cancelled",
]);
