// What the history gives to the window: rows of a list, one item whole, how far its index is. It crosses as JSON text:
// main hands a text on in one piece, an object it would copy field by field, twice.
import type { ItemFacts } from "../filter/facts.ts";
import type { FilterFault } from "../filter/query.ts";
import type { Json } from "../json.ts";
import type { Sample } from "../sampling/life/sample.ts";

export type { FilterFault };

/** JSON text of a `T`. */
export type JsonText<T> = string & { readonly holds?: (value: T) => T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value);
/** Only for texts of our own making: their type says what is in them. */
export const fromJsonText = <T>(text: JsonText<T>): T => JSON.parse(text) as T;

/** What no longer stands of an item: its images and audio, or all of its content. */
export type Forgotten = null | "media" | "all";

/** Facts that a line of the list shows. Names that a server may give by the thousand are not among them. */
export type RowFacts = Omit<ItemFacts, "toolNames" | "usedTools" | "hints">;

/** One line of the list. */
export interface HistoryRow {
  facts: RowFacts;
  forgotten: Forgotten;
  /** The name of the file that it was imported from; null for what happened here. */
  imported: string | null;
}

/**
 * How far the index is. `building`: so many of the ledger's rows are read; what is found until then is what is there.
 * `unavailable`: it cannot be had, in SQLite's or the system's own words.
 */
export type HistoryState =
  | { kind: "ready" }
  | { kind: "building"; done: number; total: number }
  | { kind: "unavailable"; detail: string };

/** How much there is, and how far the index of it is. */
export interface HistoryView {
  /** The ledger's last row that the index knows of; 0 where that is not known yet. */
  head: number;
  /** Items, open ones included. */
  total: number;
  /** Items that could not be read, since the app was started: the ledger is damaged there. They are in no list. */
  unreadable: number;
  state: HistoryState;
}

/** What a filter finds; newest first, by when a request ended, or came where it is open. */
export interface HistoryFound {
  /** Names this list for `history.page`. A list never changes: what is new needs a new search. */
  query: number;
  total: number;
  /** The first rows, at most 100. */
  rows: HistoryRow[];
  /** Where the text is no filter: it is not searched then, and `total` is 0. */
  faults: FilterFault[];
  /** As it was when this was found. */
  view: HistoryView;
}

/** The filter that the history opens with: everything that has ended. */
export const ALL_ENDED = "is:ended";

/** The most rows that one page holds; a search gives the first 100 at once. */
export const HISTORY_PAGE_MAX = 500;

/** One row of the ledger about an item, without its content. */
export interface HistoryEvent {
  seq: number;
  atMs: number;
  kind: string;
  facts: Json;
  /** SHA-256 (hex) of the row, as the next one names it. */
  hash: string;
}

/** One item whole. */
export interface HistoryItem {
  /** What was forgotten of it is absent: `asked` is null then, documents are empty. */
  sample: Sample;
  events: HistoryEvent[];
  forgotten: Forgotten;
  imported: string | null;
  /** It is read from a file that was exported without contents. */
  leftOut?: true;
  /** Everything that the same run caused, this item included, oldest first; empty where none is certain. */
  thread: HistoryRow[];
}

/** What the completion of a filter offers, the most frequent first; folded as filters compare. */
export interface HistoryKnown {
  servers: string[];
  models: string[];
  providers: string[];
  tools: string[];
  rules: string[];
}

/** What forgetting did. Sizes in bytes; a content that several hold counts once. */
export interface HistoryForgot {
  /** Items whose content went. */
  items: number;
  /** Gone from the ledger. */
  bytes: number;
  /** Contents that stay because others, which are not forgotten, hold them as well. */
  shared: number;
  sharedBytes: number;
  /** Items that are open, so that nothing of them is forgotten. */
  open: number;
}
