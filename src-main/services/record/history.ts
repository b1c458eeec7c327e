// The history of ended requests: find and read them. The index is read on a worker thread.
import type { HistoryView } from "#shared/ledger/history.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HistoryIndex, HistoryRead, HistoryQueries } from "./historyPorts.ts";

export interface HistoryParts {
  index: HistoryIndex;
}

/** Delay after the start, so that indexing does not slow it down. */
const BEGIN_MS = 1500;

type Read<R extends HistoryRead> = Promise<Outcome<HistoryQueries[R]["value"], Failure>>;

export class HistoryService {
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  get view(): HistoryView {
    return this.#parts.index.view;
  }

  /** Brings the index up to date shortly after the start. */
  begin(): void {
    setTimeout(() => this.#parts.index.begin(), BEGIN_MS).unref();
  }

  /** Items that match the filter, newest first, with the first rows; an empty filter matches everything. */
  find(text: string): Read<"find"> {
    return this.#parts.index.read("find", text);
  }
  /** Further rows of a list; fails with `stale` once the list was dropped. */
  page(query: number, from: number, count: number): Read<"page"> {
    return this.#parts.index.read("page", query, from, count);
  }
  item(sampleId: string): Read<"item"> {
    return this.#parts.index.read("item", sampleId);
  }
  /** A medium of an item; `type` is detected from its bytes, or null. */
  medium(sampleId: string, ref: string): Read<"medium"> {
    return this.#parts.index.read("medium", sampleId, ref);
  }
  /** Values for autocompletion. */
  complete(): Read<"complete"> {
    return this.#parts.index.read("complete");
  }
}
