// The thread that scans documents: it is sent one document at a time (servers take turns), and ended when a scan takes
// too long.
import { performance } from "node:perf_hooks";
import type { Json } from "#shared/json.ts";
import type { Inspection, ScanContext } from "#shared/findings/inspection.ts";
import type { InspectRequest, Inspector } from "../core/ports.ts";
import { CalledThread } from "./calledThread.ts";
import { FairQueue } from "./fairQueue.ts";
import type { QueueLimits } from "./fairQueue.ts";

/** How long one scan may take, in milliseconds, plus time per megabyte. */
const DEADLINE_MS = 2000;
const PER_MEGABYTE_MS = 1000;
/** How long the thread may take to start on a busy machine. */
const START_MS = 20_000;
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
  readonly #thread: CalledThread<InspectCalls>;
  readonly #deadlineMs: number;
  readonly #inLineMs: number;
  readonly #waiting = new FairQueue<Waiting>(IN_LINE_MOST);
  #patient: Waiting[] = [];
  #current: Current | null = null;
  #deadline: NodeJS.Timeout | null = null;
  /** The running thread has started. */
  #isReady = false;
  /** The thread ends after the current scan. */
  #endsAfter = false;
  #closed = false;

  /** @param entry the thread's built entry */
  constructor(entry: string | URL, times: Partial<InspectTimes> = {}) {
    const { deadlineMs = DEADLINE_MS, inLineMs = IN_LINE_MS } = times;
    const ours: InspectMessages = { ready: () => this.#begun() };
    this.#thread = new CalledThread({ entry, name: "inspect", ours, idleMs: IDLE_MS });
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
    void this.#thread.end();
  }

  /** Ends the thread, with the texts that it remembers: content was deleted. A running scan ends first. */
  clear(): void {
    this.#endsAfter = this.#current !== null;
    if (!this.#endsAfter) void this.#thread.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of [...this.#waiting.take(), ...this.#patient]) resolve(null);
    this.#patient = [];
    await this.#thread.close();
  }

  #next(): void {
    if (this.#current !== null) return;
    let next = this.#first();
    while (next !== undefined && this.#isOver(next)) {
      next.resolve(null);
      next = this.#first();
    }
    if (next === undefined) return;
    const { document, around, lowPriority = false } = next.ask;
    const megabytes = charactersOf(document) / 1_000_000;
    const times = lowPriority ? PATIENT_TIMES : 1;
    const timeMs = (this.#deadlineMs + Math.floor(megabytes) * PER_MEGABYTE_MS) * times;
    next.begun += 1;
    const current = { timeMs, of: next };
    this.#current = current;
    if (this.#thread.calls === null) this.#isReady = false;
    this.#within(this.#isReady ? timeMs : START_MS);
    this.#thread
      .call((calls) => calls.inspect(document, around))
      // The thread has ended.
      .catch(() => null)
      .then((looked) => this.#told(current, looked));
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
    this.#deadline = setTimeout(() => void this.#thread.end(), timeMs);
  }

  #begun(): void {
    this.#isReady = true;
    if (this.#current !== null) this.#within(this.#current.timeMs);
  }

  #told(current: Current, looked: Inspection | null): void {
    if (this.#current !== current) return;
    this.#current = null;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
    if (this.#endsAfter) void this.#thread.end();
    this.#endsAfter = false;
    current.of.resolve(looked);
    this.#next();
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
