// Verifies a ledger or an export. Pure: works on iterators, with cryptography passed in.
import { Found } from "./found.ts";
import type {
  ArrivingLedger,
  Cryptography,
  Head,
  Known,
  LedgerFault,
  LedgerSource,
  Link,
  Verification,
  VerifyProgress,
} from "./verification.ts";
import { ContentsWalk } from "./verifyContents.ts";
import { Walk, readCheckpoints } from "./verifyRows.ts";

/** Rows or contents between two reports of progress. */
const STEP = 5_000;
const nothing = (): Verification => ({
  ledger: null,
  rows: 0,
  omitted: 0,
  gaps: 0,
  contents: { kept: 0, forgotten: 0, absent: 0, stray: 0 },
  checkpoints: 0,
  signedSeq: 0,
  key: null,
  unvouched: [],
  head: null,
  fault: null,
});

/**
 * Verifies a file by the rules of FORMAT.md, and returns the first fault in row order.
 * Never throws: read errors are faults. Yields its progress.
 */
export function* verifyLedger(
  source: LedgerSource,
  cryptography: Cryptography,
  known: Known = {},
): Generator<VerifyProgress, Verification> {
  const result = nothing();
  try {
    const checkpoints = readCheckpoints(source.checkpoints());
    result.checkpoints = checkpoints.size;
    const walk = new Walk(source, result, checkpoints, cryptography, known);
    // What contents have is told only if the rows are in order.
    const found = nothing();
    const contents = new ContentsWalk(source.kind, cryptography, walk, found);
    const failed: unknown[] = [];
    const steps = contentSteps(source, contents, failed);
    let read = 0;
    const readOne = (): boolean => {
      const isRead = steps.next().done !== true;
      read += isRead ? 1 : 0;
      return isRead;
    };
    for (const link of source.links()) {
      walk.step(link);
      const done = result.rows + result.omitted;
      if (done % STEP !== 0) continue;
      yield { stage: "rows", done };
      // A ledger has its contents in the order of the rows. Read beside these, few have to be remembered.
      while (source.kind === "ledger" && read < walk.references && readOne());
    }
    walk.end();
    contents.rowsEnd();
    while (readOne()) if (read % STEP === 0) yield { stage: "contents", done: read };
    Object.assign(result, { contents: found.contents, fault: found.fault });
    if (failed.length > 0) throw failed[0];
    if (source.kind === "ledger" && walk.referred.size > 0) {
      // Two rows can name one content, which the first has found.
      for (const { commitment } of source.contents()) walk.referred.delete(String(commitment));
    }
    contents.end();
    result.fault = found.fault;
  } catch (error) {
    // Keep a fault found in a row rather than the error that ended reading.
    result.fault ??= error instanceof Found ? error.fault : unreadable(error, result);
  }
  return result;
}

/** Checks one content with each step. An error of reading is told at the end: a fault in a later row goes before it. */
function* contentSteps(
  source: LedgerSource,
  contents: ContentsWalk,
  failed: unknown[],
): Generator<void> {
  try {
    for (const record of source.contents()) {
      contents.step(record);
      yield;
    }
  } catch (error) {
    failed.push(error);
  }
}

/** Like `verifyLedger`, in one go. */
export function verifyWhole(
  source: LedgerSource,
  cryptography: Cryptography,
  known: Known = {},
): Verification {
  const steps = verifyLedger(source, cryptography, known);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const NONE = (): never[] => [];
/** What a walk needs to know of a ledger whose parts are given to it one by one. */
const WITHOUT_PARTS: LedgerSource = {
  kind: "ledger",
  ledger: null,
  checkpoints: NONE,
  links: NONE,
  contents: NONE,
};

/**
 * Verifies only the rows of a ledger from one known row to another, before those are signed. Null if they are valid;
 * throws if they cannot be read.
 * @param links the rows after `after`
 */
export function verifyBetween(
  links: Iterable<Link>,
  cryptography: Cryptography,
  { after, until }: { after: Head; until: Head },
): LedgerFault | null {
  const result = nothing();
  const walk = new Walk(WITHOUT_PARTS, result, new Map(), cryptography, { head: until });
  const reached = (): number => result.head?.seq ?? 0;
  try {
    // The chain continues from there.
    if (after.seq > 0) walk.step({ kind: "gap", ...after });
    for (const link of links) {
      if (reached() >= until.seq) break;
      walk.step(link);
    }
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  }
  const found = reached();
  return found < until.seq ? { kind: "end-missing", seq: until.seq, found } : null;
}

/** Like `verifyLedger` for a ledger of a database, whose rows and contents arrive one after another. Never rejects. */
export async function verifyArriving(
  source: ArrivingLedger,
  cryptography: Cryptography,
  known: Known = {},
): Promise<Verification> {
  const result = nothing();
  try {
    const walk = new Walk(WITHOUT_PARTS, result, new Map(), cryptography, known);
    for await (const row of source.rows()) walk.step({ kind: "row", row });
    walk.end();
    const contents = new ContentsWalk("ledger", cryptography, walk, result);
    contents.rowsEnd();
    for await (const record of source.contents()) contents.step(record);
    contents.end();
  } catch (error) {
    result.fault ??= error instanceof Found ? error.fault : unreadable(error, result);
  }
  return result;
}

function unreadable(error: unknown, { head }: Verification): LedgerFault {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: "unreadable", seq: head === null ? null : head.seq + 1, detail };
}
