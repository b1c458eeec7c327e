// Which requests fit a filter: each is looked at once for it, as it stands.
import { rowOf } from "../../src-shared/filter/columns.ts";
import type { ItemRow } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { testOf } from "../../src-shared/filter/matches.ts";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { indexedText } from "../state/requests/indexedTexts.ts";
import { mirror } from "../state/mirror.ts";

/** What is known of samples as they stand: a changed one is another object. */
let rows = new WeakMap<Sample, ItemRow>();
/** Kinds of findings that were switched off when the rows were made. */
let rowsOff: readonly string[] = [];

function rowOfSample(sample: Sample): ItemRow {
  const off = mirror.getState().settings.findingsOff;
  if (off !== rowsOff) [rows, rowsOff] = [new WeakMap(), off];
  const row = rows.get(sample) ?? rowOf(factsOf(sample, off));
  rows.set(sample, row);
  return row;
}

/** The filter over the requests of the inbox. Times such as `7d` are counted from `nowMs`. */
export function fittingOf(query: FilterQuery, nowMs = Date.now()): (sample: Sample) => boolean {
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
