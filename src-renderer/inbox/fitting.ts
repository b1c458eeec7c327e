// Which requests fit a filter, found out in slices: a thousand of them, or one of many megabytes, hold up no frame.
import { rowOf } from "../../src-shared/filter/columns.ts";
import type { ItemRow } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { testOf } from "../../src-shared/filter/matches.ts";
import type { Test } from "../../src-shared/filter/matches.ts";
import type { FilterQuery } from "../../src-shared/filter/query.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { indexedText, workOnText } from "../state/requests/indexedTexts.ts";
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

/** One filter over the requests of the inbox. Times such as `7d` are counted from its beginning. */
export class Fitting {
  readonly #test: Test;
  readonly #found = new WeakMap<Sample, boolean>();
  /** By id: what was found of a request as it stood before. */
  readonly #before = new Map<string, boolean>();

  constructor(query: FilterQuery, nowMs: number) {
    this.#test = testOf(query, nowMs);
  }

  /** Whether it fits; of one that changed and was not looked at again, whether it did before. */
  fits(sample: Sample): boolean {
    return this.#found.get(sample) ?? this.#before.get(sample.id) ?? false;
  }

  /** Looks at what was not looked at, until `isOver`; true when nothing is left. */
  work(samples: readonly Sample[], isOver: () => boolean): boolean {
    for (const sample of samples) {
      if (this.#found.has(sample)) continue;
      if (isOver() || !this.#look(sample, isOver)) return false;
    }
    return true;
  }

  #look(sample: Sample, isOver: () => boolean): boolean {
    const row = rowOfSample(sample);
    const known = indexedText(sample);
    let needsText = false;
    const fits = this.#test({
      row,
      indexed: () => {
        needsText ||= known === null;
        return known ?? "";
      },
    });
    if (needsText) {
      if (!workOnText(sample, isOver)) return false;
      return this.#look(sample, isOver);
    }
    this.#found.set(sample, fits);
    this.#before.set(sample.id, fits);
    return true;
  }
}
