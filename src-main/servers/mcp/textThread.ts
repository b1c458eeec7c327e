// The thread that reads large messages. If it fails, the message is read in main instead.
import type { ReadText, TextCalls, TextReader, ValuesMax } from "../../core/textPorts.ts";
import type { Calls } from "../../threads/calls.ts";
import { CalledThread } from "../../threads/calledThread.ts";

const IDLE_MS = 30_000;
/** Bytes that are copied to the thread per turn of the event loop: 20 MB at once would take 50 ms. */
const PART_BYTES = 2 * 1024 * 1024;

export class TextThread implements TextReader {
  readonly #thread: CalledThread<TextCalls>;
  #nextId = 1;

  /** @param entry the thread's built entry */
  constructor(entry: string | URL) {
    this.#thread = new CalledThread({ entry, name: "texts", idleMs: IDLE_MS });
  }

  read(chunks: readonly Uint8Array[], values: ValuesMax): Promise<ReadText | null> {
    // If the thread ends first, the caller reads the message itself.
    return this.#thread.call((calls) => this.#send(calls, chunks, values)).catch(() => null);
  }

  /** Sends one part per turn of the event loop. */
  async #send(
    calls: Calls<TextCalls>,
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

  /** Ends the thread; the next message starts another. */
  close(): Promise<void> {
    return this.#thread.end();
  }
}
