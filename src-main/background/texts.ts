// Keeps the thread that reads large messages: starts it with the first one, lets it go when there is none for a while.
// Where it fails, the message is read in place: slower, never lost.
import type { Worker } from "node:worker_threads";
import type { ReadText, TextAsk, TextReader, TextTold, ValuesMax } from "../services/textPorts.ts";
import { endThread, startThread } from "./thread.ts";

/** How long the thread waits for a next message before it ends, in milliseconds: it holds memory. */
const IDLE_MS = 30_000;
/** A message is copied to the thread in parts of so many bytes, each in a turn of its own: 20 MB at once take 50 ms. */
const PART_BYTES = 2 * 1024 * 1024;

export class TextThread implements TextReader {
  readonly #entry: string | URL;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, (read: ReadText | null) => void>();
  #worker: Worker | null = null;
  #nextId = 1;
  #idle: NodeJS.Timeout | null = null;

  /** @param entry the built entry of the thread */
  constructor(entry: string | URL, idleMs = IDLE_MS) {
    this.#entry = entry;
    this.#idleMs = idleMs;
  }

  read(chunks: readonly Uint8Array[], values: ValuesMax): Promise<ReadText | null> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#post(worker, { id, chunks, values });
    });
  }

  /** One part now, and the next one in the next turn, unless the thread has ended. */
  #post(worker: Worker, { id, chunks, values }: TextAsk): void {
    if (worker !== this.#worker) return;
    let [count, bytes] = [0, 0];
    for (; count < chunks.length && bytes < PART_BYTES; count += 1)
      bytes += chunks[count]?.length ?? 0;
    const isLast = count === chunks.length;
    const part: TextAsk = { id, chunks: chunks.slice(0, count), values: isLast ? values : null };
    worker.postMessage(part);
    const rest = chunks.slice(count);
    if (!isLast) setImmediate(() => this.#post(worker, { id, chunks: rest, values }));
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#ended(worker);
    await endThread(worker);
  }

  #start(): Worker {
    const worker = startThread(this.#entry, { name: "texts" });
    worker.on("message", ({ id, read }: TextTold) => this.#answered(worker, id, read));
    worker.on("messageerror", () => this.#ended(worker));
    worker.on("error", () => this.#ended(worker));
    worker.once("exit", () => this.#ended(worker));
    // Nothing of it keeps the app from ending.
    worker.unref();
    return worker;
  }

  #answered(worker: Worker, id: number, read: ReadText | null): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(read);
    if (this.#waiting.size > 0 || this.#worker !== worker) return;
    this.#idle = setTimeout(() => void this.close(), this.#idleMs);
    this.#idle.unref();
  }

  /** What waits for an answer is read in place. */
  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(null);
  }
}
