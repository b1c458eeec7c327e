// A ledger's SQLite file as verification reads it: read-only, a slice of rows at a time.
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import type {
  Checkpoint,
  ContentRecord,
  LedgerSource,
  Link,
  Unread,
} from "../../../src-shared/ledger/verification.ts";

/** Rows of one read. */
const ROWS = 2000;
/** Texts of one read: so many, or so many bytes together, but always one. */
const TEXTS = 500;
const TEXT_BYTES = 8 * 1024 * 1024;

const ROW_SQL = `SELECT seq, sample, at_ms, kind, facts, content, media, prev, hash
  FROM event WHERE seq > ? ORDER BY seq LIMIT ${ROWS}`;
/** The sizes go first, so that one read never holds more than is asked for. They are only believed for that. */
const SIZE_SQL = `SELECT id, length FROM content WHERE id > ? ORDER BY id LIMIT ${TEXTS}`;
const TEXT_SQL = `SELECT commitment, sha256, salt, body, length, forgotten_ms
  FROM content WHERE id > ? AND id <= ? ORDER BY id`;
const CHECKPOINT_SQL = `SELECT seq, hash, at_ms, previous, key, signature FROM checkpoint ORDER BY seq`;

/** An open file to verify. */
export interface OpenLedger extends LedgerSource {
  /** How many rows there are, for progress. */
  readonly total: number;
  /** How many texts there are. */
  readonly texts: number;
  close(): void;
}

/**
 * Opens a ledger for reading.
 * @param key what it is encrypted with, or null
 * @throws what SQLite says when it is no database, or encrypted by another key
 */
export function openLedgerFile(file: string, key: string | null): OpenLedger {
  const database = open(file, key);
  return {
    kind: "ledger",
    ledger: null,
    total: numberOf(database.prepare("SELECT max(seq) FROM event").raw().get()),
    texts: numberOf(database.prepare("SELECT count(*) FROM content").raw().get()),
    links: () => links(database),
    contents: () => contents(database),
    checkpoints: () => checkpoints(database),
    close: () => void database.close(),
  };
}

function open(file: string, key: string | null): Libsql.Database {
  const options = { readonly: true, timeout: 2000, ...encryption(key) };
  // What nobody has open is read as it lies, from a read-only folder as well; nothing is put beside it.
  const lies = ["-wal", "-shm"].every((ending) => sizeOf(`${file}${ending}`) === 0);
  const place = lies ? `${pathToFileURL(file).href}?immutable=1` : file;
  const database = new Libsql(place, options);
  // The first read opens the file: also where it is no database.
  database.prepare("SELECT count(*) FROM sqlite_schema").raw().get();
  return database;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** How libsql is told to decrypt. */
export const encryption = (key: string | null): object =>
  key === null ? {} : { encryptionCipher: "aes256cbc", encryptionKey: key };

const listOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);
const numberOf = (row: unknown): number => Number(listOf(row)[0] ?? 0);

function* links(database: Libsql.Database): Generator<Link> {
  const read = database.prepare(ROW_SQL).raw();
  let last: unknown = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = read.all(last).map(listOf);
    for (const [seq, sample, atMs, kind, facts, content, media, prev, hash] of rows) {
      last = seq;
      yield { kind: "row", row: { seq, sample, atMs, kind, facts, content, media, prev, hash } };
    }
    if (rows.length < ROWS) return;
  }
}

function* contents(database: Libsql.Database): Generator<Unread<ContentRecord>> {
  const sizes = database.prepare(SIZE_SQL).raw();
  const texts = database.prepare(TEXT_SQL).raw();
  let last: unknown = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const slice = sizes.all(last).map(listOf);
    if (slice.length === 0) return;
    let bytes = 0;
    const large = slice.findIndex(([, size]) => (bytes += Number(size ?? 0)) > TEXT_BYTES);
    const until = slice[large === -1 ? slice.length - 1 : large]?.[0];
    for (const row of texts.all(last, until).map(listOf)) {
      const [commitment, sha256, salt, body, length, forgottenMs] = row;
      yield { commitment, sha256, salt, body, length, forgottenMs };
    }
    last = until;
  }
}

function* checkpoints(database: Libsql.Database): Generator<Unread<Checkpoint>> {
  for (const row of database.prepare(CHECKPOINT_SQL).raw().all().map(listOf)) {
    const [seq, hash, atMs, previous, key, signature] = row;
    yield { seq, hash, atMs, previous, key, signature };
  }
}
