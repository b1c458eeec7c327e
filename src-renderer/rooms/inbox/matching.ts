// Which requests match a filter: each version of a request is matched once.
import { rowOf } from "#shared/filter/columns.ts";
import type { ItemRow } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import { testOf } from "#shared/filter/matches.ts";
import type { FilterQuery } from "#shared/filter/query.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { indexedText } from "#data/requests/indexedTexts.ts";
import { mirror } from "#data/mirror.ts";

/** Keyed by sample object: a changed sample is a new object. */
let rows = new WeakMap<Sample, ItemRow>();
/** Checks that were off when the rows were computed. */
let rowsOff: readonly string[] = [];

function rowOfSample(sample: Sample): ItemRow {
  const off = mirror.getState().settings.findingsOff;
  if (off !== rowsOff) [rows, rowsOff] = [new WeakMap(), off];
  const row = rows.get(sample) ?? rowOf(factsOf(sample, off));
  rows.set(sample, row);
  return row;
}

/** A matcher for requests of the inbox. Times such as `7d` count from `nowMs`. */
export function matcherFor(query: FilterQuery, nowMs = Date.now()): (sample: Sample) => boolean {
  const test = testOf(query, nowMs);
  const found = new WeakMap<Sample, boolean>();
  return (sample) => {
    const known = found.get(sample);
    if (known !== undefined) return known;
    const fits = test({ row: rowOfSample(sample), indexed: () => indexedText(sample) });
    found.set(sample, fits);
    return fits;
  };
}
