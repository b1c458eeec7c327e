// How large the ledger's file is, and what of it is free: what was forgotten leaves room in it.
export interface LedgerSpace {
  fileBytes: number;
  /** Free within the file. */
  freeBytes: number;
  /** When it can be given back. A file of an earlier version has to be written anew, before the desk opens. */
  when: "now" | "next-start";
  /** That was asked for, for the next start. */
  asked: boolean;
}

/** How much of what is given back has been, in bytes; null once it has ended. */
export type GivingBack = { done: number; total: number } | null;
