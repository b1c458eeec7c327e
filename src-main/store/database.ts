// Opens the profile's SQLite file: WAL, every commit on disk before it returns, what is deleted overwritten,
// strict tables, readable by its owner only.
import { chmodSync, closeSync, openSync } from "node:fs";
import Libsql from "libsql";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { migrate } from "./migrations.ts";
import { pragma } from "./sql.ts";
import type { Database } from "./sql.ts";

/** Why something could not be written; SQLite's own words. */
export interface NotRecorded {
  kind: "not-recorded";
  detail: string;
}

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_MS = 500;

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
}

/** Opens or creates the file and brings it to the newest version. */
export function openDatabase(file: string, limits: Limits = {}): Outcome<Database, NotRecorded> {
  let database: Database | null = null;
  try {
    // Created by us so that nobody else can read it; SQLite gives its WAL the same mode.
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
    database = new Libsql(file, { timeout: BUSY_MS });
    for (const [name, wanted, is] of PRAGMAS) {
      database.pragma(`${name} = ${wanted}`);
      if (pragma(database, name) !== is) throw new Error(`${name} cannot be set to ${wanted}`);
    }
    if (limits.maxPages !== undefined) database.pragma(`max_page_count = ${limits.maxPages}`);
    migrate(database, file);
    return ok(database);
  } catch (error) {
    // The next attempt opens it anew. (libsql lets go of the file once its statements are collected.)
    database?.close();
    return fail(notRecorded(error));
  }
}

export function notRecorded(error: unknown): NotRecorded {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: "not-recorded", detail: detail.slice(0, 500) };
}
