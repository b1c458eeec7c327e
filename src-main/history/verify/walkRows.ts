// Verifies the rows after a signed one, before they are signed in turn.
import type { LedgerFault } from "#shared/ledger/verification.ts";
import { verifyBetween } from "#shared/ledger/verify.ts";
import { cryptography } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";
import type { WalkStart } from "./walk.ts";

/** The first fault; null if every row follows from the one before. */
export function walkRows({ file, key, after, until }: WalkStart): LedgerFault | null {
  const ledger = openLedgerFile(file, key);
  try {
    return verifyBetween(ledger.links(after.seq), cryptography, { after, until });
  } finally {
    ledger.close();
  }
}
