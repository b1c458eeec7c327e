// Why the ledger cannot be written, for the window to show.

/**
 * `full`: the disk is full. `read-only`: the file cannot be written. `locked`: another program has locked it. `key`:
 * it is encrypted and its key is not in the keychain. `damaged`: it is not a valid ledger. `newer`: a later version
 * of Countersign wrote it. `gone`: the folder is missing.
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
  /** SQLite's or the system's message. */
  detail: string;
  /** Milliseconds since the epoch. */
  sinceMs: number;
  /** Rows in memory that are written first once the ledger works again. */
  unrecorded: number;
}
