// Reads an export into a separate, read-only ledger. It is verified first, and never mixed with the profile's own.
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { FORGOTTEN, parsed } from "#shared/ledger/found.ts";
import { verifyLedger } from "#shared/ledger/verify.ts";
import type { LedgerSource, Verification } from "#shared/ledger/verification.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileJob, FileJobResults } from "../../services/record/historyFilePorts.ts";
import type { Database } from "../sql.ts";
import { numberOf, run } from "../history/sql.ts";
import { cryptography } from "../verify/cryptography.ts";
import { encryption } from "../verify/ledgerFile.ts";
import { openExportFile } from "../verify/exportFile.ts";
import { writeFailure } from "./exportJob.ts";

type ImportJob = Extract<FileJob, { kind: "import" }>;

/** Rows or texts between two progress reports. */
const STEP = 500;

/** The tables needed for reading, as in the ledger. */
const SCHEMA = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY, sample TEXT NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
    facts TEXT NOT NULL, content TEXT, media TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX event_sample ON event (sample, seq);
  CREATE TABLE content (
    id INTEGER PRIMARY KEY, commitment TEXT NOT NULL UNIQUE, sha256 TEXT UNIQUE, salt BLOB, body TEXT,
    length INTEGER NOT NULL, forgotten_ms INTEGER
  ) STRICT;
  CREATE TABLE held (
    sample TEXT NOT NULL, content INTEGER NOT NULL, PRIMARY KEY (sample, content)
  ) STRICT, WITHOUT ROWID;
`;
const VERSION = 3;

/** Yields progress and returns what was read. If it fails, nothing is left behind. */
export function* importJob(
  job: ImportJob,
): Generator<{ done: number; total: number }, Outcome<FileJobResults["import"], Failure>> {
  let database: Database | null = null;
  let whole = false;
  try {
    const source = openExportFile(job.file);
    if (source === null) return fail({ kind: "import-not-export" });
    const verified = yield* verify(source);
    const { fault } = verified;
    if (fault !== null) return fail({ kind: "import-broken", fault: fault.kind, seq: fault.seq });
    database = create(job.into, job.key);
    yield* take(database, source);
    whole = true;
    return ok({
      ledger: source.ledger ?? "",
      rows: verified.rows,
      omitted: verified.omitted,
      contents: verified.contents,
      signedSeq: verified.signedSeq,
      key: verified.key,
    });
  } catch (error) {
    return fail(writeFailure(error));
  } finally {
    database?.close();
    if (!whole) rmSync(path.dirname(job.into), { recursive: true, force: true });
  }
}

function* verify(source: LedgerSource): Generator<{ done: number; total: number }, Verification> {
  const steps = verifyLedger(source, cryptography);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield { done: step.value.done, total: 0 };
  }
}

function create(file: string, key: string | null): Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "wx", 0o600));
  const database = new Libsql(file, encryption(key));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = OFF");
  database.exec(`${SCHEMA} PRAGMA user_version = ${VERSION};`);
  return database;
}

/** A request and one commitment in its row: of its private fields, or of a medium. */
interface Holder {
  sample: string;
  seq: number;
  commitment: string;
  of: keyof Forgot;
}

/** The row by which a request's content, or only its media, was deleted. */
interface Forgot {
  all: Map<string, number>;
  media: Map<string, number>;
}

/** Verification has checked the values that are cast here. */
function* take(
  database: Database,
  source: LedgerSource,
): Generator<{ done: number; total: number }> {
  database.exec("BEGIN");
  let done = 0;
  const holders: Holder[] = [];
  const forgot: Forgot = { all: new Map(), media: new Map() };
  for (const link of source.links()) {
    done += 1;
    if (done % STEP === 0) yield { done, total: 0 };
    if (link.kind !== "row") continue;
    const { seq, sample, atMs, kind, facts, content, media, prev, hash } = link.row;
    run(
      database,
      "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      seq,
      sample,
      atMs,
      kind,
      facts,
      content,
      media,
      prev,
      hash,
    );
    const row = { sample: String(sample), seq: Number(seq) };
    if (typeof content === "string") holders.push({ ...row, commitment: content, of: "all" });
    for (const one of String(media).split(" ")) {
      if (one !== "") holders.push({ ...row, commitment: one, of: "media" });
    }
    if (kind === FORGOTTEN) {
      const said = parsed(String(facts));
      const mediaOnly = said !== null && "mediaOnly" in said && said.mediaOnly === true;
      forgot[mediaOnly ? "media" : "all"].set(row.sample, row.seq);
    }
  }
  for (const { commitment, salt, body, forgottenMs } of source.contents()) {
    done += 1;
    if (done % STEP === 0) yield { done, total: 0 };
    const text = typeof body === "string" ? body : null;
    run(
      database,
      `INSERT INTO content (commitment, sha256, salt, body, length, forgotten_ms)
       VALUES (?, ?, ?, ?, ?, ?)`,
      commitment,
      text === null ? null : createHash("sha256").update(text, "utf8").digest("hex"),
      salt,
      text,
      text === null ? 0 : Buffer.byteLength(text, "utf8"),
      forgottenMs,
    );
  }
  for (const [n, { sample, seq, commitment, of }] of holders.entries()) {
    if (n % STEP === STEP - 1) yield { done: done + n, total: 0 };
    // Content that other requests hold is still there, but deleted for this one.
    if (seq < (forgot.all.get(sample) ?? 0)) continue;
    if (of === "media" && seq < (forgot.media.get(sample) ?? 0)) continue;
    const id = numberOf(database, "SELECT id FROM content WHERE commitment = ?", commitment);
    if (id > 0) run(database, "INSERT OR IGNORE INTO held VALUES (?, ?)", sample, id);
  }
  database.exec("COMMIT");
}
