// Opens the profile's SQLite file: WAL, every commit on disk before it returns, what is deleted overwritten,
// strict tables, readable by its owner only.
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import Libsql from "libsql";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { migrate } from "./ledger/migrations.ts";
import { notRecorded } from "./ledger/notRecorded.ts";
import type { NotRecorded } from "./ledger/notRecorded.ts";
import { encryption } from "./verify/ledgerFile.ts";
import { pragma } from "./sql.ts";
import type { Database } from "./sql.ts";

/**
 * How long a write waits for another process that holds the file, in milliseconds: as long as a reader takes to open it.
 * Main stands still meanwhile; for a longer lock it is tried again by timers (ipc/retryWhileLocked, desk/recorder).
 */
export const BUSY_MS = 10;

/** What must hold of every connection, whatever SQLite was built with: nothing is recorded otherwise. */
const PRAGMAS = [
  ["journal_mode", "WAL", "wal"],
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["secure_delete", "ON", 1],
] as const;

/** How large the file may grow, in pages of 4 KiB; without it as large as the disk allows. */
export interface Limits {
  maxPages?: number;
  /** What the file is encrypted with; null where it is not. */
  key?: string | null;
}

/** Opens or creates the file and brings it to the newest version. */
export function openDatabase(file: string, limits: Limits = {}): Outcome<Database, NotRecorded> {
  let database: Database | null = null;
  try {
    // Created by us so that nobody else can read it; SQLite gives its WAL the same mode.
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
    database = new Libsql(file, { timeout: BUSY_MS, ...encryption(limits.key ?? null) });
    // Of a new file only, before anything is in it: what is forgotten makes the file shorter.
    if (statSync(file).size === 0) database.pragma("auto_vacuum = INCREMENTAL");
    for (const [name, wanted, is] of PRAGMAS) {
      database.pragma(`${name} = ${wanted}`);
      if (pragma(database, name) !== is) throw new Error(`${name} cannot be set to ${wanted}`);
    }
    if (limits.maxPages !== undefined) database.pragma(`max_page_count = ${limits.maxPages}`);
    checkSmall(database, file);
    migrate(database, file);
    return ok(database);
  } catch (error) {
    // The next attempt opens it anew. (libsql lets go of the file once its statements are collected.)
    database?.close();
    return fail(notRecorded(error));
  }
}

/** A file up to this size is scanned when it is opened; larger ones by a thread (background/soundness). */
export const CHECKED_BYTES = 8_000_000;

/** Throws where a small file is damaged: nothing is written into it then. */
function checkSmall(database: Database, file: string): void {
  if (statSync(file).size > CHECKED_BYTES) return;
  const found = pragma(database, "quick_check(1)");
  if (found !== "ok") throw new Error(`the file is malformed: ${String(found)}`);
}
