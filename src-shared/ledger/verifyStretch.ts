// A stretch of rows that is walked along apart from the others: its rows say nothing of what stands before the first of
// them but its hash, so stretches can be looked at anywhere, at the same time, and are joined where they meet.
import { FORGOTTEN, forgottenIn, isHash, unvouchedIn } from "./found.ts";
import { UNVOUCHED } from "./row.ts";
import type { LedgerRow } from "./row.ts";
import { checkpointText } from "./verification.ts";
import type { Checkpoint, Cryptography, Watched, Stretch } from "./verification.ts";

/**
 * A row as its reader spells it, who has seen that each column has its type, numbers are counts, and no column holds a
 * line end or, as content, nothing at all.
 */
export interface SpelledRow {
  seq: number;
  prev: string;
  hash: string;
  /** What its digest is made of, in UTF-8. */
  said: Uint8Array;
  /** As far as these are ASCII, otherwise something else that is not. Empty where there is none. */
  kind: string;
  content: string;
  media: string;
}

/** What walking along takes. */
export interface Stretching {
  watched: Watched;
  /** The name of the ledger, for signatures. */
  ledger: string | null;
  cryptography: Cryptography;
  /** The hash of a row after `prev`, by the rule of `hashOf`, from what its digest is made of. */
  rowHashOf(prev: string, said: Uint8Array): string;
  columnsOf(row: SpelledRow): LedgerRow;
}

/**
 * Walks along the rows; null where anything of them is not as it has to be, whatever it is. What has to be equal to a
 * hash is not asked whether it is one.
 * @param first the number that the first of them has to have
 */
export function stretchOf(
  rows: Iterable<SpelledRow>,
  first: number,
  { watched: { checkpoints, head }, ledger, cryptography, rowHashOf, columnsOf }: Stretching,
): Stretch | null {
  const stretch = { begun: null as LedgerRow | null, prev: "", marks: [] as Stretch["marks"] };
  const forgotten: Stretch["forgotten"] = [];
  const unvouched: Stretch["unvouched"] = [];
  const seqs: number[] = [];
  const commitments: string[] = [];
  let last = first - 1;
  let hash = "";
  try {
    for (const row of rows) {
      const { seq, prev, content, media } = row;
      if (seq !== last + 1 || (seq !== first && prev !== hash)) return null;
      if (seq === first) stretch.prev = prev;
      if (seq === 1) stretch.begun = columnsOf(row);
      hash = rowHashOf(prev, row.said);
      if (row.hash !== hash) return null;
      last = seq;
      for (const text of textsOf(content, media)) {
        if (!isHash(text)) return null;
        seqs.push(seq);
        commitments.push(text);
      }
      if (row.kind === FORGOTTEN) {
        const { facts, atMs } = columnsOf(row);
        for (const gone of forgottenIn(facts)) forgotten.push([gone, atMs]);
      }
      if (row.kind === UNVOUCHED) {
        const named = unvouchedIn(columnsOf(row).facts);
        if (named !== null) unvouched.push(named);
      }
      const checkpoint = checkpoints.get(seq);
      if (checkpoint === undefined && head?.seq !== seq) continue;
      const signed = checkpoint !== undefined && isSigned(checkpoint, ledger, cryptography);
      stretch.marks.push({ seq, hash, signedFor: signed ? ledger : null });
    }
  } catch {
    // Whoever reads it row by row meets the same, and says it.
    return null;
  }
  if (last < first) return null;
  const texts = { seqs: Float64Array.from(seqs), commitments: commitments.join("") };
  return { ...stretch, first, last, hash, texts, forgotten, unvouched };
}

const NONE: readonly string[] = [];

function textsOf(content: string, media: string): readonly string[] {
  if (media !== "") return content === "" ? media.split(" ") : [content, ...media.split(" ")];
  return content === "" ? NONE : [content];
}

const isSigned = (
  checkpoint: Checkpoint,
  ledger: string | null,
  { signed }: Cryptography,
): boolean =>
  ledger !== null &&
  signed(checkpointText(ledger, checkpoint), checkpoint.key, checkpoint.signature);
