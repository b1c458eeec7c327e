// Writes an export: selected rows, and enough of the other rows that third parties can verify it (FORMAT.md).
import { FORGOTTEN, forgottenIn } from "./found.ts";
import { digestOf } from "./row.ts";
import type { LedgerRow, Sha256 } from "./row.ts";
import type { Checkpoint, ContentRecord, Head } from "./verification.ts";

export const EXPORT_FORMAT = "export/1";

/** What an export is made from; rows in order, from the first to the last wanted one. */
export interface ExportSource {
  /** The ledger's name. */
  ledger: string;
  /** A `gap` stands for the omitted rows up to that head; only where FORMAT.md allows a gap. */
  rows: Iterable<LedgerRow | { gap: Head }>;
  checkpoints: readonly Checkpoint[];
  /** The content of a commitment; null if there is none. */
  content(commitment: string): ContentRecord | null;
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
  let lines = 0;
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    lines += 1;
    return text;
  };
  yield line({
    countersign: EXPORT_FORMAT,
    ledger: source.ledger,
    exported_ms: wish.exportedMs,
    contents: wish.contents,
  });
  const referred = new Set<string>();
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
      if (commitment !== "") referred.add(commitment);
    }
    const { atMs, ...columns } = row;
    yield line({ row: { ...columns, at_ms: atMs } });
  }
  if (wish.contents) {
    for (const commitment of referred) {
      const record = source.content(commitment);
      if (record !== null) yield* contentLine(record, line);
    }
  }
  for (const { atMs, ...columns } of source.checkpoints) {
    yield line({ checkpoint: { ...columns, at_ms: atMs } });
  }
  yield `${JSON.stringify({ end: { lines, sha256: hash.hex() } })}\n`;
}

function* contentLine(
  { commitment, salt, body, forgottenMs }: ContentRecord,
  line: (value: object) => string,
): Generator<string> {
  if (body !== null && salt !== null) {
    yield line({ body: { commitment, salt: hexOf(salt), body } });
  } else yield line({ forgotten: { commitment, at_ms: forgottenMs } });
}
