// Owns the thread that reads large messages: starts it when needed, ends it when idle. If it fails, the message is
// read in main instead.
import type { ReadText, TextCalls, TextReader, ValuesMax } from "../../core/textPorts.ts";
import { endThread, startCalled } from "../../threads/thread.ts";
import type { Called } from "../../threads/thread.ts";

/** How long an idle thread is kept, in milliseconds; it uses memory. */
const IDLE_MS = 30_000;
/** Bytes that are copied to the thread per turn of the event loop: 20 MB at once would take 50 ms. */
const PART_BYTES = 2 * 1024 * 1024;

type Running = Called<TextCalls>;

export class TextThread implements TextReader {
  readonly #entry: string | URL;
  readonly #idleMs: number;
  #running: Running | null = null;
  #nextId = 1;
  #waiting = 0;
  #idle: NodeJS.Timeout | null = null;

  /** @param entry the thread's built entry */
  constructor(entry: string | URL, idleMs = IDLE_MS) {
    this.#entry = entry;
    this.#idleMs = idleMs;
  }

  async read(chunks: readonly Uint8Array[], values: ValuesMax): Promise<ReadText | null> {
    this.#running ??= this.#start();
    const running = this.#running;
    this.#rest(false);
    this.#waiting += 1;
    // If the thread ends first, the caller reads the message itself.
    const read = await this.#send(running, chunks, values).catch(() => null);
    this.#waiting -= 1;
    if (this.#waiting === 0 && this.#running === running) this.#rest(true);
    return read;
  }

  /** Sends one part per turn of the event loop. */
  async #send(
    { calls }: Running,
    chunks: readonly Uint8Array[],
    values: ValuesMax,
  ): Promise<ReadText | null> {
    const id = this.#nextId;
    this.#nextId += 1;
    let from = 0;
    for (;;) {
      let [to, bytes] = [from, 0];
      for (; to < chunks.length && bytes < PART_BYTES; to += 1) bytes += chunks[to]?.length ?? 0;
      const part = chunks.slice(from, to);
      if (to === chunks.length) return calls.read(id, part, values);
      await calls.part.asEvent(id, part);
      await new Promise((resolve) => setImmediate(resolve));
      from = to;
    }
  }

  async close(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#ended(running);
    await endThread(running.worker);
  }

  #start(): Running {
    const running = startCalled<TextCalls>(this.#entry, { name: "texts" });
    for (const event of ["messageerror", "error", "exit"] as const) {
      running.worker.on(event, () => this.#ended(running));
    }
    // The thread must not keep the process alive.
    running.worker.unref();
    return running;
  }

  #rest(rests: boolean): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = rests ? setTimeout(() => void this.close(), this.#idleMs).unref() : null;
  }

  #ended(running: Running): void {
    if (this.#running !== running) return;
    this.#running = null;
    this.#rest(false);
    running.calls.$close();
  }
}
