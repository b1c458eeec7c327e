// Exports a selection of the ledger as JSON Lines: written to a temporary file, which is then renamed.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, renameSync, rmSync, writeSync } from "node:fs";
import Libsql from "libsql";
import { exportLines } from "#shared/ledger/exportLines.ts";
import { FORGOTTEN, forgottenIn } from "#shared/ledger/found.ts";
import { LEDGER } from "#shared/ledger/row.ts";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type { Checkpoint, ContentRecord, Head } from "#shared/ledger/verification.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { numberOf, optionsFor, rowsOf } from "../index/sql.ts";
import { earlierBody, isEarlier } from "../ledger/earlier.ts";
import { bodyOf, OF_REQUEST } from "../ledger/schema.ts";
import { sha256 } from "../verify/cryptography.ts";
import { openNew } from "./newFile.ts";
import { spansOf } from "./spans.ts";

/** Rows per read, and characters per write. */
const ROWS = 2000;
const WRITE_CHARACTERS = 512 * 1024;
/** Requests between two progress reports. */
const STEP = 500;
const BUSY_MS = 2000;
/** Suffix of the temporary file. */
const PART = ".part";

/** `key`: the ledger's encryption key, or null. */
export interface ExportJob {
  kind: "export";
  ledger: string;
  key: string | null;
  /** Requests to export, with all their rows; null for all. */
  requests: string[] | null;
  contents: boolean;
  /** The file to write. */
  file: string;
  nowMs: number;
}

export interface ExportWritten {
  bytes: number;
  items: number;
}

/** Yields progress in rows, and returns what was written. */
export function* exportJob(
  job: ExportJob,
): Generator<{ done: number; total: number }, Outcome<ExportWritten, Failure>> {
  const part = `${job.file}${PART}`;
  let database: Database | null = null;
  try {
    database = new Libsql(job.ledger, { readonly: true, ...optionsFor(job.key, BUSY_MS) });
    // A read transaction: one state of the ledger, however long the export takes.
    database.exec("BEGIN");
    const written = yield* write(database, job, part);
    // The last point at which the caller can cancel, before the file is replaced.
    yield { done: 1, total: 1 };
    renameSync(part, job.file);
    return ok(written);
  } catch (error) {
    return fail(writeFailure(error));
  } finally {
    rmSync(part, { force: true });
    database?.close();
  }
}

function* write(
  database: Database,
  job: ExportJob,
  part: string,
): Generator<{ done: number; total: number }, ExportWritten> {
  const wanted = job.requests === null ? null : new Set(job.requests);
  const checkpoints = checkpointsOf(database);
  const head = numberOf(database, "SELECT max(seq) FROM event");
  const spans = spansOf(yield* wantedRows(database, job.requests, head), checkpoints, head);
  const last = spans.at(-1)?.last ?? head;
  const held = job.requests === null ? null : heldBy(database, job.requests);
  const items = new Set<string>();
  const hash = createHash("sha256");
  let done = 0;
  function* counted(): Generator<LedgerRow | { gap: Head }> {
    for (const { first, last } of spans) {
      if (first > done + 1) yield { gap: headAt(database, first - 1) };
      for (const row of rowsIn(database, first, last)) {
        done = row.seq;
        yield row;
      }
    }
  }
  const lines = exportLines(
    {
      ledger: nameOf(database),
      rows: counted(),
      // Checkpoints inside a gap are left out: their rows are not exported.
      checkpoints: checkpoints.filter(({ seq }) =>
        spans.some((span) => span.first - 1 <= seq && seq <= span.last),
      ),
      content: contentReader(database, held),
    },
    {
      exportedMs: job.nowMs,
      contents: job.contents,
      wants: ({ sample: request }) => {
        if (request === LEDGER) return true;
        const wants = wanted === null || wanted.has(request);
        if (wants) items.add(request);
        return wants;
      },
    },
    sha256,
    { update: (text) => void hash.update(text, "utf8"), hex: () => hash.digest("hex") },
  );
  const file = openNew(part);
  try {
    let bytes = 0;
    let text = "";
    for (const line of lines) {
      text += line;
      if (text.length < WRITE_CHARACTERS) continue;
      bytes += writeAll(file, text);
      text = "";
      yield { done, total: last };
    }
    bytes += writeAll(file, text);
    fsyncSync(file);
    return { bytes, items: items.size };
  } finally {
    closeSync(file);
  }
}

/** A write may take fewer bytes than it was given. */
function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  return bytes.length;
}

/**
 * Numbers of the rows that are exported in full, ascending: those of the requests, those that record deletions of
 * them, and the ledger's own.
 */
function* wantedRows(
  database: Database,
  requests: readonly string[] | null,
  head: number,
): Generator<{ done: number; total: number }, number[]> {
  if (requests === null) return [head];
  const ofLedger = rowsOf(database, `SELECT seq FROM event_row WHERE ${OF_REQUEST}`, LEDGER);
  const seqs: number[] = ofLedger.map(([seq]) => Number(seq));
  const named = new Set<string>();
  for (const [n, request] of requests.entries()) {
    if (n % STEP === STEP - 1) yield { done: 0, total: head };
    for (const [seq, content, media] of rowsOf(
      database,
      `SELECT seq, ${asBytes("content")}, ${asBytes("media")} FROM event
       WHERE seq IN (SELECT seq FROM event_row WHERE ${OF_REQUEST})`,
      request,
    )) {
      seqs.push(Number(seq));
      if (content !== null) named.add(String(textOf(content)));
      for (const one of String(textOf(media)).split(" ")) named.add(one);
    }
  }
  for (const [seq, facts] of rowsOf(
    database,
    `SELECT seq, ${asBytes("facts")} FROM event_row WHERE kind = '${FORGOTTEN}'`,
  )) {
    if (forgottenIn(String(textOf(facts))).some((one) => named.has(one))) seqs.push(Number(seq));
  }
  return [...new Set(seqs)].toSorted((a, b) => a - b);
}

function headAt(database: Database, seq: number): Head {
  const [row] = rowsOf(database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, seq);
  return { seq, hash: String(textOf(row?.[0])) };
}

/** Numbers come first, then texts. */
const TEXTS = ["sample", "kind", "facts", "content", "media", "prev", "hash"];
const COLUMNS = `seq, at_ms, ${TEXTS.map(asBytes).join(", ")}`;

function* rowsIn(database: Database, first: number, last: number): Generator<LedgerRow> {
  const sql = `SELECT ${COLUMNS} FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${ROWS}`;
  let after = first - 1;
  for (;;) {
    const rows = rowsOf(database, sql, after, last);
    for (const row of rows) yield rowOf(row);
    if (rows.length < ROWS) return;
    after = Number(rows.at(-1)?.[0]);
  }
}

function rowOf([seq, atMs, ...texts]: unknown[]): LedgerRow {
  const [request, kind, facts, content = null, media, prev, hash] = texts.map(textOf);
  return {
    seq: Number(seq),
    sample: String(request),
    atMs: Number(atMs),
    kind: String(kind),
    facts: String(facts),
    content,
    media: String(media),
    prev: String(prev),
    hash: String(hash),
  };
}

/** The contents these requests still hold: rows keep the commitments of deleted content. */
function heldBy(database: Database, requests: readonly string[]): ReadonlySet<number> {
  const held = new Set<number>();
  for (const request of requests) {
    const rows = rowsOf(database, `SELECT content FROM held WHERE ${OF_REQUEST}`, request);
    for (const [content] of rows) held.add(Number(content));
  }
  return held;
}

/** Null also for content that is only held by other requests; `held` null means all. */
function contentReader(
  database: Database,
  held: ReadonlySet<number> | null,
): (commitment: string, seq: number) => ContentRecord | null {
  const columns = (body: string): string => `c.id, salt, ${asBytes(body)}, forgotten_ms`;
  const named = "SELECT content FROM event_row WHERE seq = ?";
  const media = "SELECT one.value FROM event_row, json_each(media) one WHERE seq = ?";
  const sql = isEarlier(database)
    ? `SELECT ${columns(earlierBody(database, "c"))} FROM content c WHERE ? > 0 AND ? > 0 AND commitment = ?`
    : `SELECT ${columns(bodyOf("c"))} FROM content_row c
       WHERE id IN (${named} UNION ALL ${media}) AND lower(hex(commitment)) = ?`;
  return (commitment, seq) => {
    const [row] = rowsOf(database, sql, seq, seq, commitment);
    if (row === undefined) return null;
    const [id, salt, body, forgotten] = row;
    if (body !== null && held !== null && !held.has(Number(id))) return null;
    return {
      commitment,
      salt: salt instanceof Uint8Array ? salt : null,
      body: textOf(body),
      forgottenMs: forgotten === null ? null : Number(forgotten),
    };
  };
}

/** Oldest first; empty if the ledger predates checkpoints. */
function checkpointsOf(database: Database): Checkpoint[] {
  const known = "SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'";
  if (numberOf(database, known) === 0) return [];
  const texts = ["hash", "key", "signature"].map(asBytes).join(", ");
  const sql = `SELECT seq, at_ms, previous, ${texts} FROM checkpoint ORDER BY seq`;
  return rowsOf(database, sql).map(([seq, atMs, previous, hash, key, signature]) => ({
    seq: Number(seq),
    hash: String(textOf(hash)),
    atMs: Number(atMs),
    previous: Number(previous),
    key: String(textOf(key)),
    signature: String(textOf(signature)),
  }));
}

/** The ledger's name, from its first row. */
function nameOf(database: Database): string {
  const [row] = rowsOf(database, `SELECT ${asBytes("facts")} FROM event WHERE seq = 1`);
  const facts: unknown = JSON.parse(textOf(row?.[0]) ?? "{}");
  return String(Reflect.get(Object(facts), "ledger") ?? "");
}

/** A full disk has its own failure; otherwise the system's message. */
export function writeFailure(error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "file-no-room" };
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: "medium-not-saved", detail: detail.slice(0, 500) };
}
