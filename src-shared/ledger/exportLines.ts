// The lines of an export: a selection of rows with enough of the rest that a stranger can verify it (FORMAT.md).
import { FORGOTTEN, forgottenIn } from "./found.ts";
import { digestOf } from "./row.ts";
import type { LedgerRow, Sha256 } from "./row.ts";
import type { Checkpoint, ContentRecord, Head } from "./verification.ts";

export const EXPORT_FORMAT = "export/1";

/** What an export is made of; rows come in order, from the first to the last that is wanted. */
export interface ExportSource {
  /** The ledger's own name. */
  ledger: string;
  /** A head in their midst: the rows up to it are left out altogether, where what FORMAT.md asks of a gap holds. */
  rows: Iterable<LedgerRow | { gap: Head }>;
  checkpoints: readonly Checkpoint[];
  /** The text of a commitment; null where there is none. */
  content(commitment: string): ContentRecord | null;
}

export interface ExportWish {
  exportedMs: number;
  /** Whether the row leaves whole; the others give their digest only. The first row always does. */
  wants(row: LedgerRow): boolean;
  /** Whether texts go along, or only what the rows say. */
  contents: boolean;
}

/** The hash over the lines; main takes it from node:crypto. */
export interface LineHash {
  update(text: string): void;
  hex(): string;
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The lines, each with its line end. Rows that are not wanted give their digest, so that the chain can be followed
 * from the first row to the last.
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
    // A row that forgets a text of the export belongs to it, whoever's it is.
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
