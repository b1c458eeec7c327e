// Export and import of the history as files: what is selected, what was written, what was read.
import { z } from "zod";
import type { LedgerFault } from "./verification.ts";

/** Requests by id, or all that match a filter; an empty filter matches everything. */
export const selectionSchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(100_000) }),
  z.strictObject({ filter: z.string().max(10_000) }),
]);
export type HistorySelection = z.infer<typeof selectionSchema>;

/**
 * `lines`: ledger rows with contents as verifiable JSON Lines; `facts`: the same without contents; `csv`: a table of
 * facts.
 */
export const exportKinds = ["lines", "facts", "csv"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Result of an export. */
export interface HistoryExported {
  /** File name without its folder. */
  file: string;
  bytes: number;
  items: number;
}

/** An export opened for reading; it does not become part of the local ledger. */
export interface HistoryImported {
  /** File name without its folder. */
  name: string;
  /** The UUID of the ledger that it was exported from. */
  ledger: string;
  rows: number;
  /** Rows of which the file has only the digest. */
  omitted: number;
  contents: { kept: number; forgotten: number; absent: number };
  /** The last signed row and the signing key (hex); 0 and null if there is no signature. */
  signedSeq: number;
  key: string | null;
}

/** Why an export could not be opened; `file`: its name without folder. */
export type ImportFault =
  /** Not a file written by Countersign. */
  | { kind: "import-not-export"; file?: string }
  /** Verification failed, see `fault`. */
  | { kind: "import-broken"; fault: LedgerFault["kind"]; seq: number | null; file?: string };

/** Progress of writing or reading; `total` 0: unknown. */
export interface HistoryTask {
  /** `done` counts bytes for a report, rows otherwise. */
  what: "export" | "import" | "report";
  done: number;
  total: number;
}
