// What filters find: the numbers of the items in their order, kept for the last few searches, so that a list that is
// scrolled through never changes under a person.
import { randomInt } from "node:crypto";
import { HISTORY_PAGE_MAX } from "../../../src-shared/ledger/history.ts";
import type { SqlCondition } from "../../../src-shared/filter/toSql.ts";
import type { Database } from "../sql.ts";
import { rowsOf, rowsOnce } from "./sql.ts";

/** Searches of which the lists are kept: those that were read last. */
const LISTS_KEPT = 16;

export class Lists {
  readonly #lists = new Map<number, Float64Array>();
  /** Begins anywhere: a number of an earlier thread, or of another ledger's lists, names nothing here. */
  #last = randomInt(2 ** 40);

  /** Everything that the filter lets through, newest first: the list's number and its length. */
  find(index: Database, { sql: where, params }: SqlCondition): { query: number; total: number } {
    const sql = `SELECT json_group_array(n) FROM
                   (SELECT n FROM item WHERE ${where} ORDER BY order_ms DESC, n DESC)`;
    const [row] = rowsOnce(index, sql, params);
    // One text instead of a row each: a fifth of the time.
    const numbers = JSON.parse(String(row?.[0] ?? "[]")) as number[];
    this.#last += 1;
    this.#lists.set(this.#last, Float64Array.from(numbers));
    for (const query of this.#lists.keys()) {
      if (this.#lists.size <= LISTS_KEPT) break;
      this.#lists.delete(query);
    }
    return { query: this.#last, total: numbers.length };
  }

  /** The rows of a list from a place on, as the text of a JSON array; null where the list is no longer kept. */
  page(index: Database, query: number, from: number, count: number): string | null {
    const list = this.#lists.get(query);
    if (list === undefined) return null;
    // Whoever reads it goes on reading it, however many searches are made meanwhile.
    this.#lists.delete(query);
    this.#lists.set(query, list);
    const numbers = list.subarray(from, from + Math.min(count, HISTORY_PAGE_MAX));
    const sql = `SELECT s.row FROM json_each(?) j JOIN shown s ON s.n = j.value ORDER BY j.key`;
    const rows = rowsOf(index, sql, JSON.stringify(Array.from(numbers)));
    return `[${rows.map(([row]) => String(row)).join(",")}]`;
  }

  /** The index was made anew: its numbers mean nothing any more. */
  clear(): void {
    this.#lists.clear();
  }
}
