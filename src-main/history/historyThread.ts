// The history thread: reads the ledger, keeps its index and answers queries. The desk never waits for it; pending
// queries fail when the thread dies, and another is started.
import type { HistoryView } from "#shared/ledger/history.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type {
  HistoryArgs,
  HistoryCalls,
  HistoryFiles,
  HistoryPushes,
  HistoryQuery,
  HistoryResult,
} from "./index/historyIndex.ts";
import { CalledThread } from "../threads/calledThread.ts";
import { errorText } from "../threads/thread.ts";

/**
 * New rows are announced to the thread at this interval: each message wakes it, often while a decision is being made.
 */
const APPENDED_MS = 250;
/** How long closing waits for the thread to close its files, in milliseconds. */
const CLOSE_MS = 3000;

/** The worker thread's start data. */
export interface HistoryStart {
  files: HistoryFiles;
}

export interface HistoryThreadParts {
  /** The thread's built entry. */
  entry: string | URL;
  start: HistoryStart;
  moved(view: HistoryView): void;
}

export class HistoryThread {
  readonly #moved: (view: HistoryView) => void;
  readonly #thread: CalledThread<HistoryCalls>;
  #telling: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** The last view that the thread reported. */
  view: HistoryView = {
    head: 0,
    total: 0,
    unreadable: 0,
    state: { kind: "building", done: 0, total: 0 },
  };

  constructor({ entry, start, moved }: HistoryThreadParts) {
    this.#moved = moved;
    const ours: HistoryPushes = { moved: (view) => this.#show(view) };
    this.#thread = new CalledThread<HistoryCalls>({
      entry,
      name: "history",
      ours,
      databases: { workerData: start, close: (calls) => void calls.close.asEvent() },
      died: (detail) => this.#isAway(detail),
    });
  }

  /** Starts the thread unless it is running; it updates its index by itself. */
  begin(): void {
    this.#thread.begin();
  }

  async read<Q extends HistoryQuery>(
    query: Q,
    ...args: HistoryArgs<Q>
  ): Promise<HistoryResult<Q> | Outcome<never, Failure>> {
    try {
      return await this.#thread.call(async (calls) => {
        // So that the query sees rows appended before it.
        this.#tellAppended();
        // The type follows from the query's name.
        return (await calls.read(query, args)) as HistoryResult<Q>;
      });
    } catch (error) {
      const detail = this.#isClosed ? "closed" : errorText(error);
      return fail<Failure>({ kind: "history-unavailable", detail });
    }
  }

  /** The ledger has grown. */
  appended(): void {
    if (this.view.state.kind === "building") void this.#thread.calls?.rest.asEvent();
    this.#telling ??= setTimeout(() => this.#tellAppended(), APPENDED_MS);
  }

  /** A thread that is started later reads the whole ledger anyway. */
  #tellAppended(): void {
    if (this.#telling === null) return;
    clearTimeout(this.#telling);
    this.#telling = null;
    void this.#thread.calls?.appended.asEvent();
  }

  /** Ends the thread, if it runs; a new one starts with the current value of `start`. */
  restart(): void {
    if (this.#thread.calls === null) return;
    // Even if it does not end, it is dropped: otherwise it would receive all queries and answer none.
    void this.#thread.end().then(() => {
      this.#isAway("restarted");
      this.begin();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#telling !== null) clearTimeout(this.#telling);
    await this.#thread.close(CLOSE_MS);
  }

  #isAway(detail: string): void {
    if (!this.#isClosed) this.#show({ ...this.view, state: { kind: "unavailable", detail } });
  }

  #show(view: HistoryView): void {
    this.view = view;
    this.#moved(view);
  }
}
