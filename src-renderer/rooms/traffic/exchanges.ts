// Pairs requests and responses in a list of rows.
import { isMessage } from "#shared/servers/traffic.ts";
import type { MessageRow, TrafficRow } from "#shared/servers/traffic.ts";

/** A request and its response, as seen from either of them. */
export interface Exchange {
  /** Number of the other row. */
  partner: number;
  /** Time from the request to the response. */
  tookMs: number;
  /** The request's method, as a response has none. */
  method: string | undefined;
}

/**
 * Pairs responses with requests by id and direction, within each connection. Ids may repeat, so the latest open
 * request counts. Keyed by row number.
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
    // A malformed request with an id gets a response as well.
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

/** The index of the row with this number, or -1. Binary search: rows are sorted. */
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
