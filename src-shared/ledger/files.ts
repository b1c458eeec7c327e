// The record as files: what a person chooses to save, what came of it, what was read back. Pure data.
import { z } from "zod";
import type { LedgerFault } from "./verification.ts";

/** Named requests, or all that a filter finds; with an empty filter all that there is. */
export const selectionSchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(100_000) }),
  z.strictObject({ filter: z.string().max(10_000) }),
]);
export type HistorySelection = z.infer<typeof selectionSchema>;

/**
 * `lines`: the rows of the record as JSON Lines that a stranger can verify, with their contents; `facts`: the same
 * without contents; `csv`: a table of what lists know.
 */
export const exportKinds = ["lines", "facts", "csv"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** What was written. */
export interface HistoryExported {
  /** The name of the file, without its folder. */
  file: string;
  bytes: number;
  items: number;
}

/**
 * A part of a page that is saved: markup as it is, or the bytes of a medium as base64, which main puts in its place.
 */
export const reportPartSchema = z.union([
  z.string().max(64_000_000),
  z.strictObject({ ref: z.string().max(100) }),
]);
export type ReportPart = z.infer<typeof reportPartSchema>;

/** An export that is open for reading. Nothing of it is part of the record here. */
export interface HistoryImported {
  /** The name of the file. */
  name: string;
  /** The ledger that it was exported from; its own name is a UUID. */
  ledger: string;
  rows: number;
  /** Rows of which only the digest is there. */
  omitted: number;
  contents: { kept: number; forgotten: number; absent: number };
  /** The last row that is signed, and by which key (hex); 0 and null without one. */
  signedSeq: number;
  key: string | null;
}

/** Why an export was not opened. */
export type ImportFault =
  /** Countersign wrote no such file. */
  | { kind: "import-not-export" }
  /** It is not what was written: see `fault`. */
  | { kind: "import-broken"; fault: LedgerFault["kind"]; seq: number | null };

/** What is being written or read; `total` 0: not known. */
export interface HistoryTask {
  what: "export" | "import";
  done: number;
  total: number;
}
