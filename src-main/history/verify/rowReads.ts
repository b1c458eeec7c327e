// Reads a ledger's rows and contents even if they are damaged. SQLite does not check UTF-8, and libsql (0.5.29)
// aborts the process on an invalid text, so texts are selected as bytes and decoded here.
import { isUtf8 } from "node:buffer";
import type Libsql from "libsql";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type { ContentRecord, Unread } from "#shared/ledger/verification.ts";
import { earlierBody } from "../ledger/earlier.ts";

/** Rows per read. */
const ROWS = 2000;
/** Contents per read: at most this many, and this many bytes together, but at least one. */
const TEXTS = 500;
const TEXT_BYTES = 8 * 1024 * 1024;

export const isText = (column: string): string => `typeof(${column}) = 'text'`;
/** A number, or NULL if a damaged page has another type in its place. */
export const asNumber = (column: string): string =>
  `CASE WHEN typeof(${column}) = 'integer' THEN ${column} END`;
const TEXT_COLUMNS = ["content", "sample", "kind", "facts", "media", "prev", "hash"];
const SLICE = `(SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ${ROWS})`;
/** All as one JSON text, which takes a quarter of the time. JSON has no bytes: they are no text either. */
const SLICE_SQL = `SELECT CAST(json_group_array(json_array(seq, ${asNumber("at_ms")},
    ${TEXT_COLUMNS.map((column) => `CASE typeof(${column}) WHEN 'blob' THEN 0 ELSE ${column} END`).join(", ")}
  )) AS BLOB) FROM ${SLICE}`;
const ROWS_SQL = `
  SELECT seq, ${asNumber("at_ms")},
    ${TEXT_COLUMNS.map((column) => `typeof(${column}), CAST(${column} AS BLOB)`).join(", ")} FROM ${SLICE}`;

/** Sizes are read first, to bound the memory of one read; they are not trusted for anything else. */
const SIZE_SQL = `SELECT id, ${asNumber("length")} FROM content WHERE id > ? AND id <= ? ORDER BY id LIMIT ${TEXTS}`;
/** (With a limit inside, SQLite puts each body together once, not for each expression.) */
const textSql = (body: string): string => `
  SELECT CAST(commitment || coalesce(sha256, '') AS BLOB),
    CASE WHEN typeof(salt) IN ('blob', 'null') THEN salt ELSE 0 END, CAST(${body} AS BLOB), ${asNumber("length")},
    CASE WHEN forgotten_ms IS NULL THEN NULL WHEN typeof(forgotten_ms) = 'integer' THEN forgotten_ms ELSE -1 END,
    ${isText("commitment")} AND length(commitment) = 64 AND (sha256 IS NULL OR ${isText("sha256")})
      AND (body IS NULL OR ${isText("body")})
  FROM (SELECT * FROM content WHERE id > ? AND id <= ? ORDER BY id LIMIT -1) content`;
const HASH_LETTERS = 64;

export const listOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);

/** All rows after `after`. */
export function* rowsAfter(database: Libsql.Database, after: number): Generator<Unread<LedgerRow>> {
  const whole = database.prepare(SLICE_SQL).raw();
  const slice = database.prepare(ROWS_SQL).raw();
  for (let last: unknown = after; ;) {
    const rows =
      together(whole, last)?.map((row) => rowOf(row, inJson)) ??
      slice.all(last).map((row) => rowOf(separate(listOf(row)), (value) => value));
    yield* rows;
    last = rows.at(-1)?.seq;
    if (rows.length < ROWS) return;
  }
}

/** Null if a text or a page is damaged, or if all is too long for one text: reading them one by one tells. */
function together(slice: Libsql.Statement, last: unknown): unknown[][] | null {
  try {
    const [json] = listOf(slice.all(last)[0]);
    if (!Buffer.isBuffer(json) || !isUtf8(json)) return null;
    return JSON.parse(json.toString("utf8")) as unknown[][];
  } catch {
    return null;
  }
}

function rowOf(
  [seq, atMs, ...values]: readonly unknown[],
  read: (value: unknown) => unknown,
): Unread<LedgerRow> {
  const [content, request, kind, facts, media, prev, hash] = values.map(read);
  return { seq, atMs, sample: request, kind, facts, content, media, prev, hash };
}

/** A column's text; undefined if it is neither text nor NULL. */
const inJson = (value: unknown): unknown => (typeof value === "number" ? undefined : value);

const separate = ([seq, atMs, ...typed]: readonly unknown[]): unknown[] => [
  seq,
  atMs,
  ...TEXT_COLUMNS.map((_column, at) => valueOf(typed[2 * at], typed[2 * at + 1])),
];

/** A column's text; undefined if it is neither valid UTF-8 text nor NULL. */
function valueOf(type: unknown, bytes: unknown): string | null | undefined {
  if (type === "null") return null;
  const text = type === "text" && Buffer.isBuffer(bytes) && isUtf8(bytes);
  return text ? bytes.toString("utf8") : undefined;
}

/** Contents with numbers above `after`, up to `until`. Their bodies are bytes. */
export function* textsBetween(
  database: Libsql.Database,
  after: number,
  until: number,
): Generator<Unread<ContentRecord>> {
  const sizes = database.prepare(SIZE_SQL).raw();
  const texts = database.prepare(textSql(earlierBody(database))).raw();
  let last: unknown = after;
  for (;;) {
    const slice = sizes.all(last, until).map(listOf);
    if (slice.length === 0) return;
    let bytes = 0;
    const large = slice.findIndex(([, size]) => (bytes += Number(size ?? 0)) > TEXT_BYTES);
    const end = slice[large === -1 ? slice.length - 1 : large]?.[0];
    const rows = texts.all(last, end);
    for (const row of rows) yield recordOf(listOf(row));
    last = end;
  }
}

function recordOf([
  hashes,
  salt,
  body,
  length,
  forgottenMs,
  fine,
]: readonly unknown[]): Unread<ContentRecord> {
  const both = Buffer.isBuffer(hashes) ? hashes.toString("latin1") : "";
  const commitment = both.slice(0, HASH_LETTERS);
  // An undefined body makes the content malformed.
  if (fine !== 1) return { commitment, sha256: null, salt, body: undefined, length, forgottenMs };
  const sha256 = both.length === HASH_LETTERS ? null : both.slice(HASH_LETTERS);
  return { commitment, sha256, salt, body, length, forgottenMs };
}
