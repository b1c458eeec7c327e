// A thread whose functions main calls. It is started by a call, ended when idle or told to, and a call after its end
// starts another.
import type { Worker } from "node:worker_threads";
import { callsTo } from "./calls.ts";
import type { Calls } from "./calls.ts";
import { endThread, errorText, startThread } from "./thread.ts";

/** After this many deaths within a minute, a thread is only started again by the next call. */
const DEATHS_MOST = 3;
const MINUTE_MS = 60_000;
const ENDED = new Error("ended");

export interface CalledThreadParts<Theirs extends object> {
  /** The thread's built entry. */
  entry: string | URL;
  name: string;
  /** The functions that the thread may call. */
  ours?: object;
  /** How long an idle thread is kept, in milliseconds; it uses memory. Without it, it stays. */
  idleMs?: number;
  /** Of a thread that has databases open. */
  databases?: {
    /** Its start data, cloned at each start. */
    workerData: unknown;
    /** Makes the thread close them; it may then be terminated. */
    close(calls: Calls<Theirs>): void;
  };
  /** A thread that works by itself has died; another is started. */
  died?(detail: string): void;
}

interface Running<Theirs extends object> {
  worker: Worker;
  calls: Calls<Theirs>;
}

export class CalledThread<Theirs extends object> {
  readonly #parts: CalledThreadParts<Theirs>;
  #running: Running<Theirs> | null = null;
  /** Starting a thread while another one ends may crash V8 (nodejs/node#56312), so calls wait; never for long. */
  #ending: Promise<void> | null = null;
  /** How often it was told to end: calls that wait to start a thread are rejected by that. */
  #ends = 0;
  #pending = 0;
  #idle: NodeJS.Timeout | null = null;
  #deathsMs: number[] = [];
  #isClosed = false;

  constructor(parts: CalledThreadParts<Theirs>) {
    this.#parts = parts;
  }

  /** The running thread's functions; null if none runs. */
  get calls(): Calls<Theirs> | null {
    return this.#running?.calls ?? null;
  }

  /** Calls the thread, which is started if none runs. Rejected if the thread ends first, or is closed. */
  async call<T>(ask: (calls: Calls<Theirs>) => Promise<T>): Promise<T> {
    const ends = this.#ends;
    while (this.#ending !== null) await this.#ending;
    if (this.#isClosed || ends !== this.#ends) throw ENDED;
    this.#running ??= this.#start();
    const { calls } = this.#running;
    this.#pending += 1;
    this.#rest();
    try {
      return await ask(calls);
    } finally {
      this.#pending -= 1;
      this.#rest();
    }
  }

  /** Starts the thread unless it runs. */
  begin(): void {
    // Rejected if it is ended before.
    this.call(() => Promise.resolve()).catch(() => undefined);
  }

  /**
   * Ends the thread; another is started by the next call. Pending calls are rejected; where it has databases to close,
   * those that it answers before are not.
   */
  async end(withinMs?: number): Promise<void> {
    this.#ends += 1;
    const running = this.#running;
    if (running !== null) {
      this.#gone(running, withinMs);
      if (this.#parts.databases === undefined) running.calls.$close(ENDED);
      else this.#parts.databases.close(running.calls);
    }
    await this.#ending;
  }

  /** Ends the thread; none is started any more. */
  async close(withinMs?: number): Promise<void> {
    this.#isClosed = true;
    await this.end(withinMs);
  }

  #start(): Running<Theirs> {
    const { entry, name, databases, ours = {} } = this.#parts;
    const workerData = databases?.workerData;
    const worker = startThread(entry, { name, workerData, database: databases !== undefined });
    const running = { worker, calls: callsTo<Theirs>(worker, ours) };
    const died = (detail: string): void => this.#died(running, detail);
    worker.on("messageerror", (error) => died(errorText(error)));
    worker.on("error", (error) => died(errorText(error)));
    worker.once("exit", (code) => died(`exit code ${code}`));
    // It must not keep the process alive, unless it has files to close.
    if (databases === undefined) worker.unref();
    return running;
  }

  #died(running: Running<Theirs>, detail: string): void {
    if (this.#running !== running) return;
    this.#gone(running);
    running.calls.$close(new Error(detail));
    const { died } = this.#parts;
    if (died === undefined) return;
    died(detail);
    const nowMs = Date.now();
    this.#deathsMs = this.#deathsMs.filter((atMs) => nowMs - atMs < MINUTE_MS).concat(nowMs);
    if (this.#deathsMs.length < DEATHS_MOST) this.begin();
  }

  #gone(running: Running<Theirs>, withinMs?: number): void {
    this.#running = null;
    this.#rest();
    this.#ending = endThread(running.worker, withinMs).then(() => {
      running.calls.$close(ENDED);
      this.#ending = null;
    });
  }

  /** Ends the thread some time after its last call. */
  #rest(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const { idleMs } = this.#parts;
    if (this.#running === null || this.#pending > 0 || idleMs === undefined) return;
    this.#idle = setTimeout(() => void this.end(), idleMs).unref();
  }
}
