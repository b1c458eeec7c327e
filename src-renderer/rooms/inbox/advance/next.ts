// Which request comes next: the next pending one below it in the list, else the one pending longest.
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { isForUser, isPending } from "#data/select.ts";
import { isItem, indexOfSample } from "../rows.ts";
import type { InboxRow } from "../rows.ts";

/** @param all every request the list may show, including those not listed yet */
export function nextPending(
  rows: readonly InboxRow[],
  all: readonly Sample[],
  fromId: string | null,
): string | null {
  const isNext = (sample: Sample): boolean =>
    sample.id !== fromId && isPending(sample) && isForUser(sample);
  const below = rows.slice(Math.max(0, indexOfSample(rows, fromId))).flatMap(samplesOf);
  const at = below.findIndex(({ id }) => id === fromId);
  const next = below.slice(at + 1).find(isNext);
  if (next !== undefined) return next.id;
  const [oldest] = all.filter(isNext).toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
  if (oldest === undefined) return null;
  // Of a fold that is closed, the one that its row shows.
  const fold = rows.find((row) => row.kind === "same" && !row.open && row.samples.includes(oldest));
  return fold?.kind === "same" && isNext(fold.sample) ? fold.sample.id : oldest.id;
}

const samplesOf = (row: InboxRow): readonly Sample[] =>
  row.kind === "same" ? row.samples : isItem(row) && row.kind !== "session" ? [row.sample] : [];
