// Copies a ledger of an earlier version into a new file of this layout. The rows and what they name stay as they are,
// even where somebody has altered them, so that both files verify with the same result.
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { FORMAT_VERSION, NO_HASH } from "#shared/ledger/row.ts";
import { firstOf, inTransaction, pragma, prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { appendFact, beginChain } from "./chain.ts";
import { sha256 } from "./content.ts";
import { convertOldRows } from "./convert.ts";
import { storedBody } from "./parts.ts";
import { LAYOUT, SCHEMA } from "./schema.ts";

/** From this version on, rows are chained. */
const CHAINED = 3;

/** This one had the lists of contents in parts in a table of their own. */
const WITH_MANIFESTS = 5;

const versionOf = (database: Database): number => Number(pragma(database, "user_version"));

const isBetween = (version: number, first: number, end: number): boolean =>
  first <= version && version < end;

/** Whether the file has to be copied before it is written. */
export const isEarlier = (database: Database): boolean => isBetween(versionOf(database), 1, LAYOUT);

/** Whether its rows are not chained. */
export const isUnchained = (database: Database): boolean =>
  isBetween(versionOf(database), 1, CHAINED);

/**
 * SQL for the body of a row of `content`.
 * @param of its alias
 */
export function earlierBody(database: Database, of = "content"): string {
  if (versionOf(database) !== WITH_MANIFESTS) return `${of}.body`;
  const end = (of: 0 | 1): string => `CASE span.type WHEN 'array' THEN span.value ->> ${of} END`;
  return `coalesce(${of}.body, (SELECT group_concat(part.body, '' ORDER BY span.key, part.id)
    FROM json_each((SELECT list FROM manifest WHERE manifest.content = ${of}.id AND json_valid(list))) span
    JOIN part ON part.id BETWEEN ${end(0)} AND ${end(1)}))`;
}

/** Copies everything into an empty database. Yields now and then. Afterwards, call `finishCopy`. */
export function* copyEarlier(from: Database, to: Database): Generator<void> {
  to.exec(SCHEMA);
  if (isUnchained(from)) {
    beginChain(to, randomUUID(), Date.now());
    return yield* convertOldRows(from, to);
  }
  yield* copyContents(from, to);
  yield* copyRows(from, to);
  const of = "(SELECT seq FROM event_row WHERE sample = CAST(? AS TEXT))";
  const held = `INSERT INTO held SELECT ${of}, ? WHERE ${of} IS NOT NULL`;
  const put = (sql: string) => (row: unknown[]) => void prepared(to, sql).run(...row);
  const sample = asBytes("sample");
  yield* each(from, `SELECT ${sample}, content, ${sample} FROM held`, put(held));
  const open = "INSERT INTO open_sample VALUES (CAST(? AS TEXT))";
  yield* each(from, `SELECT ${sample} FROM open_sample`, put(open));
  const texts = ["hash", "key", "signature"].map(asBytes).join(", ");
  const checkpoint = `INSERT INTO checkpoint (seq, at_ms, previous, hash, key, signature)
    VALUES (?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))`;
  yield* each(from, `SELECT seq, at_ms, previous, ${texts} FROM checkpoint`, put(checkpoint));
}

/**
 * Appends what the ledger says of its conversion, and marks the copy as complete.
 * @param backup the name of the backup of a file without a chain
 */
export function finishCopy(from: Database, to: Database, backup: string | null): void {
  const nowMs = Date.now();
  inTransaction(to, () => {
    const version = versionOf(from);
    if (version < CHAINED) {
      const rows = Number(firstOf(from, "SELECT count(*) FROM event"));
      if (rows > 0) appendFact(to, "converted", { from: version, rows, backup }, nowMs);
    } else {
      if (version === CHAINED) recordNarrowedFacts(to, nowMs);
      const begun = firstOf(to, `SELECT ${asBytes("facts")} FROM event_row WHERE seq = 1`);
      // From here on, content may be in parts.
      if (version < 5 && textOf(begun)?.includes(`"version":"${FORMAT_VERSION}"`) !== true)
        appendFact(to, "format-changed", { version: FORMAT_VERSION }, nowMs);
    }
    to.exec(`PRAGMA user_version = ${LAYOUT}`);
  });
}

/** How many rows are read between two yields. */
const ROWS = 200;

/** Calls `write` with each row. Yields now and then. */
function* each(database: Database, sql: string, write: (row: unknown[]) => void): Generator<void> {
  let count = 0;
  for (const row of database.prepare(sql).raw().iterate()) {
    write(Array.isArray(row) ? row : []);
    count += 1;
    if (count % ROWS === 0) yield;
  }
}

const HASH = /^[0-9a-f]{64}$/;

/** A hash that was text as its bytes; anything else as it is. */
function hashFrom(text: unknown): unknown {
  if (!Buffer.isBuffer(text) || !isUtf8(text)) return text;
  const letters = text.toString("latin1");
  return HASH.test(letters) ? Buffer.from(letters, "hex") : text.toString("utf8");
}

/** With the same ids. Long ones are divided again, and only media are still found by their hash. */
function* copyContents(from: Database, to: Database): Generator<void> {
  const media = new Set<string>();
  const named = `SELECT ${asBytes("media")} FROM event WHERE media <> ''`;
  yield* each(from, named, ([list]) =>
    String(list)
      .split(" ")
      .forEach((one) => media.add(one)),
  );
  const sql = `SELECT id, ${asBytes("commitment")}, ${asBytes("sha256")}, salt, length, forgotten_ms,
    ${asBytes(earlierBody(from))} FROM content ORDER BY id`;
  const insert = "INSERT INTO content_row VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))";
  yield* each(from, sql, ([id, commitment, hash, salt, length, forgottenMs, bytes]) => {
    const isMedium = media.has(String(commitment));
    const text = Buffer.isBuffer(bytes) && isUtf8(bytes) ? bytes.toString("utf8") : null;
    const isRight = text !== null && String(hash) === sha256(text);
    const stored = text === null || isMedium ? { body: bytes } : storedBody(to, text);
    prepared(to, insert).run(
      id,
      hashFrom(commitment),
      isRight && !isMedium ? null : hashFrom(hash),
      salt,
      length,
      forgottenMs,
      "list" in stored ? stored.list : null,
      "body" in stored ? stored.body : null,
    );
  });
}

function* copyRows(from: Database, to: Database): Generator<void> {
  const texts = ["sample", "kind", "content", "media", "prev", "hash", "facts"].map(asBytes);
  const sql = `SELECT seq, at_ms, (SELECT id FROM content c WHERE c.commitment = event.content), ${texts.join(", ")}
    FROM event ORDER BY seq`;
  const content = "iif(typeof(?6) = 'real', CAST(?6 AS INTEGER), ?6)";
  const insert = `INSERT INTO event_row VALUES (?1, ?2, CAST(?3 AS TEXT), ?4, CAST(?5 AS TEXT), ${content}, ?7, ?8, ?9,
    CAST(?10 AS TEXT))`;
  const byCommitment = "SELECT id FROM content WHERE commitment = ?";
  const first = "SELECT seq FROM event_row WHERE sample = CAST(? AS TEXT)";
  let before: unknown = Buffer.from(NO_HASH);
  yield* each(from, sql, ([seq, atMs, id, sample, kind, named, media, prev, hash, facts]) => {
    const request = rowsFromKept(to, first, sample)[0]?.[0] ?? seq;
    const list = String(media)
      .split(" ")
      .map((one) => rowsFromKept(from, byCommitment, one)[0]?.[0] ?? one);
    prepared(to, insert).run(
      seq,
      request,
      request === seq ? sample : null,
      atMs,
      kind,
      id ?? hashText(named),
      String(media) === "" ? null : JSON.stringify(list),
      Buffer.isBuffer(prev) && Buffer.isBuffer(before) && prev.equals(before)
        ? null
        : hashText(prev),
      hashFrom(hash),
      facts,
    );
    before = hash;
  });
}

/** A text of a column that has others as bytes or a number. */
const hashText = (bytes: unknown): unknown =>
  Buffer.isBuffer(bytes) && isUtf8(bytes) ? bytes.toString("utf8") : bytes;

/**
 * Since version 4, a server's command line or address and its identity are deletable content. Older rows contain them
 * for good, as changing a row would break the chain; a row records once up to where.
 */
function recordNarrowedFacts(database: Database, nowMs: number): void {
  const last = "SELECT seq FROM event_row WHERE kind = 'received' ORDER BY seq DESC LIMIT 1";
  const upTo = firstOf(database, last);
  const sql = `SELECT ${asBytes("facts")} FROM event_row WHERE seq = ?`;
  if (textOf(firstOf(database, sql, upTo ?? 0))?.includes('"where":') === true)
    appendFact(database, "facts-narrowed", { upTo: Number(upTo) }, nowMs);
}
