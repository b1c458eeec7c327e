// The filter of the message list: direction, kind, text.
import { isMessage } from "#shared/servers/traffic.ts";
import type { TrafficDirection, TrafficKind, TrafficRow } from "#shared/servers/traffic.ts";
import type { Exchange } from "./exchanges.ts";

export interface Filter {
  direction: "both" | TrafficDirection;
  kind: "all" | "failed" | TrafficKind;
  text: string;
}

export const NO_FILTER: Filter = { direction: "both", kind: "all", text: "" };

export const isOff = ({ direction, kind, text }: Filter): boolean =>
  direction === "both" && kind === "all" && text === "";

/**
 * The rows that match. Text is searched in the method (for a response, its request's) and, through `found`, in the
 * whole message. Rows for the beginning and end of connections are only shown without a filter.
 */
export function matchingRows(
  rows: readonly TrafficRow[],
  filter: Filter,
  exchanges: ReadonlyMap<number, Exchange>,
  found: ReadonlySet<number>,
): readonly TrafficRow[] {
  if (isOff(filter)) return rows;
  const words = filter.text.toLowerCase();
  return rows.filter((row) => {
    if (!isMessage(row)) return false;
    if (filter.direction !== "both" && row.direction !== filter.direction) return false;
    if (filter.kind === "failed" && row.failed !== true && row.notTaken === undefined) return false;
    if (filter.kind !== "all" && filter.kind !== "failed" && row.kind !== filter.kind) return false;
    if (words === "") return true;
    const method = row.method ?? exchanges.get(row.seq)?.method ?? "";
    return method.toLowerCase().includes(words) || found.has(row.seq);
  });
}
