// The list of what has ended: one search at a time, its rows page by page as they come into view, what is new since.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "../bridge/desk.ts";
import { ALL_ENDED, fromJsonText } from "../../src-shared/ledger/history.ts";
import type { FilterFault, HistoryFound, HistoryRow } from "../../src-shared/ledger/history.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { onChange } from "./mirror.ts";

/** Rows of a page; the first page comes with the search itself. */
export const PAGE = 100;
/** Pages that are kept; those that were not looked at for longest go. */
const PAGES_KEPT = 60;
/** After a change of the ledger, before it is searched again. */
const QUIET_MS = 150;
/** The same while the index is being built: much changes then. */
const BUILDING_MS = 1000;

export interface HistoryList {
  /** What is searched for. */
  text: string;
  /** What the list that is shown was found for. */
  shown: string;
  /** Names the list; null until the first answer is here. */
  query: number | null;
  total: number;
  pages: ReadonlyMap<number, readonly HistoryRow[]>;
  faults: readonly FilterFault[];
  /** Why there is no list. */
  failure: Failure | null;
  /** A newer list of the same search, which the person has not let in yet. */
  newer: HistoryFound | null;
}

const NOTHING: HistoryList = {
  text: "",
  shown: "",
  query: null,
  total: 0,
  pages: new Map(),
  faults: [],
  failure: null,
  newer: null,
};

export const historyList = createStore<HistoryList>()(() => NOTHING);

/** Reads a part of it in a component. */
export function useHistoryList<T>(select: (state: HistoryList) => T): T {
  return useStore(historyList, select);
}

/** The row at a place of the list; undefined while its page is not here. */
export const rowAt = ({ pages }: HistoryList, index: number): HistoryRow | undefined =>
  pages.get(Math.floor(index / PAGE))?.[index % PAGE];

/** The place of an item among the pages that are here; −1 where it is in none of them. */
export function placeOf({ pages }: HistoryList, id: string | null): number {
  if (id === null) return -1;
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => row.facts.id === id);
    if (at !== -1) return page * PAGE + at;
  }
  return -1;
}

/** A list as it was found, with its first page. */
const listOf = (text: string, found: HistoryFound): HistoryList => ({
  text,
  shown: text,
  query: found.query,
  total: found.total,
  pages: new Map([[0, found.rows.slice(0, PAGE)]]),
  faults: found.faults,
  failure: null,
  newer: null,
});

let searches = 0;

async function find(text: string): Promise<HistoryFound | Failure | null> {
  searches += 1;
  const mine = searches;
  const result = await invoke("history.find", text);
  // A later search has overtaken this one.
  if (mine !== searches) return null;
  return result.ok ? fromJsonText(result.value) : result.failure;
}

/** The newest that have ended and that these words find; none where they are no filter, or nothing can be searched. */
export async function newestOf(words: string, most: number): Promise<readonly HistoryRow[]> {
  const result = await invoke("history.find", `(${words}\n) ${ALL_ENDED}`);
  return result.ok ? fromJsonText(result.value).rows.slice(0, most) : [];
}

const isFound = (answer: HistoryFound | Failure): answer is HistoryFound => "query" in answer;

/** Searches; what is shown stays until the answer is here. */
export async function searchHistory(text: string): Promise<void> {
  historyList.setState({ text });
  const answer = await find(text);
  if (answer === null) return;
  historyList.setState(isFound(answer) ? listOf(text, answer) : { failure: answer });
}

/** Shows the newer list that waits; gives by how many rows what was there has moved down. */
export function admitNewer(): number {
  const { newer, text, total } = historyList.getState();
  if (newer === null) return 0;
  historyList.setState(listOf(text, newer));
  return newer.total - total;
}

const loading = new Set<string>();

/**
 * Brings the pages of these rows, and keeps the page of `pinned`. A list that is no longer kept is searched anew, and
 * waits to be let in as what is new.
 */
export function bringRows(from: number, to: number, pinned: number): void {
  const { query, total, pages } = historyList.getState();
  if (query === null) return;
  const first = Math.max(0, Math.floor(from / PAGE));
  const last = Math.floor(Math.min(to, total - 1) / PAGE);
  for (let page = first; page <= last; page += 1) {
    if (!pages.has(page)) void bringPage(query, page, pinned);
  }
}

async function bringPage(query: number, page: number, pinned: number): Promise<void> {
  const key = `${query} ${page}`;
  if (loading.has(key)) return;
  loading.add(key);
  const result = await invoke("history.page", query, page * PAGE, PAGE);
  loading.delete(key);
  const now = historyList.getState();
  if (now.query !== query) return;
  if (!result.ok) {
    if (result.failure.kind === "stale") await searchHistory(now.text);
    else historyList.setState({ failure: result.failure });
    return;
  }
  const pages = new Map(now.pages);
  pages.set(page, fromJsonText(result.value));
  historyList.setState({ pages: kept(pages, page, Math.floor(pinned / PAGE)) });
}

/** The pages nearest to the one that has just come, and the one that holds what is selected. */
function kept(
  pages: Map<number, readonly HistoryRow[]>,
  at: number,
  pinned: number,
): ReadonlyMap<number, readonly HistoryRow[]> {
  if (pages.size <= PAGES_KEPT) return pages;
  const far = [...pages.keys()]
    .filter((page) => page !== pinned && page !== 0)
    .toSorted((a, b) => Math.abs(b - at) - Math.abs(a - at));
  for (const page of far.slice(0, pages.size - PAGES_KEPT)) pages.delete(page);
  return pages;
}

/**
 * The ids of all rows between two places, both included, whether or not their pages are here; null where not all of them
 * can be had, for what is done with a part would be done with too few.
 */
export async function idsBetween(from: number, to: number): Promise<string[] | null> {
  const list = historyList.getState();
  const [low, high] = from < to ? [from, to] : [to, from];
  const ids: string[] = [];
  for (let at = low; at <= high;) {
    const known = rowAt(list, at);
    if (known !== undefined) {
      ids.push(known.facts.id);
      at += 1;
      continue;
    }
    if (list.query === null) return null;
    const count = Math.min(500, high - at + 1);
    const result = await invoke("history.page", list.query, at, count);
    const rows = result.ok ? fromJsonText(result.value) : [];
    if (rows.length === 0) return null;
    ids.push(...rows.map((row) => row.facts.id));
    at += rows.length;
  }
  return ids;
}

/** Follows what happens while the history is looked at; gives how to stop. */
export function followHistory(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = async (): Promise<void> => {
    timer = null;
    const { text, query } = historyList.getState();
    const answer = await find(text);
    if (answer === null || !isFound(answer)) return;
    const now = historyList.getState();
    if (now.text !== text || now.query !== query) return;
    // Nobody reads the rows of an earlier text any more, and nothing moves under the hand in a list without rows.
    if (query === null || now.shown !== text || now.total === 0)
      historyList.setState(listOf(text, answer));
    else historyList.setState({ newer: answer });
  };
  return onChange((change) => {
    if (change.kind !== "history") return;
    timer ??= setTimeout(
      () => void look(),
      change.history.state.kind === "building" ? BUILDING_MS : QUIET_MS,
    );
  });
}
