// Owns the history thread: starts it, sends it queries, and restarts it when it dies. The desk never waits for it;
// pending queries fail when the thread dies.
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
import { endThread, startCalled, errorText } from "../threads/thread.ts";
import type { Called } from "../threads/thread.ts";

/** After this many crashes within a minute, the thread is only restarted by the next query. */
const DEATHS_MOST = 3;
const MINUTE_MS = 60_000;
/**
 * New rows are announced to the thread at this interval: each message wakes it, often while a decision is being made.
 */
const APPENDED_MS = 250;
/** How long closing waits for the thread to close its files, in milliseconds. */
const CLOSE_MS = 2000;

type Running = Called<HistoryCalls>;

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
  readonly #parts: HistoryThreadParts;
  #thread: Running | null = null;
  /** The thread that was last told to end: its exit is not a crash. */
  #told: Running | null = null;
  #head = 0;
  #telling: NodeJS.Timeout | null = null;
  #deathsMs: number[] = [];
  #closed = false;
  /** The last view that the thread reported. */
  view: HistoryView = {
    head: 0,
    total: 0,
    unreadable: 0,
    state: { kind: "building", done: 0, total: 0 },
  };

  constructor(parts: HistoryThreadParts) {
    this.#parts = parts;
  }

  /** Starts the thread unless it is running; it updates its index by itself. */
  begin(): void {
    this.#running();
  }

  async read<Q extends HistoryQuery>(
    query: Q,
    ...args: HistoryArgs<Q>
  ): Promise<HistoryResult<Q> | Outcome<never, Failure>> {
    const thread = this.#running();
    if (thread === null) return unavailable("closed");
    // So that the query sees rows appended before it.
    this.#tellAppended();
    try {
      // The type follows from the query's name.
      return (await thread.calls.read(query, args)) as HistoryResult<Q>;
    } catch (error) {
      return unavailable(errorText(error));
    }
  }

  /** The ledger has grown up to this row. */
  appended(seq: number): void {
    this.#head = Math.max(this.#head, seq);
    this.#telling ??= setTimeout(() => this.#tellAppended(), APPENDED_MS);
  }

  #tellAppended(): void {
    if (this.#telling === null) return;
    clearTimeout(this.#telling);
    this.#telling = null;
    void this.#thread?.calls.appended.asEvent();
  }

  /** Ends the thread; a new one starts with the current value of `start`. */
  restart(): void {
    const thread = this.#thread;
    if (thread === null) return;
    this.#told = thread;
    void thread.calls.close.asEvent();
    // Even if it does not end, drop it: otherwise it would receive all queries and answer none.
    void endThread(thread.worker).then(() => this.#died(thread, "restarted"));
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#telling !== null) clearTimeout(this.#telling);
    const thread = this.#thread;
    if (thread === null) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    // Rejected if the thread ends first.
    await Promise.race([thread.calls.close().catch(() => undefined), late]);
    clearTimeout(timer);
    await endThread(thread.worker);
  }

  #running(): Running | null {
    if (this.#closed) return null;
    this.#thread ??= this.#start();
    return this.#thread;
  }

  #start(): Running {
    const ours: HistoryPushes = {
      moved: (view) => {
        this.view = view;
        this.#parts.moved(view);
      },
    };
    const { entry, start: workerData } = this.#parts;
    const options = { workerData, name: "history", database: true };
    const thread = startCalled<HistoryCalls>(entry, options, ours);
    let detail = "";
    thread.worker.on("error", (error) => {
      detail = errorText(error);
    });
    thread.worker.once("exit", (code) => this.#died(thread, detail || `exit code ${code}`));
    if (this.#head > 0) void thread.calls.appended.asEvent();
    return thread;
  }

  #died(thread: Running, detail: string): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    thread.calls.$close(new Error(detail));
    if (this.#closed) return;
    this.view = { ...this.view, state: { kind: "unavailable", detail } };
    this.#parts.moved(this.view);
    if (this.#told === thread) {
      this.#told = null;
      this.#running();
      return;
    }
    const nowMs = Date.now();
    this.#deathsMs = this.#deathsMs.filter((atMs) => nowMs - atMs < MINUTE_MS).concat(nowMs);
    if (this.#deathsMs.length < DEATHS_MOST) this.#running();
  }
}

const unavailable = (detail: string) => fail<Failure>({ kind: "history-unavailable", detail });
