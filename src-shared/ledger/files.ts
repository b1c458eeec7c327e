// Export of the history as files: what is selected, what was written.
import { z } from "zod";

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

/** Progress of an export, in rows; `total` 0: unknown. */
export interface HistoryTask {
  done: number;
  total: number;
}
