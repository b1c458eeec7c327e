// The file of the index: made, opened, thrown away and made anew where it is damaged or of another version. All in it
// is derived from the ledger, so nothing of it has to survive; it is written by one thread alone.
import { createHash } from "node:crypto";
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import Libsql from "libsql";
import { columnsSql } from "../../../src-shared/filter/columns.ts";
import { notRecorded } from "../ledger/notRecorded.ts";
import type { Database } from "../sql.ts";
import { numberOf, optionsFor } from "./sql.ts";

/** Raised whenever what stands in the index is derived in another way: the file is made anew then. */
const VERSION = 7;

/**
 * `item`: what filters ask for and lists are ordered by, a row a request; how many media it holds, and how many bytes
 * of content the ledger keeps for it; and what `past.ts` says of how it stood before it was decided. `shown`: its row as
 * a list takes it.
 * `words`: its texts by when they came about: as it came, until its first answer, later.
 * `begun`: each of its words once, for what is asked by how a word begins: these lists are ready, where `words` would have
 * to bring together those of thousands of words.
 * `indexed`: the terms that the text index holds of it, packed: without them it could not be taken out of it again.
 * `place`: how far which ledger is read.
 */
const SCHEMA = `
  CREATE TABLE item (
    n INTEGER PRIMARY KEY,
    order_ms INTEGER NOT NULL,
    forgotten INTEGER NOT NULL,
    media INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    past INTEGER NOT NULL,
    asked_hash TEXT NOT NULL,
    findings1 INTEGER NOT NULL,
    finding1 TEXT NOT NULL,
    found1 TEXT NOT NULL,
    ${columnsSql()}
  ) STRICT;
  CREATE UNIQUE INDEX item_id ON item (id);
  CREATE INDEX item_order ON item (order_ms);
  CREATE INDEX item_thread ON item (thread) WHERE thread <> '';
  CREATE TABLE shown (n INTEGER PRIMARY KEY, row TEXT NOT NULL) STRICT;
  CREATE TABLE indexed (n INTEGER PRIMARY KEY, terms BLOB NOT NULL) STRICT;
  CREATE TABLE place (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    first TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5 (asked, answered, later, content = '', tokenize = 'ascii');
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  CREATE VIRTUAL TABLE begun USING fts5 (
    terms, content = '', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7', tokenize = 'ascii'
  );
  INSERT INTO begun (begun, rank) VALUES ('secure-delete', 1);
`;

/** Of everything that the tables are made of, and of what is left out of them. */
const madeOf = (off: readonly string[]): number =>
  Number.parseInt(
    createHash("sha256")
      .update([VERSION, SCHEMA, ...[...off].sort()].join(" "))
      .digest("hex")
      .slice(0, 7),
    16,
  );

/**
 * Opens the index; a file that is damaged, of another version or under another key is replaced by an empty one. Throws
 * where none can be made, or where it cannot be opened now.
 * @param off kinds of findings that are none: of other ones another index is made
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

/** Takes the file away, with what SQLite keeps beside it. */
export function removeIndexFile(file: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(`${file}${part}`, { force: true });
}

class OtherVersion extends Error {}

function opened(file: string, key: string | null, made: number): Database {
  // Created by us so that nobody else can read it; SQLite gives its WAL the same mode.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new Libsql(file, optionsFor(key));
  try {
    database.pragma("journal_mode = WAL");
    // What a crash takes is derived again.
    database.pragma("synchronous = NORMAL");
    // Forgotten text leaves the file, not only the table.
    database.pragma("secure_delete = ON");
    database.pragma("temp_store = MEMORY");
    database.pragma("cache_size = -65536");
    // What is mapped is read past the cipher: an encrypted file would seem damaged.
    if (key === null) database.pragma("mmap_size = 268435456");
    const version = numberOf(database, "PRAGMA user_version");
    if (version === 0) {
      database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${made}; COMMIT;`);
    } else if (version !== made) throw new OtherVersion();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
