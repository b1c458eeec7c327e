// What filters find: the numbers of the items in their order, kept for the last few searches, so that a list that is
// scrolled through never changes under a person.
import { randomInt } from "node:crypto";
import { HISTORY_PAGE_MAX } from "../../../src-shared/ledger/history.ts";
import type { SqlCondition } from "../../../src-shared/filter/toSql.ts";
import type { Database } from "../sql.ts";
import { numberOf, rowsOf, rowsOnce } from "./sql.ts";
import type { Where } from "./where.ts";

/** Searches of which the lists are kept: those that were read last. */
const LISTS_KEPT = 16;

/** From so many items on a word is looked for in the other way. */
const MANY = 5000;

interface Ordered {
  /** Of the index: how much of it had changed. */
  version: number;
  order: Float64Array;
  /** The greatest number of an item. */
  most: number;
}

/** The numbers that a statement gives as `n`, as one text instead of a row each: a fifth of the time. */
function numbersOf(index: Database, sql: string, params: SqlCondition["params"]): number[] {
  const [row] = rowsOnce(index, `SELECT json_group_array(n) FROM (${sql})`, params);
  return JSON.parse(String(row?.[0] ?? "[]")) as number[];
}

const sorted = (index: Database, { sql, params }: SqlCondition): Float64Array =>
  Float64Array.from(
    numbersOf(index, `SELECT n FROM item WHERE ${sql} ORDER BY order_ms DESC, n DESC`, params),
  );

export class Lists {
  readonly #lists = new Map<number, Float64Array>();
  #ordered: Ordered | null = null;
  readonly #many: number;
  /** Begins anywhere: a number of an earlier thread, or of another ledger's lists, names nothing here. */
  #last = randomInt(2 ** 40);

  constructor(many = MANY) {
    this.#many = many;
  }

  /** Everything that the filter lets through, newest first: the list's number and its length. */
  find(index: Database, where: Where): { query: number; total: number } {
    const numbers = this.#ofWord(index, where) ?? sorted(index, where);
    this.#last += 1;
    this.#lists.set(this.#last, numbers);
    for (const query of this.#lists.keys()) {
      if (this.#lists.size <= LISTS_KEPT) break;
      this.#lists.delete(query);
    }
    return { query: this.#last, total: numbers.length };
  }

  /**
   * What holds a word that most items hold: the text index names them at once, and putting all items in their order is
   * done once for many searches. Null where that would save nothing.
   */
  #ofWord(index: Database, { match }: Where): Float64Array | null {
    if (match === undefined) return null;
    const some = `SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ${this.#many})`;
    if (numberOf(index, some, match) < this.#many) return null;
    const held = numbersOf(index, "SELECT rowid AS n FROM words WHERE words MATCH ?", [match]);
    const { order, most } = this.#inOrder(index);
    const holds = new Uint8Array(most + 1);
    for (const n of held) holds[n] = 1;
    return order.filter((n) => holds[n] === 1);
  }

  /** All items, newest first, read again once anything has changed. */
  #inOrder(index: Database): Ordered {
    const version = numberOf(index, "SELECT total_changes()");
    if (this.#ordered?.version === version) return this.#ordered;
    const order = sorted(index, { sql: "1", params: [] });
    this.#ordered = { version, order, most: numberOf(index, "SELECT max(n) FROM item") };
    return this.#ordered;
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
    this.#ordered = null;
    this.#lists.clear();
  }
}
