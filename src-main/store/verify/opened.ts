// All of a file: the chain, then whether the sums that budgets go by fit its rows.
import type {
  Known,
  Verification,
  VerifyProgress,
} from "../../../src-shared/ledger/verification.ts";
import { verifyLedger } from "../../../src-shared/ledger/verify.ts";
import { cryptography } from "./cryptography.ts";
import type { Opened } from "./openFile.ts";

/** Rows after which a caller hears of it. */
const TELL_ROWS = 10_000;

/** Gives how far it is, then what it found. Where the rows do not verify, no sums are held against them. */
export function* verifyOpened(
  opened: Opened,
  known: Known,
): Generator<VerifyProgress, Verification> {
  const result = yield* verifyLedger(opened.source, cryptography, known);
  if (opened.spent === undefined || result.fault !== null) return result;
  try {
    const steps = opened.spent();
    for (let told = 0; ;) {
      const step = steps.next();
      if (step.done === true)
        return step.value === null ? result : { ...result, spent: step.value.differences };
      if (step.value < told + TELL_ROWS) continue;
      told = step.value;
      yield { stage: "spent", done: told };
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ...result, fault: { kind: "unreadable", seq: null, detail } };
  }
}

/** The same in one go. */
export function verifyWholeFile(opened: Opened, known: Known): Verification {
  const steps = verifyOpened(opened, known);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
