// Results of filters: the numbers of matching items in order. The lists of the last searches are kept, so that a list
// does not change while the user scrolls.
import { randomInt } from "node:crypto";
import { HISTORY_PAGE_MAX } from "#shared/ledger/history.ts";
import type { SqlCondition } from "#shared/filter/toSql.ts";
import type { Database } from "../../store/sql.ts";
import { numberOf, rowsOf, rowsOnce } from "./sql.ts";
import type { Where } from "./where.ts";

/** How many lists are kept, the most recently read ones. */
const LISTS_KEPT = 16;

/** How many search results are cached until the index changes. */
const ANSWERS_KEPT = 8;

/** From this many text matches on, they are sorted by filtering a sorted list. */
const MANY = 5000;

/** Selects the column `n` as one JSON array, which takes a fifth of the time of separate rows. */
function numbersOf(index: Database, sql: string, params: SqlCondition["params"]): number[] {
  const [row] = rowsOnce(index, `SELECT json_group_array(n) FROM (${sql})`, params);
  return JSON.parse(String(row?.[0] ?? "[]")) as number[];
}

const sorted = (index: Database, { sql, params }: SqlCondition): Float64Array =>
  Float64Array.from(
    numbersOf(index, `SELECT n FROM item WHERE ${sql} ORDER BY order_ms DESC, n DESC`, params),
  );

/** An array with 1 at the index of each of these items. */
function marked(index: Database, items: readonly number[]): Uint8Array {
  const marks = new Uint8Array(numberOf(index, "SELECT max(n) FROM item") + 1);
  for (const n of items) marks[n] = 1;
  return marks;
}

const HOLDS = "SELECT rowid AS n FROM begun WHERE begun MATCH ?";

export class Lists {
  readonly #lists = new Map<number, Float64Array>();
  /** Results by condition, for the current version of the index. */
  readonly #answers = new Map<string, Float64Array>();
  #answersOf = -1;
  readonly #many: number;
  /** Starts at a random number, so that a list id from an earlier thread or another ledger matches none here. */
  #last = randomInt(2 ** 40);

  constructor(many = MANY) {
    this.#many = many;
  }

  /** Everything that matches, newest first, or, of a session, in the order in which it came; returns the list's id and length. */
  find(index: Database, where: Where): { query: number; total: number } {
    const found = this.#answer(index, where);
    const numbers = where.session === undefined ? found : found.toSorted();
    this.#last += 1;
    this.#lists.set(this.#last, numbers);
    for (const query of this.#lists.keys()) {
      if (this.#lists.size <= LISTS_KEPT) break;
      this.#lists.delete(query);
    }
    return { query: this.#last, total: numbers.length };
  }

  /** Runs a search in advance, so that the file is in the cache and the result is ready. */
  warm(index: Database, where: Where, count: number): void {
    this.#rows(index, this.#answer(index, where).subarray(0, count));
  }

  #answer(index: Database, where: Where): Float64Array {
    const version = numberOf(index, "SELECT total_changes()");
    if (this.#answersOf !== version) this.#answers.clear();
    this.#answersOf = version;
    const asked = JSON.stringify([where.sql, where.params, where.words]);
    const numbers = this.#answers.get(asked) ?? this.#asked(index, where);
    this.#answers.delete(asked);
    this.#answers.set(asked, numbers);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= ANSWERS_KEPT) break;
      this.#answers.delete(oldest);
    }
    return numbers;
  }

  /**
   * The text index returns matches unsorted. If there are many, it is faster to take the sorted list of the rest of
   * the filter, and keep those that match; that list is usually cached, since it was shown before the user typed the
   * words.
   */
  #asked(index: Database, { words, ...rest }: Where): Float64Array {
    if (words === undefined) return sorted(index, rest);
    const held = numbersOf(index, HOLDS, [words]);
    if (held.length < this.#many) {
      const sql = `n IN (SELECT value FROM json_each(?)) AND ${rest.sql}`;
      return sorted(index, { sql, params: [JSON.stringify(held), ...rest.params] });
    }
    const holds = marked(index, held);
    return this.#answer(index, rest).filter((n) => holds[n] === 1);
  }

  /** Rows of a list from `from` on, as a JSON array; null if the list is no longer kept. */
  page(index: Database, query: number, from: number, count: number): string | null {
    const list = this.#lists.get(query);
    if (list === undefined) return null;
    // Mark the list as recently used.
    this.#lists.delete(query);
    this.#lists.set(query, list);
    const numbers = list.subarray(from, from + Math.min(count, HISTORY_PAGE_MAX));
    return this.#rows(index, numbers);
  }

  #rows(index: Database, numbers: Float64Array): string {
    const sql = `SELECT s.row FROM json_each(?) j JOIN shown s ON s.n = j.value ORDER BY j.key`;
    const rows = rowsOf(index, sql, JSON.stringify(Array.from(numbers)));
    return `[${rows.map(([row]) => String(row)).join(",")}]`;
  }

  /** The index was rebuilt, so item numbers have changed. */
  clear(): void {
    this.#answers.clear();
    this.#lists.clear();
  }
}
