// Results of filters. The requests are looked through in pieces, newest first, so that the first page comes before all
// are counted; what was found is kept by number, so that a list does not change while the user scrolls.
import { randomInt } from "node:crypto";
import { HISTORY_PAGE_MAX } from "#shared/ledger/history.ts";
import type { HistoryCount } from "#shared/ledger/history.ts";
import type { SqlCondition } from "#shared/filter/toSql.ts";
import type { Database } from "../../store/sql.ts";
import { shownRows } from "./shownRows.ts";
import { numberOf, rowsOf } from "./sql.ts";
import type { Where } from "./where.ts";

/** How many lists are kept, the most recently read ones. */
const LISTS_KEPT = 16;
/** Fewer text matches than this are sorted; of more, it is asked of each request whether it is one. */
const MANY = 5000;
/** How many requests are looked through at once. */
const PIECE = 20_000;
/** How long a search looks before it answers, in milliseconds: with a page, and without one. */
const LOOKS_MS = { found: 60, none: 250 };
/** The same when it is asked to go on. */
const GOES_ON_MS = 50;

/** A request's place in the order of lists. */
type Place = readonly [orderMs: number, n: number];
const TOP: Place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
const ORDER = "ORDER BY order_ms DESC, n DESC";

/** Everything that had ended, which needs no looking: the order is in an index, and few are open. */
interface Ended {
  total: number;
  newest: Place;
}

interface List {
  /** The first `total` are set. */
  numbers: Uint32Array;
  total: number;
  /** Null once all were looked through. */
  rest: { where: SqlCondition; marks: readonly Uint8Array[]; before: Place; left: number } | null;
}

/** Selects the column `n` as one JSON array, which takes a fifth of the time of separate rows. */
function numbersOf(index: Database, sql: string, params: SqlCondition["params"]): number[] {
  const [row] = rowsOf(index, `SELECT json_group_array(n) FROM (${sql})`, ...params);
  return JSON.parse(String(row?.[0] ?? "[]")) as number[];
}

/** An array with 1 at the index of each item that is among these, or of each other. */
function marked(index: Database, items: readonly number[], isWithout: boolean): Uint8Array {
  const marks = new Uint8Array(numberOf(index, "SELECT max(n) FROM item") + 1);
  if (isWithout) marks.fill(1);
  for (const n of items) marks[n] = isWithout ? 0 : 1;
  return marks;
}

const isIn = (marks: readonly Uint8Array[], n: number): boolean =>
  marks.every((one) => one[n] === 1);

const placeIn = ([row]: unknown[][]): Place => [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];

export class Lists {
  readonly #lists = new Map<number, List | Ended>();
  readonly #many: number;
  readonly #piece: number;
  /** Starts at a random number, so that a list id from an earlier thread or another ledger matches none here. */
  #last = randomInt(2 ** 40);

  constructor(many = MANY, piece = PIECE) {
    this.#many = many;
    this.#piece = piece;
  }

  /**
   * What matches, newest first, or, of a session or conversation, in the order in which it came. Looks until it has `first` of
   * them, or for a moment; `more` goes on.
   */
  find(index: Database, where: Where, first: number): HistoryCount & { query: number } {
    this.#last += 1;
    const list = where.isAllEnded === true ? ended(index) : this.#begun(index, where);
    this.#lists.set(this.#last, list);
    for (const query of this.#lists.keys()) {
      if (this.#lists.size <= LISTS_KEPT) break;
      this.#lists.delete(query);
    }
    if ("rest" in list) {
      const beganMs = performance.now();
      const isLate = (): boolean =>
        performance.now() - beganMs > (list.total < first ? LOOKS_MS.none : LOOKS_MS.found);
      do this.#look(index, list);
      while (list.rest !== null && (where.story !== undefined || !isLate()));
      if (where.story !== undefined) list.numbers.subarray(0, list.total).sort();
    }
    return { query: this.#last, ...countOf(list) };
  }

  /** Looks on for a moment; null if the list is no longer kept. */
  more(index: Database, query: number): HistoryCount | null {
    const list = this.#kept(query);
    if (list === undefined) return null;
    if ("rest" in list) {
      const untilMs = performance.now() + GOES_ON_MS;
      do this.#look(index, list);
      while (list.rest !== null && performance.now() < untilMs);
    }
    return countOf(list);
  }

  /** The text index is asked once for each condition on texts, and returns matches unsorted. */
  #begun(index: Database, { sql, params, texts }: Where): List {
    const marks: Uint8Array[] = [];
    let few: number[] | null = null;
    for (const { sql: select, match, isWithout } of texts) {
      const held = numbersOf(index, select, [match]);
      if (!isWithout && held.length < (few?.length ?? this.#many)) few = held;
      marks.push(marked(index, held, isWithout));
    }
    if (few === null) {
      const left = numberOf(index, COUNT);
      const rest = { where: { sql, params }, marks, before: TOP, left };
      return { numbers: new Uint32Array(0), total: 0, rest };
    }
    const among = `SELECT n FROM item WHERE n IN (SELECT value FROM json_each(?)) AND ${sql} ${ORDER}`;
    const found = numbersOf(index, among, [JSON.stringify(few), ...params]);
    const numbers = Uint32Array.from(found.filter((n) => isIn(marks, n)));
    return { numbers, total: numbers.length, rest: null };
  }

  #look(index: Database, list: List): void {
    if (list.rest === null) return;
    const { where, marks, before, left } = list.rest;
    const within = "SELECT order_ms, n FROM item WHERE (order_ms, n) < (?, ?)";
    const last = rowsOf(index, `${within} ${ORDER} LIMIT 1 OFFSET ?`, ...before, this.#piece - 1);
    const to = last.length === 0 ? ([-TOP[0], 0] as const) : placeIn(last);
    const sql = `${within} AND (order_ms, n) >= (?, ?) AND ${where.sql} ${ORDER}`;
    const found = numbersOf(index, sql, [...before, ...to, ...where.params]);
    add(list, marks.length === 0 ? found : found.filter((n) => isIn(marks, n)));
    // Also if requests have come since.
    const rest = { where, marks, before: to, left: Math.max(1, left - this.#piece) };
    list.rest = last.length === 0 ? null : rest;
  }

  #kept(query: number): List | Ended | undefined {
    const list = this.#lists.get(query);
    if (list === undefined) return undefined;
    // Mark the list as recently used.
    this.#lists.delete(query);
    this.#lists.set(query, list);
    return list;
  }

  /** Rows of a list from `from` on, as a JSON array; null if the list is no longer kept. */
  page(index: Database, query: number, from: number, count: number): string | null {
    const list = this.#kept(query);
    if (list === undefined) return null;
    const to = Math.min(list.total, from + Math.min(count, HISTORY_PAGE_MAX));
    const numbers =
      "rest" in list ? Array.from(list.numbers.subarray(from, to)) : between(index, list, from, to);
    const rows = "json_each(?) j JOIN shown ON shown.n = j.value ORDER BY j.key";
    return `[${shownRows(index, rows, JSON.stringify(numbers)).join(",")}]`;
  }

  /** The index was rebuilt. */
  clear(): void {
    this.#lists.clear();
  }
}

const COUNT = "SELECT count(*) FROM item";
const OPEN = "FROM item WHERE ended_ms IS NULL";
/** Its order is that of lists, in an index of little else, in which SQLite counts fast. */
const ENDED = "FROM item WHERE ended_ms IS NOT NULL";
const ENDED_ORDER = "ORDER BY ended_ms DESC, n DESC";

const ended = (index: Database): Ended => ({
  total: numberOf(index, COUNT) - numberOf(index, `SELECT count(*) ${OPEN}`),
  newest: placeIn(rowsOf(index, `SELECT ended_ms, n ${ENDED} ${ENDED_ORDER} LIMIT 1`)),
});

/** Numbers of these, counted from the nearer end. What ends later comes above `newest`. */
function between(index: Database, { total, newest }: Ended, from: number, to: number): number[] {
  const isNear = from < total - to;
  const later = `SELECT count(*) ${ENDED} AND (ended_ms, n) > (?, ?)`;
  const skipped = isNear ? from + numberOf(index, later, ...newest) : total - to;
  const sql = `SELECT n ${ENDED} ${isNear ? ENDED_ORDER : "ORDER BY ended_ms, n"} LIMIT ? OFFSET ?`;
  const numbers = numbersOf(index, sql, [Math.max(0, to - from), skipped]);
  return isNear ? numbers : numbers.toReversed();
}

const countOf = (list: List | Ended): HistoryCount => ({
  total: list.total,
  left: "rest" in list ? (list.rest?.left ?? 0) : 0,
});

function add(list: List, found: readonly number[]): void {
  const total = list.total + found.length;
  if (total > list.numbers.length) {
    const grown = new Uint32Array(total + list.total);
    grown.set(list.numbers.subarray(0, list.total));
    list.numbers = grown;
  }
  list.numbers.set(found, list.total);
  list.total = total;
}
