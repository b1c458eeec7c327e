// What the history sends to the window: list rows, single items, the state of the index. It is passed as JSON text,
// which main forwards as one string instead of cloning objects twice.
import type { ReportedByHook } from "../agents/entry.ts";
import type { ItemFacts } from "../filter/facts.ts";
import type { FilterFault } from "../filter/query.ts";
import type { Json } from "../json.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

export type { FilterFault };

/** JSON text of a `T`. */
export type JsonText<T> = string & { readonly holds?: (value: T) => T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value);
/** Only for text produced by `toJsonText`: the type is not checked. */
export const fromJsonText = <T>(text: JsonText<T>): T => JSON.parse(text) as T;

/** What has been deleted of an item: images and audio, or all content. */
export type DeletedContent = null | "media" | "all";

/** Facts for a row of the list, without lists of names that can have thousands of entries. */
export type RowFacts = Omit<ItemFacts, "toolNames" | "usedTools" | "hints">;

/** A row of the list. */
export interface HistoryRow {
  facts: RowFacts;
  forgotten: DeletedContent;
}

/**
 * State of the index. `building`: progress in ledger rows; searches see only what is indexed so far. `unavailable`:
 * `detail` is SQLite's or the system's message.
 */
export type HistoryState =
  | { kind: "ready" }
  | { kind: "building"; done: number; total: number }
  | { kind: "unavailable"; detail: string };

/** Size and state of the history. */
export interface HistoryView {
  /** The last ledger row in the index; 0 if not known yet. */
  head: number;
  /** Items, including open ones. */
  total: number;
  /** Items that could not be read since the app started, because the ledger is damaged there. They are in no list. */
  unreadable: number;
  state: HistoryState;
}

/** An action about which an agent's hook decided by itself, as it was reported later. */
export interface ReportedAction {
  atMs: number;
  /** The agent's name of the tool. */
  tool: string;
  why: ReportedByHook["why"];
  /** The agent went on; otherwise it was refused. */
  passed: boolean;
}

/** How far a search has come. */
export interface HistoryCount {
  /** Requests found so far. */
  total: number;
  /** About how many requests it has not looked at yet; 0: `total` is all. */
  left: number;
}

/** A search of one session of an agent, or of one conversation. */
export interface Story {
  of: "session" | "thread";
  /** As the search names it. */
  id: string;
  /** The newest of a session, oldest first, and how many there are. */
  reported: ReportedAction[];
  reportedTotal: number;
}

/**
 * Result of a search; newest first, by the time of the end, or of arrival while open. A story is oldest first, by the time of
 * arrival.
 */
export interface HistoryFound extends HistoryCount {
  story?: Story | undefined;
  /** Id of this result list for `history.page` and `history.more`. A list is a snapshot: newer items need a new search. */
  query: number;
  /** The first rows, at most 100; fewer are not all while some are `left`. */
  rows: HistoryRow[];
  /** Faults of the filter text; if there are any, nothing is searched and `total` is 0. */
  faults: FilterFault[];
  /** State of the history at the time of the search. */
  view: HistoryView;
}

/** The initial filter of the history. */
export const ALL_ENDED = "is:ended";

/** Maximum number of rows per page; a search returns the first 100 itself. */
export const HISTORY_PAGE_MAX = 500;

/** One ledger row of an item, without its content. */
export interface HistoryEvent {
  seq: number;
  atMs: number;
  kind: string;
  facts: Json;
  /** SHA-256 (hex) of the row, as in the next row's `prev`. */
  hash: string;
}

/** One item with everything that is known of it. */
export interface HistoryItem {
  /** Deleted parts are absent: `asked` is null, documents are empty. */
  request: HeldRequest;
  events: HistoryEvent[];
  forgotten: DeletedContent;
  /** All items of the same call, including this one, oldest first; empty if the call is not certain. */
  thread: HistoryRow[];
}

/** Values for filter completion, most frequent first; folded as for comparison. */
export interface HistoryKnown {
  servers: string[];
  /** Programs that call a model themselves. */
  programs: string[];
  models: string[];
  providers: string[];
  tools: string[];
  rules: string[];
}

/** Result of deleting content. Sizes in bytes; shared content counts once. */
export interface DeletionSummary {
  /** Items whose content was deleted. */
  items: number;
  /** Freed in the ledger. */
  bytes: number;
  /** Contents that remain because other items use them. */
  shared: number;
  sharedBytes: number;
  /** Items that are still open and were left alone. */
  open: number;
}
