// What a thread does that helps to verify a ledger: the part that is next to be done, and the next, while others do the
// same. A second core does half of the work.
import { makeFast } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";
import { doPart, NEXT, partsOf } from "./parts.ts";
import type { HashingStart, HashingTold } from "./parts.ts";

/**
 * Does parts until none is left.
 * @param tell hands out what each of them gives
 * @throws what SQLite says where the file cannot be opened
 */
export async function help(
  { file, key, reads, watched, head, shared }: HashingStart,
  tell: (told: HashingTold) => void,
): Promise<void> {
  await makeFast();
  const ledger = openLedgerFile(file, key, reads);
  try {
    // It helps only where it sees what the others see.
    const parts = ledger.head === head ? partsOf(ledger) : 0;
    for (let index = parts === 0 ? 0 : Atomics.add(shared, NEXT, 1); index < parts;) {
      tell({ kind: "part", index, part: doPart(ledger, index, watched) });
      index = Atomics.add(shared, NEXT, 1);
    }
  } finally {
    ledger.close();
  }
}
