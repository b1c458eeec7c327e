// Reads stretches of rows and blocks of texts of a ledger's file at once: many in one value, hashed where they lie in it.
// What is not as the app writes it is none here, and is looked at one by one then (rowReads.ts).
import { isUtf8 } from "node:buffer";
import type Libsql from "libsql";
import type { LedgerRow } from "../../../src-shared/ledger/row.ts";
import type { SpelledRow } from "../../../src-shared/ledger/verifyStretch.ts";
import { sha256 } from "./cryptography.ts";
import { asNumber, isCount, isText, listOf } from "./rowReads.ts";

/** Rows of one read: more would not fit into the nearest memory, and take longer. */
export const SPELLED_ROWS = 500;
/** Texts of one read, and the bytes that they may have together. */
const TEXTS = 500;
const TEXT_BYTES = 4 * 1024 * 1024;

const HASH_LETTERS = 64;
const SALT_BYTES = 32;
const LINE_END = "\n";

/** What the digest of a row is made of, as FORMAT.md has it. */
const SAID = ["seq", "at_ms", "sample", "kind", "facts", "coalesce(content, '')", "media"];
const TEXT_COLUMNS = ["sample", "kind", "facts", "media", "prev", "hash"];
const ROWS_SQL = `
  SELECT count(*), sum(fine), CAST(group_concat(lines, '\n') AS BLOB)
  FROM (
    SELECT ${["prev", "hash", ...SAID].join(" || '\n' || ")} AS lines,
      ${[isCount("seq"), isCount("at_ms"), ...TEXT_COLUMNS.map(isText)].join(" AND ")}
        AND (content IS NULL OR ${isText("content")} AND content <> '') AS fine
    FROM event WHERE seq > ? ORDER BY seq LIMIT ${SPELLED_ROWS})`;

/** Until which text the next read goes, and how many bytes it would hold by what the texts say of themselves. */
const SLICE_SQL = `
  SELECT max(id), total(bytes)
  FROM (SELECT id, ${asNumber("length")} AS bytes FROM content WHERE id > ? AND id <= ? ORDER BY id LIMIT ${TEXTS})`;
/** The salt goes right before its body: both are hashed together. */
const TEXTS_SQL = `
  SELECT count(*), sum(fine), CAST(group_concat(length, ' ') AS BLOB), CAST(group_concat(together, '') AS BLOB)
  FROM (
    SELECT length, concat(commitment, sha256, salt, body) AS together,
      ${["commitment", "sha256", "body"].map(isText).join(" AND ")}
        AND length(commitment) = ${HASH_LETTERS} AND length(sha256) = ${HASH_LETTERS}
        AND typeof(salt) = 'blob' AND length(salt) = ${SALT_BYTES}
        AND ${isCount("length")} AND length = octet_length(body) AND forgotten_ms IS NULL AS fine
    FROM content WHERE id > ? AND id <= ? ORDER BY id)`;

/**
 * The rows after one, so many reads of them. Ends early where there are no more.
 * @throws where a row is not as rows are, whatever it is
 */
export function* spelledAfter(
  database: Libsql.Database,
  after: number,
  reads: number,
): Generator<SpelledRow> {
  const statement = database.prepare(ROWS_SQL).raw();
  let last = after;
  for (let time = 0; time < reads; time += 1) {
    const [count, fine, lines] = listOf(statement.get(last));
    if (Number(count) === 0) return;
    if (count !== fine || !Buffer.isBuffer(lines) || !isUtf8(lines)) throw new Error("no rows");
    let read = 0;
    for (const row of spelledIn(lines)) {
      last = row.seq;
      read += 1;
      yield row;
    }
    // A line end within a column makes more lines than so many rows have.
    if (read !== Number(count)) throw new Error("no rows");
    if (read < SPELLED_ROWS) return;
  }
}

/** The bytes as letters of one byte each: places in both are the same. */
function* spelledIn(bytes: Buffer): Generator<SpelledRow> {
  const letters = bytes.toString("latin1");
  let at = 0;
  const endOf = (from: number): number => {
    const end = letters.indexOf(LINE_END, from);
    if (end === -1) throw new Error("too few lines");
    return end;
  };
  while (at < letters.length) {
    const said = at + 2 * (HASH_LETTERS + 1);
    const seq = endOf(said);
    const kind = endOf(endOf(seq + 1) + 1) + 1;
    const kindEnd = endOf(kind);
    const facts = endOf(kindEnd + 1);
    const content = endOf(facts + 1);
    const next = letters.indexOf(LINE_END, content + 1);
    const end = next === -1 ? letters.length : next;
    yield {
      seq: Number(letters.slice(said, seq)),
      prev: letters.slice(at, at + HASH_LETTERS),
      hash: letters.slice(at + HASH_LETTERS + 1, said - 1),
      said: bytes.subarray(said, end),
      kind: letters.slice(kind, kindEnd),
      content: letters.slice(facts + 1, content),
      media: letters.slice(content + 1, end),
    };
    at = end + 1;
  }
}

/** A spelled row column by column. */
export function columnsOf({ said, prev, hash }: SpelledRow): LedgerRow {
  const [seq, atMs, sample = "", kind = "", facts = "", content = "", media = ""] = Buffer.from(
    said,
  )
    .toString("utf8")
    .split(LINE_END);
  return {
    ...{ seq: Number(seq), atMs: Number(atMs), sample, kind, facts, media, prev, hash },
    content: content === "" ? null : content,
  };
}

/**
 * The commitments, one after another, of the texts by numbers after one until another; null where one of them is not
 * whole, or is to be looked at one by one.
 */
export function wholeTexts(database: Libsql.Database, after: number, until: number): string | null {
  const slice = database.prepare(SLICE_SQL).raw();
  const together = database.prepare(TEXTS_SQL).raw();
  let commitments = "";
  for (let last: unknown = after; ;) {
    const [end, bytes] = listOf(slice.get(last, until));
    if (end === null || end === undefined) return commitments;
    if (Number(bytes) > TEXT_BYTES) return null;
    const [count, fine, sizes, texts] = listOf(together.get(last, end));
    if (count !== fine || !Buffer.isBuffer(sizes) || !Buffer.isBuffer(texts)) return null;
    const found = commitmentsIn(texts, sizes.toString("latin1").split(" ").map(Number));
    if (found === null) return null;
    commitments += found;
    last = end;
  }
}

function commitmentsIn(texts: Buffer, sizes: readonly number[]): string | null {
  const found: string[] = [];
  let at = 0;
  for (const size of sizes) {
    const salt = at + 2 * HASH_LETTERS;
    const end = salt + SALT_BYTES + size;
    const hashes = texts.toString("latin1", at, salt);
    const commitment = hashes.slice(0, HASH_LETTERS);
    if (sha256(texts.subarray(salt, end)) !== commitment) return null;
    if (sha256(texts.subarray(salt + SALT_BYTES, end)) !== hashes.slice(HASH_LETTERS)) return null;
    found.push(commitment);
    at = end;
  }
  return at === texts.length ? found.join("") : null;
}
