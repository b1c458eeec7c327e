// Reads a ledger's rows and contents even if they are damaged. SQLite does not check UTF-8, and libsql (0.5.29)
// aborts the process on an invalid text, so texts are selected as bytes and decoded here.
import { isUtf8 } from "node:buffer";
import type Libsql from "libsql";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type { ContentRecord, Unread } from "#shared/ledger/verification.ts";
import { earlierBody, isEarlier } from "../ledger/earlier.ts";

/** Rows per read. */
const ROWS = 250;
/** Contents per read: at most this many, and this many bytes together, but at least one. */
const TEXTS = 125;
const TEXT_BYTES = 8 * 1024 * 1024;
const HASH_LETTERS = 64;
const SALT_BYTES = 32;

export const isText = (column: string): string => `typeof(${column}) = 'text'`;
const isInteger = (column: string): string => `typeof(${column}) = 'integer'`;
const isLine = (column: string): string =>
  `(${column} IS NULL OR (${isText(column)} AND ${column} <> ''))`;
/** A number, or NULL if a damaged page has another type in its place. */
export const asNumber = (column: string): string =>
  `CASE WHEN ${isInteger(column)} THEN ${column} END`;

/** All values of each column as the lines of one text, which takes a fraction of the time. NULL is an empty line. */
const inLines = (columns: string[]): string =>
  columns.map((of) => `CAST(group_concat(coalesce(${of}, ''), char(10)) AS BLOB)`).join(", ");

const TEXT_COLUMNS = ["sample", "kind", "facts", "media", "prev", "hash"];
/** Of a row that has no place among those of its request, where the history looks for it: NULL. */
const SAMPLE = `CASE (SELECT (one.sample IS NULL) = (one.request = one.seq) FROM event_row one WHERE one.seq = event.seq)
  WHEN 0 THEN sample END AS sample`;
/** (With a limit inside, SQLite computes each column once.) */
const next = (sample: string): string => `(
  SELECT seq, at_ms, content, ${sample}, kind, facts, media, prev, hash FROM event
  WHERE seq > ? ORDER BY seq LIMIT ${ROWS})`;
/** First whether each value is a line of its kind. */
const SLICE_SQL = `
  SELECT min(${TEXT_COLUMNS.map(isText).join(" AND ")} AND ${isInteger("at_ms")} AND ${isLine("content")}),
    ${inLines(["seq", "at_ms", "content", ...TEXT_COLUMNS])}`;
const ROWS_SQL = `SELECT seq, ${asNumber("at_ms")},
  ${["content", ...TEXT_COLUMNS].map((column) => `typeof(${column}), CAST(${column} AS BLOB)`).join(", ")}`;

/** Sizes are read first, to bound the memory of one read; they are not trusted for anything else. */
const END_SQL = `
  SELECT max(id) FROM (SELECT id, total(size) OVER (ORDER BY id) - size AS before FROM (
    SELECT id, coalesce(${asNumber("length")}, 0) AS size FROM content WHERE id > ? AND id <= ? ORDER BY id LIMIT ${TEXTS}
  )) WHERE before <= ${TEXT_BYTES}`;
/** (With a limit inside, SQLite puts each body together once, not for each expression.) */
const textsOf = (body: string): string => `(
  SELECT id, commitment, sha256, salt, length, forgotten_ms, ${body} AS body FROM content
  WHERE id > ? AND id <= ? ORDER BY id LIMIT -1)`;
/** Like rows; and what the commitments cover, joined. */
const textsSql = (body: string): string => `
  SELECT min(${isText("commitment")} AND ${isInteger("length")} AND CASE
      WHEN body IS NULL THEN salt IS NULL AND sha256 IS NULL AND ${isInteger("forgotten_ms")}
      ELSE ${isText("body")} AND typeof(salt) = 'blob' AND length(salt) = ${SALT_BYTES} AND forgotten_ms IS NULL
        AND ${isLine("sha256")} END),
    ${inLines(["commitment", "sha256", "length", "forgotten_ms", "octet_length(body)"])},
    CAST(group_concat(salt || body, '') AS BLOB) FROM ${textsOf(body)}`;
const textSql = (body: string): string => `
  SELECT CAST(commitment || coalesce(sha256, '') AS BLOB),
    CASE WHEN typeof(salt) IN ('blob', 'null') THEN salt ELSE 0 END, CAST(body AS BLOB), ${asNumber("length")},
    CASE WHEN forgotten_ms IS NULL THEN NULL WHEN ${isInteger("forgotten_ms")} THEN forgotten_ms ELSE -1 END,
    ${isText("commitment")} AND length(commitment) = ${HASH_LETTERS} AND (sha256 IS NULL OR ${isText("sha256")})
      AND (body IS NULL OR ${isText("body")})
  FROM ${textsOf(body)}`;

export const listOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);

/**
 * The columns of a slice, as many lines of each, and what follows them. Null if lines don't tell each value, if a
 * page is damaged, or if all is too long for one text: reading them one by one tells.
 */
function together(
  slice: Libsql.Statement,
  of: unknown[],
  columns: number,
): { lines: string[][]; others: unknown[] } | null {
  try {
    const [isFine, ...values] = listOf(slice.all(...of)[0]);
    const texts = values.slice(0, columns).filter((text) => Buffer.isBuffer(text) && isUtf8(text));
    const lines = texts.map((text) => String(text).split("\n"));
    const count = lines[0]?.length;
    const isWhole = isFine === 1 && lines.length === columns;
    return isWhole && lines.every(({ length }) => length === count)
      ? { lines, others: values.slice(columns) }
      : null;
  } catch {
    return null;
  }
}

/** All rows after `after`. */
export function* rowsAfter(database: Libsql.Database, after: number): Generator<Unread<LedgerRow>> {
  const from = next(isEarlier(database) ? "sample" : SAMPLE);
  const whole = database.prepare(`${SLICE_SQL} FROM ${from}`).raw();
  const slice = database.prepare(`${ROWS_SQL} FROM ${from}`).raw();
  for (let last: unknown = after; ;) {
    const rows = rowsTogether(whole, last) ?? slice.all(last).map(separate);
    yield* rows;
    last = rows.at(-1)?.seq;
    if (rows.length < ROWS) return;
  }
}

function rowsTogether(slice: Libsql.Statement, last: unknown): Unread<LedgerRow>[] | null {
  const read = together(slice, [last], 3 + TEXT_COLUMNS.length);
  if (read === null) return null;
  const [seqs = [], times, contents, ...texts] = read.lines;
  return seqs.map((seq, at) => {
    const content = contents?.[at] === "" ? null : contents?.[at];
    return rowOf(Number(seq), Number(times?.[at]), [content, ...texts.map((lines) => lines[at])]);
  });
}

function separate(row: unknown): Unread<LedgerRow> {
  const [seq, atMs, ...typed] = listOf(row);
  const values = typed.flatMap((type, at) => (at % 2 === 0 ? [valueOf(type, typed[at + 1])] : []));
  return rowOf(seq, atMs, values);
}

const rowOf = (seq: unknown, atMs: unknown, texts: readonly unknown[]): Unread<LedgerRow> => {
  const [content, request, kind, facts, media, prev, hash] = texts;
  return { seq, atMs, sample: request, kind, facts, content, media, prev, hash };
};

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
  const ends = database.prepare(END_SQL).raw();
  const body = earlierBody(database);
  const whole = database.prepare(textsSql(body)).raw();
  const texts = database.prepare(textSql(body)).raw();
  for (let last: unknown = after; ;) {
    const [end] = listOf(ends.all(last, until)[0]);
    if (end === null) return;
    yield* textsTogether(whole, last, end) ?? texts.all(last, end).map(recordOf);
    last = end;
  }
}

function textsTogether(
  slice: Libsql.Statement,
  after: unknown,
  until: unknown,
): Unread<ContentRecord>[] | null {
  const read = together(slice, [after, until], 5);
  if (read === null) return null;
  const [commitments = [], hashes, lengths, times, sizes] = read.lines;
  const [covered] = read.others;
  const bytes = Buffer.isBuffer(covered) ? covered : Buffer.alloc(0);
  let end = 0;
  return commitments.map((commitment, at) => {
    const length = Number(lengths?.[at]);
    const size = sizes?.[at] ?? "";
    const kept = { salt: null, body: null, forgottenMs: Number(times?.[at]) };
    if (size === "") return { commitment, sha256: null, length, ...kept };
    const start = end + SALT_BYTES;
    const salt = bytes.subarray(end, start);
    end = start + Number(size);
    const sha256 = hashes?.[at] === "" ? null : hashes?.[at];
    return {
      commitment,
      sha256,
      length,
      salt,
      body: bytes.subarray(start, end),
      forgottenMs: null,
    };
  });
}

function recordOf(row: unknown): Unread<ContentRecord> {
  const [hashes, salt, body, length, forgottenMs, fine] = listOf(row);
  const both = Buffer.isBuffer(hashes) ? hashes.toString("latin1") : "";
  const commitment = both.slice(0, HASH_LETTERS);
  // An undefined body makes the content malformed.
  if (fine !== 1) return { commitment, sha256: null, salt, body: undefined, length, forgottenMs };
  const sha256 = both.length === HASH_LETTERS ? null : both.slice(HASH_LETTERS);
  return { commitment, sha256, salt, body, length, forgottenMs };
}
