// Why nothing can be recorded now, and what the window needs to say of it.

/**
 * `full`: no room on the disk. `read-only`: the place cannot be written. `locked`: another program has the file.
 * `key`: it is encrypted, and its key is not in the system's key store. `damaged`: it is no ledger any more. `newer`: a later version of Countersign wrote it. `gone`: the folder is not there.
 */
export type LedgerReason =
  | "full"
  | "read-only"
  | "locked"
  | "key"
  | "damaged"
  | "newer"
  | "gone"
  | "other";

export interface LedgerTrouble {
  reason: LedgerReason;
  /** SQLite's or the system's own words. */
  detail: string;
  /** Milliseconds since the epoch. */
  sinceMs: number;
  /** Rows of what has happened meanwhile: they wait in memory and are written first. */
  unrecorded: number;
}
