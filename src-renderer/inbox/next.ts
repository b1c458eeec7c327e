// Which request comes after one: the next pending one below it in the list, else the one that has been pending longest.
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { isPending } from "../state/select.ts";
import { isItem, placeOf } from "./rows.ts";
import type { InboxRow } from "./rows.ts";

/** @param all what the list may show, also what is not in it yet */
export function nextPending(
  rows: readonly InboxRow[],
  all: readonly Sample[],
  fromId: string | null,
): string | null {
  const isNext = (sample: Sample): boolean => sample.id !== fromId && isPending(sample);
  const below = rows.slice(Math.max(0, placeOf(rows, fromId))).flatMap(samplesOf);
  const at = below.findIndex(({ id }) => id === fromId);
  const next = below.slice(at + 1).find(isNext);
  if (next !== undefined) return next.id;
  const [oldest] = all.filter(isNext).toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
  return oldest?.id ?? null;
}

const samplesOf = (row: InboxRow): readonly Sample[] =>
  row.kind === "same" ? row.samples : isItem(row) ? [row.sample] : [];
