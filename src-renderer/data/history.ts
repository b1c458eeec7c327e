// The list of ended requests: one search at a time, rows loaded by page as they scroll into view, and a count of new
// ones.
import { invoke } from "./bridge/desk.ts";
import { ALL_ENDED, fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryFound, HistoryRow } from "#shared/ledger/history.ts";
import type { Failure } from "#shared/outcome.ts";
import { onChange } from "./mirror.ts";
import { sessionSearch } from "./requests/sessions.ts";
import { useView, view } from "./view.ts";
import type { HistoryList } from "./view.ts";

/** Rows per page; the first page comes with the search itself. */
export const PAGE = 100;
/** Pages kept in memory; the least recently viewed are dropped. */
const PAGES_KEPT = 60;
/** Debounce after a change of the ledger, and how many times as long as the last search took. */
const QUIET_MS = 150;
const QUIET_TIMES = 4;
/** The same while the index is being built, when much changes. */
const BUILDING_MS = 1000;

export const currentHistoryList = (): HistoryList => view.getState().historyList;

const update = (change: Partial<HistoryList>): void =>
  view.setState(({ historyList }) => ({ historyList: { ...historyList, ...change } }));

/** Subscribes a component to a part of it. */
export function useHistoryList<T>(select: (state: HistoryList) => T): T {
  return useView(({ historyList }) => select(historyList));
}

/** The row at an index of the list; undefined while its page is not loaded. */
export const rowAt = ({ pages }: HistoryList, index: number): HistoryRow | undefined =>
  pages.get(Math.floor(index / PAGE))?.[index % PAGE];

/** The index of an item among the loaded pages; −1 if it is in none of them. */
export function rowIndexOf({ pages }: HistoryList, id: string | null): number {
  if (id === null) return -1;
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => row.facts.id === id);
    if (at !== -1) return page * PAGE + at;
  }
  return -1;
}

/** A list with its first page. */
const listOf = (text: string, found: HistoryFound): HistoryList => ({
  text,
  shown: text,
  query: found.query,
  total: found.total,
  left: found.left,
  stopped: false,
  pages: new Map([[0, found.rows.slice(0, PAGE)]]),
  faults: found.faults,
  failure: null,
  newer: null,
  story: found.story ?? null,
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

/** The newest ended requests that match; none if `words` is not a valid filter or History is unavailable. */
export async function searchNewest(words: string, most: number): Promise<readonly HistoryRow[]> {
  const result = await invoke("history.find", `(${words}\n) ${ALL_ENDED}`);
  return result.ok ? fromJsonText(result.value).rows.slice(0, most) : [];
}

/** What has ended in a session, newest first, as far as it fits into one answer; null if History is unavailable. */
export async function searchSession(
  id: string,
): Promise<{ rows: readonly HistoryRow[]; total: number } | null> {
  const result = await invoke("history.find", `${sessionSearch(id)} ${ALL_ENDED}`);
  if (!result.ok) return null;
  const { rows, total, query } = fromJsonText(result.value);
  if (total <= rows.length) return { rows: rows.toReversed(), total };
  const last = await invoke("history.page", query, total - PAGE, PAGE);
  return last.ok ? { rows: fromJsonText(last.value).toReversed(), total } : null;
}

const isFound = (answer: HistoryFound | Failure): answer is HistoryFound => "query" in answer;

/** Searches; the previous list stays until the result arrives. */
export async function searchHistory(text: string): Promise<void> {
  update({ text });
  const answer = await find(text);
  if (answer === null) return;
  update(isFound(answer) ? listOf(text, answer) : { failure: answer });
  await goOnCounting();
}

/** Counts what the search finds beyond the first page, unless the user stops it. */
export async function goOnCounting(): Promise<void> {
  update({ stopped: false });
  const { query } = currentHistoryList();
  for (;;) {
    const { query: now, left, stopped } = currentHistoryList();
    if (query === null || now !== query || left === 0 || stopped) return;
    const result = await invoke("history.more", query);
    if (currentHistoryList().query !== query) return;
    update(result.ok ? result.value : { stopped: true, failure: result.failure });
  }
}

/** The rows found so far stay. */
export const stopCounting = (): void => update({ stopped: true });

/** The same with all counted; null if the list is gone, or another search has begun. */
async function counted(found: HistoryFound): Promise<HistoryFound | null> {
  const mine = searches;
  let { total, left } = found;
  while (left > 0) {
    const result = await invoke("history.more", found.query);
    if (!result.ok || mine !== searches) return null;
    ({ total, left } = result.value);
  }
  return { ...found, total, left };
}

/** Shows the newer list; returns by how many rows the previous rows have moved down. */
export function showNewer(): number {
  const { newer, text, total } = currentHistoryList();
  if (newer === null) return 0;
  update(listOf(text, newer));
  // Those of a story come below.
  return newer.story === undefined ? newer.total - total : 0;
}

const loading = new Set<string>();

/**
 * Loads the pages of these rows, and keeps the page of `pinned`. If main has dropped the list, searches again and
 * offers the result as a newer list.
 */
export function loadRows(from: number, to: number, pinned: number): void {
  const { query, total } = currentHistoryList();
  if (query === null) return;
  const first = Math.max(0, Math.floor(from / PAGE));
  const last = Math.floor(Math.min(to, total - 1) / PAGE);
  for (let page = first; page <= last; page += 1) {
    if (!isWhole(page)) void bringPage(query, page, pinned);
  }
}

/** Whether all rows of the page that are known of are loaded. */
function isWhole(page: number): boolean {
  const { pages, total } = currentHistoryList();
  return (pages.get(page)?.length ?? -1) >= Math.min(PAGE, total - page * PAGE);
}

async function bringPage(query: number, page: number, pinned: number): Promise<void> {
  const key = `${query} ${page}`;
  if (loading.has(key)) return;
  loading.add(key);
  const result = await invoke("history.page", query, page * PAGE, PAGE);
  loading.delete(key);
  const now = currentHistoryList();
  if (now.query !== query) return;
  if (!result.ok) {
    if (result.failure.kind === "stale") await searchHistory(now.text);
    else update({ failure: result.failure });
    return;
  }
  const pages = new Map(now.pages);
  pages.set(page, fromJsonText(result.value));
  update({ pages: kept(pages, page, Math.floor(pinned / PAGE)) });
  // More were found meanwhile.
  const isMore = (pages.get(page)?.length ?? 0) > (now.pages.get(page)?.length ?? -1);
  if (isMore && !isWhole(page)) await bringPage(query, page, pinned);
}

/** The pages nearest to the one just loaded, and the one with the selection. */
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
 * The ids of all rows between two indexes, inclusive, loaded or not; null if some cannot be read, because acting on a
 * partial range would miss rows.
 */
export async function idsBetween(from: number, to: number): Promise<string[] | null> {
  const list = currentHistoryList();
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

/** Follows changes while History is open; returns a function that stops it. */
export function watchHistory(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let tookMs = 0;
  const look = async (): Promise<void> => {
    timer = null;
    const { text, query, left } = currentHistoryList();
    // It is still being counted, or was stopped: then it stays as it is.
    if (left > 0) return;
    const beganMs = performance.now();
    const first = await find(text);
    if (first === null || !isFound(first)) return;
    const answer = await counted(first);
    tookMs = performance.now() - beganMs;
    if (answer === null) return;
    const now = currentHistoryList();
    if (now.text !== text || now.query !== query) return;
    // Rows of an earlier search, or an empty list, can be replaced without disturbing the user.
    if (query === null || now.shown !== text || now.total === 0) update(listOf(text, answer));
    else update({ newer: answer });
  };
  return onChange((change) => {
    if (change.kind !== "set" || change.key !== "history") return;
    timer ??= setTimeout(
      () => void look(),
      Math.max(
        change.value.state.kind === "building" ? BUILDING_MS : QUIET_MS,
        QUIET_TIMES * tookMs,
      ),
    );
  });
}
