// Results of filters. The requests are looked through in pieces, newest first, so that the first page comes before all
// are counted; what was found is kept by number, so that a list does not change while the user scrolls.
import { randomInt } from "node:crypto";
import { HISTORY_PAGE_MAX } from "#shared/ledger/history.ts";
import type { HistoryCount } from "#shared/ledger/history.ts";
import type { Database } from "../../store/sql.ts";
import { shownRows } from "./shownRows.ts";
import { numberOf, rowsOf } from "./sql.ts";
import { PIECE, WHOLE } from "./where.ts";
import type { Condition, Where } from "./where.ts";

/** How many lists are kept, the most recently read ones. */
const LISTS_KEPT = 16;
/** How many requests are looked through first; later more at once, as each piece asks the text indexes again. */
const PIECE_FIRST = 20_000;
const GROWS_TO = 8;
/** If less than this share of a piece matches a filter with a text, all that is left is looked through at once. */
const RARE = 0.005;
/** How long a search looks before it answers, in milliseconds: with a page, and without one. */
const LOOKS_MS = { found: 60, none: 250 };
/** The same when it is asked to go on. */
const GOES_ON_MS = 50;

/** A request's place in the order of lists. */
type Place = readonly [orderMs: number, n: number];
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
  rest: { where: Condition; before: number; left: number; piece: number } | null;
}

/** Selects the column `n` as one JSON array, which takes a fifth of the time of separate rows. */
function numbersOf(index: Database, sql: string, params: unknown[], before = ""): number[] {
  const [row] = rowsOf(index, `${before} SELECT json_group_array(n) FROM (${sql})`, ...params);
  return JSON.parse(String(row?.[0] ?? "[]")) as number[];
}

const placeIn = ([row]: unknown[][]): Place => [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];

export class Lists {
  readonly #lists = new Map<number, List | Ended>();
  readonly #first: number;
  /** Starts at a random number, so that a list id from an earlier thread or another ledger matches none here. */
  #last = randomInt(2 ** 40);

  constructor(piece = PIECE_FIRST) {
    this.#first = piece;
  }

  /**
   * What matches, newest first, or, of a session or conversation, in the order in which it came. Looks until it has `first` of
   * them, or for a moment; `more` goes on.
   */
  find(index: Database, where: Where, first: number): HistoryCount & { query: number } {
    this.#last += 1;
    const list = where.isAllEnded === true ? ended(index) : begun(index, where, this.#first);
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
      while (list.rest !== null && !isLate());
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

  #look(index: Database, list: List): void {
    if (list.rest === null) return;
    const { where, before, left, piece } = list.rest;
    const { sql, params, texts } = where;
    const isWhole = piece === Number.POSITIVE_INFINITY;
    const to = isWhole ? null : orderAt(index, before, piece);
    const within = [to ?? -Number.MAX_SAFE_INTEGER, before];
    const select = `SELECT n FROM item WHERE order_ms >= ? AND order_ms < ? AND ${sql}`;
    if (isWhole) {
      const among = texts.map((text) => `AND n ${text.isWithout ? "NOT " : ""}IN (${text.sql})`);
      const all = [...within, ...params, ...texts.flatMap((text) => text.params)];
      add(list, numbersOf(index, `${select} ${among.join(" ")} ${ORDER}`, all, WHOLE));
      list.rest = null;
      return;
    }
    let found = numbersOf(index, `${select} ${ORDER}`, [...within, ...within, ...params], PIECE);
    for (const text of texts) {
      const held = numbersOf(index, text.sql, [...within, ...text.params], PIECE);
      // A set takes several times as long.
      const marks = new Uint8Array(held.reduce((most, n) => Math.max(most, n), 0) + 1);
      for (const n of held) marks[n] = 1;
      found = found.filter((n) => (marks[n] === 1) !== text.isWithout);
    }
    add(list, found);
    const isRare = found.length < RARE * piece && texts.some((text) => !text.isWithout);
    const next = isRare ? Number.POSITIVE_INFINITY : Math.min(2 * piece, GROWS_TO * this.#first);
    // Also if requests have come since.
    const rest = { where, left: Math.max(1, left - piece), piece: next };
    list.rest = to === null ? null : { ...rest, before: to };
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

function begun(index: Database, { conditionIn, story }: Where, first: number): List {
  const piece = story === undefined ? first : Number.POSITIVE_INFINITY;
  const left = numberOf(index, COUNT);
  const rest = { where: conditionIn(index), before: Number.MAX_SAFE_INTEGER, left, piece };
  return { numbers: new Uint32Array(0), total: 0, rest };
}

/** The time of the last of so many requests before this one; null if there are fewer. */
function orderAt(index: Database, before: number, requests: number): number | null {
  const sql = `SELECT order_ms FROM item WHERE order_ms < ? ${ORDER} LIMIT 1 OFFSET ?`;
  const [row] = rowsOf(index, sql, before, requests - 1);
  return row === undefined ? null : Number(row[0]);
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
