// One row of the ledger as it stands in the file, and what its hashes are made of (see FORMAT.md).
import type { Json, JsonObject } from "../json.ts";

/** Hashes and commitments are SHA-256 in lower-case hex. */
export interface LedgerRow {
  /** 1, 2, 3 … without gaps. */
  seq: number;
  /** The request's id (a random UUID), or `ledger` for a row about the ledger itself. */
  sample: string;
  atMs: number;
  kind: string;
  /** One line of JSON that holds no content. */
  facts: string;
  /** The commitment to the private part of the event, or null where there is none. */
  content: string | null;
  /** Commitments to the media that the sample newly holds with this row, joined by one space. */
  media: string;
  /** The `hash` of the row before; 64 zeros for the first. */
  prev: string;
  hash: string;
}

/** A row before it has its place in the chain. */
export type Unchained = Omit<LedgerRow, "prev" | "hash">;

/** `sample` of rows about the ledger itself. */
export const LEDGER = "ledger";

/** `prev` of the first row. */
export const NO_HASH = "0".repeat(64);

/** What the first row says. */
export const LEDGER_BEGUN = "ledger-begun";
/** The row that says of which rows nobody knows who wrote them. */
export const UNVOUCHED = "unvouched";
export const FORMAT_VERSION = "1";

/** SHA-256 (hex) of a text in UTF-8. */
export type Sha256 = (text: string) => string;

/** The hash of all that one row says, without its place in the chain. */
export const digestOf = (row: Unchained, sha256: Sha256): string =>
  sha256(
    `${row.seq}\n${row.atMs}\n${row.sample}\n${row.kind}\n${row.facts}\n${row.content ?? ""}\n${row.media}`,
  );

/** What the hash of a row is made of: its place in the chain and what it says. */
const linkText = (prev: string, digest: string): string =>
  `countersign-ledger/1\n${prev}\n${digest}`;

/** The row's place in the chain: an export may leave a row out and give its digest in its stead. */
export const hashOf = (prev: string, digest: string, sha256: Sha256): string =>
  sha256(linkText(prev, digest));

/** The row with its place after `prev`. */
export const chained = (row: Unchained, prev: string, sha256: Sha256): LedgerRow => ({
  ...row,
  prev,
  hash: hashOf(prev, digestOf(row, sha256), sha256),
});

/** An event with its private part put back, as far as it has not been forgotten. */
export interface ReadRow {
  sample: string;
  atMs: number;
  kind: string;
  body: JsonObject;
}

/** The members of an event, media by reference, without its kind and time. */
export type Body = { [member: string]: Json | undefined };

/** Kinds after which a request is over. */
export const ENDINGS: ReadonlySet<string> = new Set([
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "rejected",
  "refused",
  "cancelled",
]);
