// Input and output types of verifying a ledger or an export. The rules are in FORMAT.md.
import type { LedgerRow } from "./row.ts";

/** Values from a file before they are checked. */
export type Unread<T> = { readonly [K in keyof T]: unknown };

/** One link of the chain as read from a file. */
export type Link =
  | { kind: "row"; row: Unread<LedgerRow> }
  /** A row that an export replaced by its digest. */
  | { kind: "omitted"; seq: unknown; digest: unknown }
  /** Rows up to `seq` that an export omits; the chain continues from `hash`. */
  | { kind: "gap"; seq: unknown; hash: unknown };

/** A content that rows refer to by its commitment. */
export interface ContentRecord {
  commitment: string;
  /** SHA-256 (hex) of the body; null once deleted. Not in exports. */
  sha256?: string | null;
  salt: Uint8Array | null;
  /** As text, or as bytes in UTF-8. */
  body: string | Uint8Array | null;
  /** Length of the body in bytes of UTF-8. Not in exports. */
  length?: number;
  forgottenMs: number | null;
}

/** A signature over the chain up to a row. `key` and `signature` are lower-case hex. */
export interface Checkpoint {
  seq: number;
  hash: string;
  atMs: number;
  /** The previous checkpoint's row; 0 if there is none. */
  previous: number;
  key: string;
  signature: string;
}

/** A row's number and hash, known from another source. */
export interface Head {
  seq: number;
  hash: string;
}

/** What the verifier knows apart from the file. */
export interface Known {
  /** The public key (hex) that must have signed the last checkpoint. */
  key?: string;
  /** The name that the ledger must have. */
  ledger?: string;
  /** A row that the ledger must contain. Without it, a truncated end is detected only up to the last checkpoint. */
  head?: Head;
}

/** A file to verify. Its iterators may throw, which counts as a fault of the file. */
export interface LedgerSource {
  /** A `ledger` must have every row and content; an `export` may omit those that it names. */
  kind: "ledger" | "export";
  /** The ledger that an export claims to come from; null for a ledger, whose first row has the name. */
  ledger: string | null;
  checkpoints(): Iterable<Unread<Checkpoint>>;
  links(): Iterable<Link>;
  contents(): Iterable<Unread<ContentRecord>>;
}

/** A ledger of a database: in order, as of one moment. It has no checkpoints: nobody but the desks signs. */
export interface ArrivingLedger {
  rows(): AsyncIterable<LedgerRow>;
  contents(): AsyncIterable<ContentRecord>;
}

/** The cryptography that verification needs; main implements it with node:crypto. */
export interface Cryptography {
  /** Lower-case hex SHA-256 of a text in UTF-8. */
  sha256(text: string | Uint8Array): string;
  /** Lower-case hex SHA-256 of the salt followed by the text in UTF-8. */
  committed(salt: Uint8Array, text: string | Uint8Array): string;
  /** Length of a text in bytes of UTF-8. */
  bytes(text: string | Uint8Array): number;
  /** Whether the key (hex) made this Ed25519 signature (hex) of the text. Never throws. */
  signed(text: string, key: string, signature: string): boolean;
}

/** Why verification fails. `seq` is the row, or the row expected there. */
export type LedgerFault =
  /** The file, or part of it, cannot be read. */
  | { kind: "unreadable"; seq: number | null; detail: string }
  /** A table, view or index is not as the app makes it: readers of the file would differ in what they read. */
  | { kind: "schema-changed"; seq: null; statement: string }
  /** The first row does not begin a ledger. */
  | { kind: "no-beginning"; seq: 1 }
  /** Not the expected ledger. */
  | { kind: "other-ledger"; seq: 1; ledger: string }
  /** A column has an invalid value. */
  | { kind: "row-malformed"; seq: number }
  /** A row is missing, duplicated or out of order: `found` is in the place of `seq`. */
  | { kind: "row-missing"; seq: number; found: number }
  /** `prev` is not the hash of the row before. */
  | { kind: "row-unlinked"; seq: number }
  /** The row's hash does not match its columns. */
  | { kind: "row-changed"; seq: number }
  /** After a gap, no checkpoint covers the rows from `seq` on. */
  | { kind: "row-unproven"; seq: number }
  /** A content is missing although it is not recorded as deleted. */
  | { kind: "content-missing"; seq: number; commitment: string }
  | { kind: "content-malformed"; seq: number | null; commitment: string | null }
  /** The content does not match its commitment. */
  | { kind: "content-changed"; seq: number | null; commitment: string }
  /** The content is deleted, but no row records the deletion at that time. */
  | { kind: "content-forgotten-unrecorded"; seq: number | null; commitment: string }
  | { kind: "checkpoint-malformed"; seq: number | null }
  | { kind: "checkpoint-forged"; seq: number }
  /** The checkpoint is for a row with another hash. */
  | { kind: "checkpoint-differs"; seq: number }
  /** The checkpoint is for a row after the last one: the end was truncated. */
  | { kind: "end-missing"; seq: number; found: number }
  /** A checkpoint named by the next one is missing. */
  | { kind: "checkpoint-missing"; seq: number }
  /** The last checkpoint is not signed with the given key, or there is none. */
  | { kind: "checkpoint-of-other-key"; seq: number; key: string | null }
  /** A line of an export has an unknown form, the last line is missing, or the last line does not match the others. */
  | { kind: "export-malformed"; seq: null; line: number }
  | { kind: "export-cut"; seq: null }
  | { kind: "export-changed"; seq: null }
  /** The row known from another source has another hash. */
  | { kind: "head-differs"; seq: number };

/** Result of verification; `fault` is null if everything is valid. */
export interface Verification {
  /** The ledger's name from its first row; null in an export without it. */
  ledger: string | null;
  /** Verified rows, up to the first fault. */
  rows: number;
  /** Rows replaced by a digest, and the number of gaps. */
  omitted: number;
  gaps: number;
  /** Contents that rows refer to. `absent`: omitted by an export. `stray`: no row refers to them. */
  contents: { kept: number; forgotten: number; absent: number; stray: number };
  checkpoints: number;
  /** The last signed row and its key; 0 and null if there is no checkpoint. */
  signedSeq: number;
  key: string | null;
  /** Ranges of rows that are recorded as of unknown origin. */
  unvouched: { first: number; last: number }[];
  head: Head | null;
  fault: LedgerFault | null;
}

/** Progress of verification. */
export interface VerifyProgress {
  stage: "rows" | "contents";
  done: number;
}

/** The text that a checkpoint signs. */
export function checkpointText(
  ledger: string,
  { seq, hash, atMs, previous }: Omit<Checkpoint, "key" | "signature">,
): string {
  return ["countersign-checkpoint/1", ledger, seq, hash, atMs, previous].join("\n");
}

/** Progress of verifying the ledger in the app, for the window; null unless a verification is running. `total`: rows of the ledger. */
export type Verifying = null | (VerifyProgress & { total: number });
