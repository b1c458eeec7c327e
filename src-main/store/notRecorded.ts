// Classifies errors of SQLite and the file system by what the user can do about them.
import type { LedgerReason } from "#shared/ledger/trouble.ts";
import type { Failure } from "#shared/outcome.ts";

/** Why something could not be written, with SQLite's or the system's message. */
export type NotRecorded = Extract<Failure, { kind: "not-recorded" }>;

export function notRecorded(error: unknown): NotRecorded {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  return { kind: "not-recorded", detail, reason: reasonOf(codeOf(error), detail) };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** SQLite's result codes (https://www.sqlite.org/rescode.html) and the system's. */
const REASONS: readonly (readonly [RegExp, LedgerReason])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "full"],
  [/^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EROFS|EACCES|EPERM)/, "read-only"],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL|EBUSY)/, "locked"],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, "damaged"],
  [/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR)/, "gone"],
];

/** Messages that some versions of the library throw without a code. */
const WORDS: readonly (readonly [RegExp, LedgerReason])[] = [
  [/disk is full|no space left/i, "full"],
  [/readonly database|read-only/i, "read-only"],
  [/is locked/i, "locked"],
  [/malformed|not a database|corrupt/i, "damaged"],
  [/newer Countersign/, "newer"],
  [/unable to open/i, "gone"],
];

const reasonOf = (code: string, detail: string): LedgerReason =>
  REASONS.find(([known]) => known.test(code))?.[1] ??
  WORDS.find(([known]) => known.test(detail))?.[1] ??
  "other";
