// What the user does with what has ended: find it, look at it. The index is read on a thread of its own.
import type { HistoryView } from "../../../src-shared/ledger/history.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { HistoryIndex, HistoryRead, HistoryQueries } from "./historyPorts.ts";

export interface HistoryParts {
  index: HistoryIndex;
}

/** After the start: first comes what the user waits for. */
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

  /** Brings the index up to date, a little after the start. */
  begin(): void {
    setTimeout(() => this.#parts.index.begin(), BEGIN_MS).unref();
  }

  /** What the filter finds, newest first, with its first rows; everything where the text is empty. */
  find(text: string): Read<"find"> {
    return this.#parts.index.read("find", text);
  }
  /** Further rows of a list; `stale` once it is no longer kept. */
  page(query: number, from: number, count: number): Read<"page"> {
    return this.#parts.index.read("page", query, from, count);
  }
  item(sampleId: string): Read<"item"> {
    return this.#parts.index.read("item", sampleId);
  }
  /** A medium that an item holds; `type` is what its bytes show, or null. */
  medium(sampleId: string, ref: string): Read<"medium"> {
    return this.#parts.index.read("medium", sampleId, ref);
  }
  /** Values that completion offers. */
  complete(): Read<"complete"> {
    return this.#parts.index.read("complete");
  }
}
