// Which answer belongs to which request, and what a row is called: pure facts about a list of rows.
import { isMessage } from "../../src-shared/servers/traffic.ts";
import type { MessageRow, TrafficRow } from "../../src-shared/servers/traffic.ts";

/** A request with its answer, seen from either of the two. */
export interface Exchange {
  /** Number of the other one. */
  partner: number;
  /** From the request to the answer. */
  tookMs: number;
  /** The request's method: an answer carries none. */
  method: string | undefined;
}

/**
 * Pairs answers with requests by id and direction, each connection on its own. Ids come again, so the
 * newest open request counts. By number of the row.
 */
export function exchangesOf(rows: readonly TrafficRow[]): ReadonlyMap<number, Exchange> {
  const open = new Map<string, MessageRow>();
  const found = new Map<number, Exchange>();
  for (const row of rows) {
    if (!isMessage(row)) {
      open.clear();
      continue;
    }
    if (row.id === undefined) continue;
    const id = `${typeof row.id} ${row.id}`;
    // A broken envelope that asks under an id is answered as well.
    if (row.method !== undefined) open.set(`${row.direction} ${id}`, row);
    if (row.kind !== "answer") continue;
    const key = `${row.direction === "in" ? "out" : "in"} ${id}`;
    const request = open.get(key);
    if (request === undefined) continue;
    open.delete(key);
    const { method } = request;
    const tookMs = row.tickMs - request.tickMs;
    found.set(request.seq, { partner: row.seq, tookMs, method });
    found.set(row.seq, { partner: request.seq, tookMs, method });
  }
  return found;
}

/** The index of the row with this number; -1 where it is not there. Rows are in order. */
export function indexOf(rows: readonly TrafficRow[], seq: number | null): number {
  if (seq === null) return -1;
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle]?.seq ?? 0;
    if (at === seq) return middle;
    if (at < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
