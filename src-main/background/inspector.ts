// Keeps the thread that looks through documents: starts it with the first one, hands it one at a time, ends it where it
// takes too long, lets it go when there is nothing for a while.
import { Worker } from "node:worker_threads";
import type { Json } from "../../src-shared/json.ts";
import type { Looked } from "../../src-shared/inspect/inspection.ts";
import type { InspectAsk, Inspector } from "../desk/ports.ts";
import { READY } from "./inspectTold.ts";
import type { InspectTold } from "./inspectTold.ts";

/** How long one document may take from when the thread begins with it, in milliseconds, and more for each megabyte. */
const DEADLINE_MS = 2000;
const PER_MEGABYTE_MS = 1000;
/** How long the thread may take to start, on a machine that is busy. */
const START_MS = 20_000;
/** How long the thread waits for a next one before it ends: it holds memory. */
const IDLE_MS = 120_000;
/** Documents that wait; beyond that a new one is not looked through. */
const WAITING_MAX = 20_000;

interface Waiting {
  ask: InspectAsk;
  signal: AbortSignal | undefined;
  resolve: (looked: Looked | null) => void;
}

export class InspectThread implements Inspector {
  readonly #entry: string | URL;
  readonly #deadlineMs: number;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #nextId = 1;
  #current: { id: number; timeMs: number; resolve: (looked: Looked | null) => void } | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #ready = false;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param entry the built entry of the thread */
  constructor(entry: string | URL, { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}) {
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
  }

  inspect(ask: InspectAsk, signal?: AbortSignal): Promise<Looked | null> {
    if (this.#closed || this.#waiting.length >= WAITING_MAX) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ ask, signal, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(null);
    await this.#end();
  }

  #next(): void {
    if (this.#current !== null) return;
    let next = this.#waiting.shift();
    while (next?.signal?.aborted === true) {
      next.resolve(null);
      next = this.#waiting.shift();
    }
    if (next === undefined) return this.#rest();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const id = this.#nextId;
    this.#nextId += 1;
    const megabytes = charactersOf(next.ask.document) / 1_000_000;
    const timeMs = this.#deadlineMs + Math.floor(megabytes) * PER_MEGABYTE_MS;
    this.#current = { id, timeMs, resolve: next.resolve };
    this.#worker ??= this.#start();
    this.#within(this.#ready ? timeMs : START_MS);
    this.#worker.postMessage({ id, ...next.ask });
  }

  /** Nothing answers a thread that spins: it is ended, and the next document gets another one. */
  #within(timeMs: number): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => void this.#end(), timeMs);
  }

  #rest(): void {
    if (this.#worker === null || this.#idle !== null) return;
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { env: {}, name: "inspect" });
    worker.on("message", ({ id, looked }: InspectTold) => {
      if (this.#worker !== worker) return;
      if (id === READY) {
        this.#ready = true;
        if (this.#current !== null) this.#within(this.#current.timeMs);
      } else if (this.#current?.id === id) this.#told(looked);
    });
    const ended = (): void => void (this.#worker === worker && this.#end());
    worker.on("messageerror", ended);
    worker.on("error", ended);
    worker.once("exit", ended);
    // Nothing of it keeps the app from ending.
    worker.unref();
    return worker;
  }

  #told(looked: Looked | null): void {
    const current = this.#current;
    this.#current = null;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
    current?.resolve(looked);
    this.#next();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = false;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#current !== null) this.#told(null);
    await worker?.terminate();
  }
}

/** The characters of all texts in it. */
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
