// Opens the profile's SQLite file: WAL, every commit on disk before it returns, strict tables, migrations
// by `user_version`, readable by its owner only.
import { chmodSync, closeSync, openSync } from "node:fs";
import Libsql from "libsql";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";

export type Database = Libsql.Database;

/** Why something could not be written; SQLite's own words. */
export interface NotRecorded {
  kind: "not-recorded";
  detail: string;
}

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_MS = 500;

/**
 * One step a version, oldest first; a step that was released is never changed. `event` is append-only:
 * `seq` gives the order, `body` the event whole as JSON, with media by reference into `medium`, which has
 * a rowid: without one SQLite would read whole rows of many megabytes to compare their keys.
 */
const MIGRATIONS = [
  `CREATE TABLE event (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     sample TEXT NOT NULL,
     at_ms INTEGER NOT NULL,
     kind TEXT NOT NULL,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX event_sample ON event (sample, seq);
   CREATE TABLE medium (
     sha256 TEXT PRIMARY KEY,
     base64 TEXT NOT NULL
   ) STRICT;`,
  // Sums of what generations took, a row for each day (of this machine's clock), server and model.
  `CREATE TABLE spent (
     day TEXT NOT NULL,
     server TEXT NOT NULL,
     server_name TEXT NOT NULL,
     provider TEXT NOT NULL,
     model TEXT NOT NULL,
     generations INTEGER NOT NULL,
     failed INTEGER NOT NULL,
     input_tokens INTEGER NOT NULL,
     output_tokens INTEGER NOT NULL,
     uncounted INTEGER NOT NULL,
     usd REAL NOT NULL,
     unpriced INTEGER NOT NULL,
     took_ms REAL NOT NULL,
     PRIMARY KEY (day, server, server_name, provider, model)
   ) STRICT;`,
];

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
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    if (limits.maxPages !== undefined) database.pragma(`max_page_count = ${limits.maxPages}`);
    migrate(database);
    return ok(database);
  } catch (error) {
    // The next attempt opens it anew. (libsql lets go of the file once its statements are collected.)
    database?.close();
    return fail(notRecorded(error));
  }
}

function migrate(database: Database): void {
  const version = Number(pragma(database, "user_version"));
  if (version > MIGRATIONS.length) {
    throw new Error(`the file is of a newer Countersign (version ${version})`);
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

/** The first value of a pragma. */
export function pragma(database: Database, name: string): unknown {
  const row: unknown = database.prepare(`PRAGMA ${name}`).raw().get();
  return Array.isArray(row) ? row[0] : undefined;
}

export function notRecorded(error: unknown): NotRecorded {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: "not-recorded", detail: detail.slice(0, 500) };
}
