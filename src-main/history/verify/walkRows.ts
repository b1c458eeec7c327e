// Verifies the rows after a signed one, before they are signed in turn.
import { Found } from "#shared/ledger/found.ts";
import { wellFormed } from "#shared/ledger/readRow.ts";
import { digestOf, hashOf } from "#shared/ledger/row.ts";
import type { LedgerFault } from "#shared/ledger/verification.ts";
import type { WalkStart } from "./walk.ts";
import { cryptography } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";

/** The first fault; null if every row follows from the one before. */
export function walkRows({ file, key, after, until }: WalkStart): LedgerFault | null {
  const { sha256 } = cryptography;
  let { seq, hash } = after;
  const ledger = openLedgerFile(file, key);
  try {
    for (const link of ledger.links(after.seq)) {
      if (seq === until.seq || link.kind !== "row") break;
      const row = wellFormed(link.row, seq + 1);
      if (row.seq !== seq + 1) return { kind: "row-missing", seq: seq + 1, found: row.seq };
      if (row.prev !== hash) return { kind: "row-unlinked", seq: row.seq };
      seq = row.seq;
      hash = hashOf(hash, digestOf(row, sha256), sha256);
      if (row.hash !== hash) return { kind: "row-changed", seq };
    }
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  } finally {
    ledger.close();
  }
  if (seq < until.seq) return { kind: "end-missing", seq: until.seq, found: seq };
  return hash === until.hash ? null : { kind: "head-differs", seq };
}
