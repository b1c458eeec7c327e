// The record as files: what the user chooses to save, what came of it, what was read back. Pure data.
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

/** Why an export was not opened; `file`: its name, without its folder. */
export type ImportFault =
  /** Countersign wrote no such file. */
  | { kind: "import-not-export"; file?: string }
  /** It is not what was written: see `fault`. */
  | { kind: "import-broken"; fault: LedgerFault["kind"]; seq: number | null; file?: string };

/** What is being written or read; `total` 0: not known. */
export interface HistoryTask {
  /** Of a page `done` counts bytes, else rows. */
  what: "export" | "import" | "report";
  done: number;
  total: number;
}
