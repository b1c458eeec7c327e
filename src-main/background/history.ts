// Keeps the thread that reads the history: starts it, hands reads to it, starts it again when it died. The desk never
// waits for it; what waits for an answer of a thread that died learns that there is none.
import type { Worker } from "node:worker_threads";
import type { DryRunning } from "../../src-shared/ipc/rules.ts";
import type { HistoryView } from "../../src-shared/ledger/history.ts";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type {
  HistoryAsk,
  HistoryIndex,
  HistoryRead,
  HistoryReads,
  HistoryStart,
  HistoryTold,
} from "../services/record/historyPorts.ts";
import { endThread, startThread, wordsOfError } from "./thread.ts";

/** Deaths within a minute after which only a new read starts the thread again. */
const DEATHS_MOST = 3;
const MINUTE_MS = 60_000;
/** What is appended within so long is told once: each message wakes the thread, in the midst of what is decided. */
const APPENDED_MS = 100;
/** While more comes all the time it is told so often: what is told together costs the index less. */
const FLOWING_MS = 1000;
/** How long closing waits for the thread to put its files away, in milliseconds. */
const CLOSE_MS = 2000;

type Waiting = (outcome: Outcome<unknown, Failure>) => void;

export interface HistoryThreadParts {
  /** The built entry of the thread. */
  entry: string | URL;
  start: HistoryStart;
  moved(view: HistoryView): void;
  /** How far a dry run is; null once it has ended. */
  dryRunning?(running: DryRunning): void;
}

export class HistoryThread implements HistoryIndex {
  readonly #parts: HistoryThreadParts;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  /** The last that was told to end: its end is no death. */
  #told: Worker | null = null;
  #nextId = 1;
  #head = 0;
  #telling: NodeJS.Timeout | null = null;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #deathsMs: number[] = [];
  #closed = false;
  #putAway: () => void = () => undefined;
  view: HistoryView = {
    head: 0,
    total: 0,
    unreadable: 0,
    state: { kind: "building", done: 0, total: 0 },
  };

  constructor(parts: HistoryThreadParts) {
    this.#parts = parts;
  }

  /** Starts the thread where it does not run: it brings its index up to date by itself. */
  begin(): void {
    this.#running();
  }

  read<R extends HistoryRead>(
    read: R,
    ...args: HistoryReads[R]["args"]
  ): Promise<Outcome<HistoryReads[R]["value"], Failure>> {
    const worker = this.#running();
    if (worker === null) return Promise.resolve(unavailable("closed"));
    // What was appended before is in what is read.
    this.#tellAppended();
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve) => {
      // What answers under this id was computed for this read.
      this.#waiting.set(id, resolve as Waiting);
      post(worker, { kind: "read", id, read, args });
    });
  }

  appended(seq: number): void {
    this.#head = Math.max(this.#head, seq);
    if (this.#telling !== null) return;
    const waitMs = Math.max(APPENDED_MS, this.#toldAtMs + FLOWING_MS - performance.now());
    this.#telling = setTimeout(() => this.#tellAppended(), waitMs);
  }

  #tellAppended(): void {
    if (this.#telling === null) return;
    clearTimeout(this.#telling);
    this.#telling = null;
    this.#toldAtMs = performance.now();
    if (this.#worker !== null) post(this.#worker, { kind: "appended", seq: this.#head });
  }

  stopDryRun(): void {
    if (this.#worker !== null) post(this.#worker, { kind: "stop-dry-run" });
  }

  /** Ends the thread, which begins anew with what `start` says now. */
  restart(): void {
    const worker = this.#worker;
    if (worker === null) return;
    this.#told = worker;
    post(worker, { kind: "close" });
    // One that does not end would keep every read for itself, and answer none.
    void endThread(worker).then(() => this.#died(worker, "restarted"));
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#telling !== null) clearTimeout(this.#telling);
    const worker = this.#worker;
    if (worker === null) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    const put = new Promise<void>((resolve) => {
      this.#putAway = resolve;
      worker.once("exit", () => resolve());
    });
    post(worker, { kind: "close" });
    await Promise.race([put, late]);
    clearTimeout(timer);
    await endThread(worker);
  }

  #running(): Worker | null {
    if (this.#closed) return null;
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const worker = startThread(this.#parts.entry, {
      workerData: this.#parts.start,
      name: "history",
      database: true,
    });
    let detail = "";
    worker.on("message", (told: HistoryTold) => this.#heard(told));
    worker.on("error", (error) => {
      detail = wordsOfError(error);
    });
    worker.once("exit", (code) => this.#died(worker, detail || `exit code ${code}`));
    if (this.#head > 0) post(worker, { kind: "appended", seq: this.#head });
    return worker;
  }

  #heard(told: HistoryTold): void {
    if (told.kind === "moved") {
      this.view = told.view;
      this.#parts.moved(told.view);
      return;
    }
    if (told.kind === "closed") return this.#putAway();
    if (told.kind === "dry-running") return this.#parts.dryRunning?.(told.running);
    const resolve = this.#waiting.get(told.id);
    this.#waiting.delete(told.id);
    resolve?.(told.outcome);
  }

  #died(worker: Worker, detail: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(unavailable(detail));
    this.#parts.dryRunning?.(null);
    if (this.#closed) return;
    this.view = { ...this.view, state: { kind: "unavailable", detail } };
    this.#parts.moved(this.view);
    if (this.#told === worker) {
      this.#told = null;
      this.#running();
      return;
    }
    const nowMs = Date.now();
    this.#deathsMs = this.#deathsMs.filter((atMs) => nowMs - atMs < MINUTE_MS).concat(nowMs);
    if (this.#deathsMs.length < DEATHS_MOST) this.#running();
  }
}

const post = (worker: Worker, ask: HistoryAsk): void => worker.postMessage(ask);

const unavailable = (detail: string) => fail<Failure>({ kind: "history-unavailable", detail });
