// Owns the thread that scans documents: starts it when needed, sends it one document at a time (servers take turns),
// ends it when a scan takes too long or when it has been idle.
import { performance } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import type { Json } from "#shared/json.ts";
import type { Inspection, ScanContext } from "#shared/findings/inspection.ts";
import type { InspectRequest, Inspector } from "../core/ports.ts";
import { FairQueue } from "./fairQueue.ts";
import type { QueueLimits } from "./fairQueue.ts";
import { endThread, startCalled } from "./thread.ts";
import type { Called } from "./thread.ts";

/** How long one scan may take, in milliseconds, plus time per megabyte. */
const DEADLINE_MS = 2000;
const PER_MEGABYTE_MS = 1000;
/** How long the thread may take to start on a busy machine. */
const START_MS = 20_000;
/** How long an idle thread is kept; it uses memory. */
const IDLE_MS = 120_000;
/** The most queued documents per server and in all; beyond that a document is not scanned. */
const IN_LINE_MOST: QueueLimits = { each: 2000, all: 20_000 };
/**
 * How long a document may be queued, in milliseconds. It only waits for others of its server, and for one of each
 * other server.
 */
const IN_LINE_MS = 30_000;
/** Low-priority scans may take this many times as long. */
const PATIENT_TIMES = 10;
/**
 * The most queued low-priority scans, and how often one is started before it is given up: any other scan aborts it.
 */
const PATIENT_MOST = 100;
const BEGUN_MOST = 3;

/** Calls from main to the thread. */
export interface InspectCalls {
  inspect(document: Json, around: ScanContext): Promise<Inspection | null>;
}

/** Calls from the thread to main. */
export interface InspectMessages {
  /** The thread is ready, so the time of the current scan starts now. */
  ready(): void;
}

interface Waiting {
  sinceMs: number;
  /** How often a low-priority scan was started. */
  begun: number;
  ask: InspectRequest;
  signal: AbortSignal | undefined;
  resolve: (looked: Inspection | null) => void;
}

interface Current {
  timeMs: number;
  of: Waiting;
}

/** Time limits for scanning and for waiting in the queue, in milliseconds. */
export interface InspectTimes {
  deadlineMs: number;
  inLineMs: number;
}

export class InspectThread implements Inspector {
  readonly #entry: string | URL;
  readonly #deadlineMs: number;
  readonly #inLineMs: number;
  readonly #waiting = new FairQueue<Waiting>(IN_LINE_MOST);
  #patient: Waiting[] = [];
  #running: Called<InspectCalls> | null = null;
  /**
   * Starting a thread while another one ends may crash V8 (nodejs/node#56312), so wait for that, a second at most
   * (thread.ts).
   */
  #ending: Promise<void> | null = null;
  #current: Current | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #ready = false;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param entry the thread's built entry */
  constructor(entry: string | URL, times: Partial<InspectTimes> = {}) {
    const { deadlineMs = DEADLINE_MS, inLineMs = IN_LINE_MS } = times;
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
    this.#inLineMs = inLineMs;
  }

  inspect(ask: InspectRequest, signal?: AbortSignal): Promise<Inspection | null> {
    if (this.#closed) return Promise.resolve(null);
    return new Promise((resolve) => {
      const waiting = { ask, signal, resolve, sinceMs: performance.now(), begun: 0 };
      if (!this.#push(waiting)) return resolve(null);
      if (ask.lowPriority !== true && this.#current?.of.ask.lowPriority === true) this.#giveWay();
      this.#next();
    });
  }

  #push(waiting: Waiting): boolean {
    if (waiting.ask.lowPriority !== true) return this.#waiting.push(waiting.ask.requester, waiting);
    return this.#patient.length < PATIENT_MOST && this.#patient.push(waiting) > 0;
  }

  /** Aborts a low-priority scan for another one; it is started again later. */
  #giveWay(): void {
    const of = this.#current?.of;
    this.#current = null;
    if (of !== undefined && of.begun < BEGUN_MOST) this.#patient.unshift(of);
    else of?.resolve(null);
    void this.#end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of [...this.#waiting.take(), ...this.#patient]) resolve(null);
    this.#patient = [];
    await this.#end();
  }

  #next(): void {
    if (this.#current !== null || this.#ending !== null) return;
    let next = this.#first();
    while (next !== undefined && this.#isOver(next)) {
      next.resolve(null);
      next = this.#first();
    }
    if (next === undefined) return this.#rest();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const characters = charactersOf(next.ask.document);
    const megabytes = characters / 1_000_000;
    const times = next.ask.lowPriority === true ? PATIENT_TIMES : 1;
    const timeMs = (this.#deadlineMs + Math.floor(megabytes) * PER_MEGABYTE_MS) * times;
    next.begun += 1;
    const current = { timeMs, of: next };
    this.#current = current;
    this.#running ??= this.#start();
    this.#within(this.#ready ? timeMs : START_MS);
    const { document, around } = next.ask;
    this.#running.calls.inspect(document, around).then(
      (looked) => this.#current === current && this.#told(looked),
      // The thread has ended; that is handled elsewhere.
      () => undefined,
    );
  }

  #first(): Waiting | undefined {
    return this.#waiting.next() ?? this.#patient.shift();
  }

  /** The scan was aborted, or has waited too long. */
  #isOver({ ask, signal, sinceMs }: Waiting): boolean {
    if (signal?.aborted === true) return true;
    return ask.lowPriority !== true && performance.now() - sinceMs > this.#inLineMs;
  }

  /** A thread in an endless loop does not respond, so it is ended; the next document gets a new one. */
  #within(timeMs: number): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => void this.#end(), timeMs);
  }

  #rest(): void {
    if (this.#running === null || this.#idle !== null) return;
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  #start(): Called<InspectCalls> {
    const ours: InspectMessages = { ready: () => this.#isReady() };
    const running = startCalled<InspectCalls>(this.#entry, { name: "inspect" }, ours);
    const { worker } = running;
    const ended = (): void => void (this.#running === running && this.#end());
    worker.on("messageerror", ended);
    worker.on("error", ended);
    worker.once("exit", ended);
    // The thread must not keep the process alive.
    worker.unref();
    return running;
  }

  #isReady(): void {
    this.#ready = true;
    if (this.#current !== null) this.#within(this.#current.timeMs);
  }

  #told(looked: Inspection | null): void {
    const current = this.#current;
    this.#current = null;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
    current?.of.resolve(looked);
    this.#next();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#ready = false;
    running?.calls.$close();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (running !== null) this.#ending = this.#gone(running.worker);
    if (this.#current !== null) this.#told(null);
    await this.#ending;
  }

  async #gone(worker: Worker): Promise<void> {
    await endThread(worker);
    this.#ending = null;
    if (!this.#closed) this.#next();
  }
}

/** The number of characters in all its strings. */
function charactersOf(document: Json): number {
  let count = 0;
  const open: (Json | undefined)[] = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") count += value.length;
    else if (typeof value === "object" && value !== null) {
      for (const item of Object.values(value)) open.push(item);
    }
  }
  return count;
}
