// Which requests match a filter: each version of a request is matched once.
import { rowOf } from "../../src-shared/filter/columns.ts";
import type { ItemRow } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { testOf } from "../../src-shared/filter/matches.ts";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { indexedText } from "../state/requests/indexedTexts.ts";
import { mirror } from "../state/mirror.ts";

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
