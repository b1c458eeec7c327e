// The index file: created, opened, and replaced if it is damaged or of another version. It is derived from the
// ledger, so nothing in it needs to be preserved; only one thread writes it.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import Libsql from "libsql";
import { alikeColumns, columnsSql, ownColumns } from "#shared/filter/columns.ts";
import { notRecorded } from "../../store/notRecorded.ts";
import { touchPrivate } from "../../profile/regularFile.ts";
import type { Database } from "../../store/sql.ts";
import { SAMPLE } from "./shownRows.ts";
import { numberOf, optionsFor, rowsOnce } from "./sql.ts";

/** Increase whenever the index is derived differently; the file is then rebuilt. */
const VERSION = 18;

/** What a text index gathers before it writes it: a larger backlog is merged less often. */
const PENDING_BYTES = 16_000_000;

/** Beginnings of words of these lengths, in characters, have an index. */
export const BEGINNINGS = [1, 3, 5, 7];

/**
 * `item`: one row per request, by the number of its first row in the ledger, with the columns that filters and sorting
 * use; SQLite counts them by the smallest index, `item_forgotten`. `alike`: what many requests have in common. `shown`: its row for lists (`shownRows.ts`). `words`: texts in units,
 * each once for all turns of a conversation that have it (`holds`). `unit`: the words in it, compressed; they are needed
 * to remove them, and for the next turn. `begun`: each word of a request once, which is faster than merging the lists of thousands of words in
 * `words`; `begins`: these words in order. `place`: which ledger was read, up to where, and whether something was deleted
 * since all was read. Hashes have a key of this file and go with what they are of.
 */
const SCHEMA = `
  CREATE TABLE item (
    n INTEGER PRIMARY KEY,
    order_ms INTEGER NOT NULL,
    alike INTEGER NOT NULL,
    forgotten INTEGER NOT NULL,
    ${columnsSql(ownColumns)}
  ) STRICT;
  CREATE INDEX item_order ON item (order_ms, n, alike, tokens, received_ms);
  CREATE INDEX item_open ON item (n) WHERE ended_ms IS NULL;
  CREATE INDEX item_ended ON item (ended_ms) WHERE ended_ms IS NOT NULL;
  CREATE INDEX item_forgotten ON item (forgotten);
  CREATE INDEX item_thread ON item (thread) WHERE thread <> '';
  CREATE TABLE alike (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, ${columnsSql(alikeColumns)}) STRICT;
  CREATE TABLE shown (n INTEGER PRIMARY KEY, row BLOB NOT NULL) STRICT;
  CREATE TABLE unit (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, words BLOB NOT NULL) STRICT;
  CREATE TABLE holds (unit INTEGER, n INTEGER, PRIMARY KEY (unit, n)) STRICT, WITHOUT ROWID;
  CREATE INDEX holds_n ON holds (n);
  CREATE TABLE place (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    first TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    forgot INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE hash_key (key BLOB NOT NULL) STRICT;
  INSERT INTO hash_key VALUES (randomblob(32));
  CREATE VIRTUAL TABLE words USING fts5 (terms, content = '', columnsize = 0, tokenize = 'ascii');
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  INSERT INTO words (words, rank) VALUES ('hashsize', ${PENDING_BYTES});
  CREATE VIRTUAL TABLE begun USING fts5 (
    terms, content = '', detail = none, columnsize = 0, prefix = '${BEGINNINGS.join(" ")}', tokenize = 'ascii'
  );
  INSERT INTO begun (begun, rank) VALUES ('secure-delete', 1);
  INSERT INTO begun (begun, rank) VALUES ('hashsize', ${PENDING_BYTES});
  CREATE VIRTUAL TABLE begins USING fts5vocab (begun, instance);
`;

/** A hash of what the index is made from: its version, its schema, and the checks that are turned off. */
const madeOf = (off: readonly string[]): number =>
  Number.parseInt(
    createHash("sha256")
      .update([VERSION, SCHEMA, SAMPLE, ...[...off].sort()].join(" "))
      .digest("hex")
      .slice(0, 7),
    16,
  );

/**
 * Opens the index. A file that is damaged, of another version or under another key is replaced by an empty one.
 * Throws if that fails, or if the file cannot be opened for now.
 * @param off checks that the user turned off; another set of them rebuilds the index
 */
export function openIndexFile(
  file: string,
  key: string | null,
  off: readonly string[] = [],
): Database {
  const made = madeOf(off);
  try {
    return opened(file, key, made);
  } catch (error) {
    if (!(error instanceof OtherVersion) && notRecorded(error).reason !== "damaged") throw error;
    removeIndexFile(file);
    return opened(file, key, made);
  }
}

/** Deletes the file with its WAL. */
export function removeIndexFile(file: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(`${file}${part}`, { force: true });
}

/** Writes what is in the WAL to the file, and empties it. */
export function clearWal(index: Database): void {
  rowsOnce(index, "PRAGMA wal_checkpoint(TRUNCATE)", []);
}

class OtherVersion extends Error {}

function opened(file: string, key: string | null, made: number): Database {
  // Create it ourselves so that nobody else can read it; SQLite copies the mode to the WAL.
  touchPrivate(file);
  const database = new Libsql(file, optionsFor(key));
  try {
    // A quarter as many reads from the disk as with 4 KiB; mapped memory would read far more than is used.
    database.pragma("page_size = 16384");
    database.pragma("journal_mode = WAL");
    // Commits that a crash loses are derived again.
    database.pragma("synchronous = NORMAL");
    // Overwrite deleted text in the file.
    database.pragma("secure_delete = ON");
    database.pragma("temp_store = MEMORY");
    database.pragma("cache_size = -65536");
    const version = numberOf(database, "PRAGMA user_version");
    if (version === 0) {
      database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${made}; COMMIT;`);
    } else if (version !== made) throw new OtherVersion();
    // A process that died has left what it had not committed, and what may be deleted before it is read again.
    clearWal(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
