// Opens the profile's SQLite files: WAL, durable commits, secure deletion, readable by the owner only.
import { statSync } from "node:fs";
import Libsql from "libsql";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import { randomUUID } from "node:crypto";
import { beginChain } from "./chain.ts";
import { LAYOUT, SCHEMA } from "./schema.ts";
import { notRecorded } from "../../store/notRecorded.ts";
import { touchPrivate } from "../../profile/regularFile.ts";
import type { NotRecorded } from "../../store/notRecorded.ts";
import { encryption } from "../verify/ledgerFile.ts";
import { inTransaction, pragma } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";

/**
 * How long a write waits for a lock, in milliseconds: about as long as a reader takes to open the file. It blocks
 * main, so longer locks are retried with timers (ipc/retryWhileLocked, desk/recorder).
 */
export const BUSY_MS = 10;

/** Required whatever SQLite's compile-time defaults are; without them the ledger is not opened. */
const PRAGMAS = [
  ["journal_mode", "WAL", "wal"],
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["secure_delete", "ON", 1],
] as const;

/** The maximum size of the file, in pages of 4 KiB; by default unlimited. */
export interface Limits {
  maxPages?: number;
  /** The file's encryption key; null if it is not encrypted. */
  key?: string | null;
}

/** Opens or creates the file. Files of earlier layouts have to be converted before (encryption/conversion.ts). */
export function openDatabase(file: string, limits: Limits = {}): Outcome<Database, NotRecorded> {
  let database: Database | null = null;
  try {
    // Create it ourselves so that nobody else can read it; SQLite copies the mode to the WAL.
    touchPrivate(file);
    database = new Libsql(file, { timeout: BUSY_MS, ...encryption(limits.key ?? null) });
    // Lets deletions shrink the file. Only takes effect before the file has content.
    if (statSync(file).size === 0) database.pragma("auto_vacuum = INCREMENTAL");
    for (const [name, wanted, is] of PRAGMAS) {
      database.pragma(`${name} = ${wanted}`);
      if (pragma(database, name) !== is) throw new Error(`${name} cannot be set to ${wanted}`);
    }
    if (limits.maxPages !== undefined) database.pragma(`max_page_count = ${limits.maxPages}`);
    checkSmall(database, file);
    settleLayout(database);
    return ok(database);
  } catch (error) {
    // So that the next attempt opens it again. (libsql releases the file once its statements are collected.)
    database?.close();
    return fail(notRecorded(error));
  }
}

/** Throws, with nothing changed, if it fails or the file has another layout. */
function settleLayout(database: Database): void {
  const layout = (): number => Number(pragma(database, "user_version"));
  if (layout() === 0) {
    inTransaction(database, () => {
      // Another process may have done so meanwhile.
      if (layout() > 0) return;
      database.exec(SCHEMA);
      beginChain(database, randomUUID(), Date.now());
      database.exec(`PRAGMA user_version = ${LAYOUT}`);
    });
  }
  const found = layout();
  if (found > LAYOUT) throw new Error(`the file is of a newer Countersign (version ${found})`);
  if (found < LAYOUT) throw new Error(`the file of version ${found} was not converted yet`);
}

/** Files up to this size are checked when they are opened; larger ones on a thread (history/verify/verifier.ts). */
export const CHECKED_BYTES = 8_000_000;

/** Throws if a small file is damaged, so that nothing is written to it. */
function checkSmall(database: Database, file: string): void {
  if (statSync(file).size > CHECKED_BYTES) return;
  const found = pragma(database, "quick_check(1)");
  if (found !== "ok") throw new Error(`the file is malformed: ${String(found)}`);
}
