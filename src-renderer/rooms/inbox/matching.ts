// Which requests match a filter: each version of a request is matched once.
import { rowOf } from "#shared/filter/columns.ts";
import type { ItemRow } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import { testOf } from "#shared/filter/matches.ts";
import type { FilterQuery } from "#shared/filter/query.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";
import { mirror } from "#data/mirror.ts";

/** Keyed by request object: a changed request is a new object. */
let rows = new WeakMap<HeldRequest, ItemRow>();
/** Checks that were off when the rows were computed. */
let rowsOff: readonly string[] = [];

function rowOfRequest(request: HeldRequest): ItemRow {
  const off = mirror.getState().settings.findingsOff;
  if (off !== rowsOff) [rows, rowsOff] = [new WeakMap(), off];
  const row = rows.get(request) ?? rowOf(factsOf(request, off));
  rows.set(request, row);
  return row;
}

/** A matcher for requests of the inbox. Times such as `7d` count from `nowMs`. */
export function matcherFor(
  query: FilterQuery,
  nowMs = Date.now(),
): (request: HeldRequest) => boolean {
  const test = testOf(query, nowMs);
  const found = new WeakMap<HeldRequest, boolean>();
  return (request) => {
    const known = found.get(request);
    if (known !== undefined) return known;
    const fits = test({ row: rowOfRequest(request), indexed: () => indexedText(request) });
    found.set(request, fits);
    return fits;
  };
}
