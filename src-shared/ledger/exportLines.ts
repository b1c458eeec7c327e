// Writes an export: selected rows, and enough of the other rows that third parties can verify it (FORMAT.md).
import { FORGOTTEN, forgottenIn } from "./found.ts";
import { digestOf } from "./row.ts";
import type { LedgerRow, Sha256 } from "./row.ts";
import { isJsonObject } from "../json.ts";
import type { ArrivingLedger, Checkpoint, ContentRecord, Head } from "./verification.ts";

export const EXPORT_FORMAT = "export/1";

/** What an export is made from; rows in order, from the first to the last wanted one. */
export interface ExportSource {
  /** The ledger's name. */
  ledger: string;
  /** A `gap` stands for the omitted rows up to that head; only where FORMAT.md allows a gap. */
  rows: Iterable<LedgerRow | { gap: Head }>;
  checkpoints: readonly Checkpoint[];
  /** The content of a commitment that this row names; null if there is none. */
  content(commitment: string, seq: number): ContentRecord | null;
}

export interface ExportWish {
  exportedMs: number;
  /** Whether to export the whole row instead of its digest. The first row is always exported. */
  wants(row: LedgerRow): boolean;
  /** Whether to include contents, not only rows. */
  contents: boolean;
}

/** SHA-256 over the lines; main implements it with node:crypto. */
export interface LineHash {
  update(text: string): void;
  hex(): string;
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Yields the lines of an export, each with its line end. Unwanted rows are replaced by their digests, so that the
 * chain can be verified from first to last row.
 */
export function* exportLines(
  source: ExportSource,
  wish: ExportWish,
  sha256: Sha256,
  hash: LineHash,
): Generator<string> {
  const { line, end } = counted(hash);
  yield line(headOf(source.ledger, wish));
  const referred = new Map<string, number>();
  for (const row of source.rows) {
    if ("gap" in row) {
      yield line(row);
      continue;
    }
    // Rows that delete an exported content are always included, whichever request they belong to.
    const forgets =
      row.kind === FORGOTTEN && forgottenIn(row.facts).some((named) => referred.has(named));
    if (row.seq > 1 && !forgets && !wish.wants(row)) {
      yield line({ omitted: { seq: row.seq, digest: digestOf(row, sha256) } });
      continue;
    }
    for (const commitment of [row.content ?? "", ...row.media.split(" ")]) {
      if (commitment !== "") referred.set(commitment, row.seq);
    }
    yield line(rowLine(row));
  }
  if (wish.contents) {
    for (const [commitment, seq] of referred) {
      const record = source.content(commitment, seq);
      if (record !== null) yield line(contentLine(record));
    }
  }
  for (const { atMs, ...columns } of source.checkpoints) {
    yield line({ checkpoint: { ...columns, at_ms: atMs } });
  }
  yield end();
}

/** The lines of the whole ledger of a team; `contents`: with them. */
export async function* exportArriving(
  ledger: ArrivingLedger,
  wish: Pick<ExportWish, "exportedMs" | "contents">,
  hash: LineHash,
): AsyncGenerator<string> {
  const { line, end } = counted(hash);
  for await (const row of ledger.rows()) {
    if (row.seq === 1) yield line(headOf(nameIn(row), wish));
    yield line(rowLine(row));
  }
  if (wish.contents) for await (const record of ledger.contents()) yield line(contentLine(record));
  yield end();
}

/** Makes lines, counts them, and says so in the last one. */
function counted(hash: LineHash): { line(value: object): string; end(): string } {
  let lines = 0;
  return {
    line(value) {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      lines += 1;
      return text;
    },
    end: () => `${JSON.stringify({ end: { lines, sha256: hash.hex() } })}\n`,
  };
}

const headOf = (ledger: string, wish: Pick<ExportWish, "exportedMs" | "contents">): object => ({
  countersign: EXPORT_FORMAT,
  ledger,
  exported_ms: wish.exportedMs,
  contents: wish.contents,
});

function rowLine({ atMs, ...columns }: LedgerRow): object {
  return { row: { ...columns, at_ms: atMs } };
}

/** The ledger's name in its first row. */
function nameIn({ facts }: LedgerRow): string {
  const read: unknown = JSON.parse(facts);
  return isJsonObject(read) && typeof read["ledger"] === "string" ? read["ledger"] : "";
}

function contentLine({ commitment, salt, body, forgottenMs }: ContentRecord): object {
  return body !== null && salt !== null
    ? { body: { commitment, salt: hexOf(salt), body } }
    : { forgotten: { commitment, at_ms: forgottenMs } };
}
