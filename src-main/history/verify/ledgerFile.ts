// Reads a ledger's SQLite file for verification: read-only, in slices.
import { realpathSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type {
  Checkpoint,
  ContentRecord,
  LedgerSource,
  Link,
  Unread,
} from "#shared/ledger/verification.ts";
import { Found } from "#shared/ledger/found.ts";
import { isEarlier } from "../ledger/earlier.ts";
import { SCHEMA } from "../ledger/schema.ts";
import { asNumber, listOf, rowsAfter, textsBetween } from "./rowReads.ts";

/** Texts as bytes: see rowReads.ts. */
const CHECKPOINT_SQL = `SELECT seq, CAST(hash AS BLOB), ${asNumber("at_ms")}, ${asNumber("previous")}, CAST(key AS BLOB), CAST(signature AS BLOB),
    typeof(hash) || typeof(key) || typeof(signature) = 'texttexttext'
  FROM checkpoint ORDER BY seq`;

/** An open file to verify, in the state it had when it was opened. */
export interface OpenLedger extends LedgerSource {
  /** The number of rows, for progress. */
  readonly total: number;
  /** The number of contents. */
  readonly texts: number;
  /** @param after the row to start after; by default the first one is included */
  links(after?: number): Iterable<Link>;
  close(): void;
}

/** Another program's database, or a ledger of a version before rows were chained. */
export class NoLedger extends Error {
  constructor() {
    super("It is not a Countersign ledger.");
  }
}

/**
 * Opens a ledger for reading.
 * @param key the encryption key, or null
 * @throws SQLite's error if it is not a database, damaged or encrypted with another key; `NoLedger`
 */
export function openLedgerFile(file: string, key: string | null): OpenLedger {
  const database = open(file, key);
  const one = (sql: string): number => numberOf(database.prepare(sql).raw().get());
  const total = one("SELECT max(seq) FROM event");
  const strayRow = one(strayIn("event", "seq")) !== 0;
  const strayText = one(strayIn("content", "id")) !== 0;
  return {
    kind: "ledger",
    ledger: null,
    total,
    // Counted only where it is asked for: SQLite reads them all.
    get texts() {
      return one("SELECT count(*) FROM content");
    },
    *links(after = FIRST) {
      checkSchema(database);
      if (strayRow) yield { kind: "row", row: NO_ROW };
      for (const row of rowsAfter(database, after)) yield { kind: "row", row };
    },
    *contents() {
      if (strayText) yield NO_TEXT;
      yield* textsBetween(database, FIRST, LAST);
    },
    checkpoints: () => checkpoints(database),
    close: () => closeReader(database),
  };
}

/** The range of row and content numbers that are read. */
const FIRST = -(2 ** 53);
const LAST = Number.MAX_SAFE_INTEGER;
/**
 * Whether there are numbers outside of that range. Verification would not read such rows, but the history would show
 * them; so they are reported as one malformed row or content.
 */
const strayIn = (table: string, column: string): string =>
  `SELECT EXISTS (SELECT 1 FROM ${table} WHERE ${column} <= ${FIRST})
    OR EXISTS (SELECT 1 FROM ${table} WHERE ${column} > ${LAST})`;
const NO_ROW: Unread<LedgerRow> = {
  seq: undefined,
  atMs: undefined,
  sample: undefined,
  kind: undefined,
  facts: undefined,
  content: undefined,
  media: undefined,
  prev: undefined,
  hash: undefined,
};
const NO_TEXT: Unread<ContentRecord> = {
  commitment: undefined,
  salt: undefined,
  body: undefined,
  forgottenMs: undefined,
};

/**
 * Verification reads the views, and the history the tables: whoever alters the file could let a view tell what a table
 * does not. (Earlier layouts are read as the copy into this one reads them.)
 */
function checkSchema(database: Libsql.Database): void {
  if (isEarlier(database)) return;
  const all = database.prepare("SELECT CAST(sql AS BLOB) FROM sqlite_schema").raw().all();
  const there = new Set(all.map((row) => String(listOf(row)[0])));
  const lacking = STATEMENTS.find((statement) => !there.has(statement));
  if (lacking === undefined) return;
  const statement = lacking.split(/ (?:AS|ON) | ?\(/)[0] ?? "";
  throw new Found({ kind: "schema-changed", seq: null, statement });
}
const STATEMENTS = SCHEMA.split(";")
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "");

const CHAINED_SQL = `SELECT count(*) = 2 FROM pragma_table_info('event') WHERE name IN ('prev', 'hash')`;

function open(file: string, key: string | null): Libsql.Database {
  const options = { readonly: true, timeout: 2000, ...encryption(key) };
  // SQLite's own files lie next to the file that a link leads to.
  const real = realpathSync(file);
  // If nobody has the file open, open it as immutable: this works in a read-only folder and creates no files next to
  // it.
  const lies = ["-wal", "-shm"].every((ending) => sizeOf(`${real}${ending}`) === 0);
  const place = lies ? `${pathToFileURL(real).href}?immutable=1` : real;
  const database = new Libsql(place, options);
  // The first read fixes the state that all later ones see. It also fails if the file is not a database.
  try {
    database.exec("BEGIN");
    if (numberOf(database.prepare(CHAINED_SQL).raw().get()) === 0) throw new NoLedger();
  } catch (error) {
    closeReader(database);
    throw error;
  }
  return database;
}

/**
 * Ends the transaction: libsql only closes a connection once its statements are collected, and until then a read
 * would keep the file from shrinking.
 */
function closeReader(database: Libsql.Database): void {
  if (database.inTransaction) database.exec("ROLLBACK");
  database.close();
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** libsql's options for decryption. */
export const encryption = (key: string | null): object =>
  key === null ? {} : { encryptionCipher: "aes256cbc", encryptionKey: key };

const numberOf = (row: unknown): number => Number(listOf(row)[0] ?? 0);

/** As Latin-1: anything that is not ASCII is invalid here anyway. */
const lettersOf = (bytes: unknown): string =>
  Buffer.isBuffer(bytes) ? bytes.toString("latin1") : "";

function* checkpoints(database: Libsql.Database): Generator<Unread<Checkpoint>> {
  for (const row of database.prepare(CHECKPOINT_SQL).raw().all().map(listOf)) {
    const [seq, hash, atMs, previous, key, signature, fine] = row;
    const letters = (bytes: unknown): unknown => (fine === 1 ? lettersOf(bytes) : undefined);
    yield {
      seq,
      atMs,
      previous,
      hash: letters(hash),
      key: letters(key),
      signature: letters(signature),
    };
  }
}
