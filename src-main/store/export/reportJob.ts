// Writes one request as an HTML page, piece by piece, to a temporary file that is then renamed. At most one medium is
// in memory at a time.
import { closeSync, fsyncSync, renameSync, rmSync, writeSync } from "node:fs";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { pageOf } from "#shared/report/page.ts";
import type { ReportPiece } from "#shared/report/page.ts";
import type { FileJobResults, ReportJob } from "../../services/record/historyFilePorts.ts";
import { readItem } from "../history/items.ts";
import { mediumOf } from "../history/itemView.ts";
import { LedgerFile } from "../history/ledgerFile.ts";
import { writeFailure } from "./exportJob.ts";
import { openNew } from "./newFile.ts";

/** Characters per write. */
const WRITE_CHARACTERS = 256 * 1024;
/** Bytes of a medium encoded at once: a multiple of three, so that base64 pieces can be joined. */
const MEDIUM_BYTES = 3 * 128 * 1024;

/** Yields the bytes written; `total` is not known until the end. */
export function* reportJob(
  job: ReportJob,
): Generator<{ done: number; total: number }, Outcome<FileJobResults["report"], Failure>> {
  const part = `${job.file}.part`;
  let ledger: LedgerFile | null = null;
  try {
    ledger = LedgerFile.open(job.ledger, job.key);
    const item = ledger === null ? null : readItem(ledger, job.sampleId);
    if (ledger === null || item === null) return fail({ kind: "not-found", what: "sample" });
    const events = item.rows.map(({ seq, facts, hash, row: { atMs, kind } }) => ({
      seq,
      atMs,
      kind,
      facts,
      hash,
    }));
    const pieces = pageOf(job.plan, { ...item, events });
    const bytes = yield* write(part, textsOf(pieces, ledger, job.sampleId));
    // The last point at which the caller can cancel, before the file is replaced.
    yield { done: bytes, total: bytes };
    renameSync(part, job.file);
    return ok({ bytes });
  } catch (error) {
    // An imported ledger can verify and still contain invalid requests or out-of-range times.
    const isNone = error instanceof TypeError || error instanceof SyntaxError;
    if (isNone || error instanceof RangeError) {
      return fail({ kind: "history-unavailable", detail: error.message.slice(0, 500) });
    }
    return fail(writeFailure(error));
  } finally {
    rmSync(part, { force: true });
    ledger?.close();
  }
}

/** Everything as text. Deleted media are left out. */
function* textsOf(
  pieces: Iterable<ReportPiece>,
  ledger: LedgerFile,
  sampleId: string,
): Generator<string> {
  for (const piece of pieces) {
    if (typeof piece === "string") {
      yield piece;
      continue;
    }
    const bytes = mediumOf(ledger, sampleId, piece.ref)?.bytes ?? new Uint8Array(0);
    for (let at = 0; at < bytes.length; at += MEDIUM_BYTES) {
      const slice = bytes.subarray(at, at + MEDIUM_BYTES);
      yield Buffer.from(slice.buffer, slice.byteOffset, slice.length).toString("base64");
    }
  }
}

function* write(
  part: string,
  texts: Iterable<string>,
): Generator<{ done: number; total: number }, number> {
  const file = openNew(part);
  try {
    let bytes = 0;
    let text = "";
    const flush = (): void => {
      const buffer = Buffer.from(text, "utf8");
      for (let at = 0; at < buffer.length;) at += writeSync(file, buffer, at);
      bytes += buffer.length;
      text = "";
    };
    for (const more of texts) {
      text += more;
      if (text.length < WRITE_CHARACTERS) continue;
      flush();
      yield { done: bytes, total: 0 };
    }
    flush();
    fsyncSync(file);
    return bytes;
  } finally {
    closeSync(file);
  }
}
