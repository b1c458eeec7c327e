// How large the ledger's file is, and what of it is free: what was forgotten leaves room in it.
export interface LedgerSpace {
  /** On the disk. */
  fileBytes: number;
  /** Free within the file, or taken off its end and on the disk still. */
  freeBytes: number;
  /** When it can be given back. A file of an earlier version has to be written anew, before the desk opens. */
  when: "now" | "next-start";
  /** That was asked for, for the next start. */
  asked: boolean;
}

/**
 * How much the disk has back of what is free, in bytes; null once it has ended. Held: the file cannot become shorter
 * before whoever reads it has ended.
 */
export type GivingBack = { done: number; total: number; held: boolean } | null;
