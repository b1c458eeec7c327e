// What a thread verifies of a ledger's file, read-only: all of it, the rows after the last signed one, or its pages.
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import type {
  Head,
  Known,
  LedgerFault,
  Verification,
  Verifying,
} from "#shared/ledger/verification.ts";
import { verifyBetween, verifyLedger } from "#shared/ledger/verify.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { pragma } from "../../store/sql.ts";
import { cryptography } from "./cryptography.ts";
import { encryption, openLedgerFile } from "./ledgerFile.ts";
import { openToVerify } from "./openFile.ts";

/** The ledger's file and its encryption key, or null. */
export interface LedgerPlace {
  file: string;
  key: string | null;
}

/** The whole ledger. `known`: the signing key and the last signed row, which are stored apart from it. */
export interface VerifyJob extends LedgerPlace {
  kind: "verify";
  known: Known;
}

/** The rows after the last signed one, up to the last one known to this process, before they are signed in turn. */
export interface VerifyRowsJob extends LedgerPlace {
  kind: "verify-rows";
  after: Head;
  until: Head;
}

/** The file's pages, rows and indexes, by SQLite's quick check; not the chain. */
export interface CheckPagesJob extends LedgerPlace {
  kind: "check-pages";
}

export function* verifyJob({
  file,
  key,
  known,
}: VerifyJob): Generator<NonNullable<Verifying>, Outcome<Verification, Failure>> {
  const opened = openToVerify(file, key);
  if ("kind" in opened) {
    const detail = opened.kind === "unreadable" ? opened.detail : opened.kind;
    return fail({ kind: "ledger-unreadable", detail });
  }
  const total = opened.total ?? 0;
  try {
    for (const steps = verifyLedger(opened.source, cryptography, known); ;) {
      const step = steps.next();
      if (step.done === true) return ok(step.value);
      yield { ...step.value, total };
    }
  } finally {
    opened.close();
  }
}

/** The first fault; null if every row follows from the one before. */
export function verifyRows({
  file,
  key,
  after,
  until,
}: Omit<VerifyRowsJob, "kind">): LedgerFault | null {
  const ledger = openLedgerFile(file, key);
  try {
    return verifyBetween(ledger.links(after.seq), cryptography, { after, until });
  } finally {
    ledger.close();
  }
}

/** How long the check waits for a lock, in milliseconds. */
const BUSY_MS = 2000;

/**
 * SQLite's message on the first fault, or null. Reads the whole file.
 * @throws if the file cannot be opened or read for another reason than damage
 */
export function checkPages({ file, key }: LedgerPlace): string | null {
  const options = { timeout: BUSY_MS, ...encryption(key) };
  const database = new Libsql(`${pathToFileURL(file).href}?mode=ro`, options);
  try {
    const found = String(pragma(database, "quick_check(1)"));
    return found === "ok" ? null : found;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) return error.message;
    throw error;
  } finally {
    database.close();
  }
}
