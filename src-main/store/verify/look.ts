// Looks through a ledger's file after the start: whether it is sound, and whether its sums fit its rows.
import { verifyLedger } from "../../../src-shared/ledger/verify.ts";
import type { LookStart, LookTold } from "../../services/record/verifyPorts.ts";
import { cryptography } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";
import { quickCheck } from "./quickCheck.ts";

/**
 * Says what it finds, reading the file as far as it has to. Of one that is not sound, no sums are read; where they do not fit, the rows
 * are verified as well, and it is said once more: sums that follow from changed rows would be no better.
 * @param isAskedToEnd asked between two reads
 */
export function lookThroughFile(
  { file, key, known, quick }: LookStart,
  isAskedToEnd: () => boolean,
  say: (told: LookTold) => void,
): void {
  const found = quick ? quickCheck(file, key) : null;
  const looked: LookTold = { kind: "looked", found, spent: null };
  if (found !== null || isAskedToEnd()) return say(looked);
  const ledger = openLedgerFile(file, key);
  try {
    const spent = toEnd(ledger.spent(), isAskedToEnd);
    if (spent === null || spent.differences.length === 0) return say(looked);
    say({ ...looked, spent: { ...spent, verified: null } });
    const result = toEnd(verifyLedger(ledger, cryptography, known), isAskedToEnd);
    if (result !== null) {
      say({ ...looked, spent: { ...spent, verified: result.fault === null } });
    }
  } finally {
    ledger.close();
  }
}

/** Null where it was asked to end before. */
function toEnd<T>(steps: Generator<unknown, T>, isAskedToEnd: () => boolean): T | null {
  while (!isAskedToEnd()) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
  return null;
}
