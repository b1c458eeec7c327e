// Reads an export into a ledger of its own that is only for reading: verified first, and never mixed with ours.
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { verifyLedger } from "../../../src-shared/ledger/verify.ts";
import type { LedgerSource, Verification } from "../../../src-shared/ledger/verification.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { FileJob, FileJobResults } from "../../services/historyFilePorts.ts";
import type { Database } from "../sql.ts";
import { numberOf, run } from "../history/sql.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openExportFile } from "../verify/exportFile.ts";
import { notWritten } from "./exportJob.ts";

type ImportJob = Extract<FileJob, { kind: "import" }>;

/** Rows or texts between two words of progress. */
const STEP = 500;

/** The tables that reading needs, as the ledger has them. */
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

/** Yields how far it is, and gives what was read. Where it fails, nothing stays. */
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
    database = create(job.into);
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
    return fail(notWritten(error));
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

function create(file: string): Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "wx", 0o600));
  const database = new Libsql(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = OFF");
  database.exec(`${SCHEMA} PRAGMA user_version = ${VERSION};`);
  return database;
}

/** What was verified is plain by now: the types say what verification has checked. */
function* take(
  database: Database,
  source: LedgerSource,
): Generator<{ done: number; total: number }> {
  database.exec("BEGIN");
  let done = 0;
  const holders: [sample: string, commitment: string][] = [];
  for (const link of source.links()) {
    done += 1;
    if (done % STEP === 0) yield { done, total: 0 };
    if (link.kind !== "row") continue;
    const { seq, sample, atMs, kind, facts, content, media, prev, hash } = link.row;
    run(
      database,
      "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[seq, sample, atMs, kind, facts, content, media, prev, hash],
    );
    for (const one of [content, ...String(media).split(" ")]) {
      if (typeof one === "string" && one !== "") holders.push([String(sample), one]);
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
  for (const [sample, commitment] of holders) {
    const id = numberOf(database, "SELECT id FROM content WHERE commitment = ?", commitment);
    if (id > 0) run(database, "INSERT OR IGNORE INTO held VALUES (?, ?)", sample, id);
  }
  database.exec("COMMIT");
}
