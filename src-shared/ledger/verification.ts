// What verifying a ledger, or an export of one, takes and gives: pure data. The rule is in FORMAT.md.
import type { LedgerRow } from "./row.ts";

/** What stands in a file, before anything of it is believed. */
export type Unread<T> = { readonly [K in keyof T]: unknown };

/** One link of the chain as a file gives it. */
export type Link =
  | { kind: "row"; row: Unread<LedgerRow> }
  /** A row that an export leaves out: only its digest is there. */
  | { kind: "omitted"; seq: unknown; digest: unknown }
  /** Rows up to `seq` that an export leaves out altogether; the chain goes on from `hash`. */
  | { kind: "gap"; seq: unknown; hash: unknown };

/** A text that rows refer to by its commitment. */
export interface ContentRecord {
  commitment: string;
  /** Hex SHA-256 of the body; null once forgotten. Exports do not carry it. */
  sha256?: string | null;
  salt: Uint8Array | null;
  /** As a text, or its bytes in UTF-8. */
  body: string | Uint8Array | null;
  /** Bytes of the body in UTF-8. Exports do not carry it. */
  length?: number;
  forgottenMs: number | null;
}

/** A signature over the chain up to a row. `key` and `signature` are lower-case hex. */
export interface Checkpoint {
  seq: number;
  hash: string;
  atMs: number;
  /** The checkpoint before this one; 0 where there is none. */
  previous: number;
  key: string;
  signature: string;
}

/** A row by number and hash, known from elsewhere. */
export interface Head {
  seq: number;
  hash: string;
}

/** What the verifier knows besides the file. */
export interface Known {
  /** The last checkpoint has to be signed by this public key (hex). */
  key?: string;
  /** It has to be this ledger. */
  ledger?: string;
  /** The ledger has to hold this row: without it a cut end shows only up to the last checkpoint. */
  head?: Head;
}

/** A file to verify. Its iterators may throw: that is a fault of the file. */
export interface LedgerSource {
  /** In a `ledger` every row and every content has to be there; an `export` may leave out what it names. */
  kind: "ledger" | "export";
  /** The name of the ledger that an export says it is of; null in a ledger, whose first row says it. */
  ledger: string | null;
  checkpoints(): Iterable<Unread<Checkpoint>>;
  links(): Iterable<Link>;
  contents(): Iterable<Unread<ContentRecord>>;
}

/** What the rule needs of cryptography; main takes it from node:crypto. */
export interface Cryptography {
  /** Lower-case hex SHA-256 of a text in UTF-8. */
  sha256(text: string | Uint8Array): string;
  /** Lower-case hex SHA-256 of the salt followed by the text in UTF-8. */
  committed(salt: Uint8Array, text: string | Uint8Array): string;
  /** Bytes of a text in UTF-8. */
  bytes(text: string | Uint8Array): number;
  /** Whether an Ed25519 signature (hex) over the text is by the key (hex). Never throws. */
  signed(text: string, key: string, signature: string): boolean;
}

/** Why a file does not verify. `seq` names the row, or the row that should be there. */
export type LedgerFault =
  /** The file, or a part of it, cannot be read at all. */
  | { kind: "unreadable"; seq: number | null; detail: string }
  /** The first row is not the beginning of a ledger. */
  | { kind: "no-beginning"; seq: 1 }
  /** It is another ledger than the one that is known. */
  | { kind: "other-ledger"; seq: 1; ledger: string }
  /** A column holds something that no row has. */
  | { kind: "row-malformed"; seq: number }
  /** A row is missing, doubled or out of order: here `found` stands in place of `seq`. */
  | { kind: "row-missing"; seq: number; found: number }
  /** It does not follow from the row before it. */
  | { kind: "row-unlinked"; seq: number }
  /** Its hash is not the hash of what stands in it. */
  | { kind: "row-changed"; seq: number }
  /** After a gap, no checkpoint vouches for the rows from `seq` on. */
  | { kind: "row-unproven"; seq: number }
  /** The row refers to a text that is not there, though nothing says that it was forgotten. */
  | { kind: "content-missing"; seq: number; commitment: string }
  | { kind: "content-malformed"; seq: number | null; commitment: string | null }
  /** The text is not the one that the row was written with. */
  | { kind: "content-changed"; seq: number | null; commitment: string }
  /** The text is gone, and no row says who had it forgotten at that time. */
  | { kind: "content-forgotten-unrecorded"; seq: number | null; commitment: string }
  | { kind: "checkpoint-malformed"; seq: number | null }
  | { kind: "checkpoint-forged"; seq: number }
  /** It signs another row than the one that stands there. */
  | { kind: "checkpoint-differs"; seq: number }
  /** It signs a row beyond the last one: the end was cut off. */
  | { kind: "end-missing"; seq: number; found: number }
  /** A checkpoint that the next one names is not there. */
  | { kind: "checkpoint-missing"; seq: number }
  /** The last checkpoint is signed by another key than the one that was given, or there is none. */
  | { kind: "checkpoint-of-other-key"; seq: number; key: string | null }
  /** A line of an export is none of its kinds, or its last line is missing, or does not fit the lines before it. */
  | { kind: "export-malformed"; seq: null; line: number }
  | { kind: "export-cut"; seq: null }
  | { kind: "export-changed"; seq: null }
  /** The row that is known from elsewhere stands there with another hash. */
  | { kind: "head-differs"; seq: number };

/** What was found. `fault` null: all of it verifies. */
export interface Verification {
  /** The ledger's own name, from its first row; null in an export that does not hold it. */
  ledger: string | null;
  /** Rows that verified, before the fault if there is one. */
  rows: number;
  /** Rows of which only the digest is there, and stretches that are left out. */
  omitted: number;
  gaps: number;
  /** Texts that rows refer to. `absent`: left out by an export. `stray`: no row refers to them. */
  contents: { kept: number; forgotten: number; absent: number; stray: number };
  checkpoints: number;
  /** The last row that a checkpoint signs, and by which key; 0 and null without one. */
  signedSeq: number;
  key: string | null;
  /** Rows of which rows say that nothing vouches for who wrote them. */
  unvouched: { first: number; last: number }[];
  head: Head | null;
  fault: LedgerFault | null;
}

/** How far verification has come. */
export interface VerifyProgress {
  stage: "rows" | "contents";
  done: number;
}

/** What a checkpoint signs. */
export function checkpointText(
  ledger: string,
  { seq, hash, atMs, previous }: Omit<Checkpoint, "key" | "signature">,
): string {
  return ["countersign-checkpoint/1", ledger, seq, hash, atMs, previous].join("\n");
}
