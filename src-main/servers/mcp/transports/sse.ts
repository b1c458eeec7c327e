// Parses a stream of server-sent events (HTML Living Standard, 9.2) and rewrites it for the library: each message was
// already handled unparsed, and one that the library does not need is replaced by a placeholder that it ignores.
import { ByteLines, MESSAGE_MAX_BYTES } from "./byteLines.ts";
import { JobQueue } from "./jobQueue.ts";
import { TopLevelScanner } from "../wire/topLevel.ts";
import type { Oversized } from "./pipe.ts";

export interface EventListener {
  /** The data of a message event. Returns what the library gets in its place; null: nothing. */
  message(data: string, eventId: string | null): string[] | Promise<string[]>;
  oversized(found: Oversized): void;
}

/** Replaces a message that was taken out, so that the event's id still reaches the library. */
const NOTHING = JSON.stringify({ jsonrpc: "2.0", method: "notifications/countersign/nothing" });

/** A transform from the server's bytes to those for the library. */
export class EventRewriter {
  readonly #lines: ByteLines;
  readonly #listener: EventListener;
  readonly #jobs = new JobQueue();
  #out: string[] = [];
  #data: string[] = [];
  /** Bytes of the event so far; if it exceeds the cap, only its id is looked for. */
  #size = 0;
  #head = "";
  #beyond: TopLevelScanner | null = null;
  #other: string[] = [];
  #type = "message";
  #id: string | null = null;

  constructor(listener: EventListener) {
    this.#listener = listener;
    this.#lines = new ByteLines(
      {
        line: (text, bytes) => this.#jobs.add(() => this.#line(text, bytes)),
        oversized: (found) =>
          this.#jobs.add(() =>
            listener.oversized({ ...found, head: found.head.replace(/^data: ?/, "") }),
          ),
      },
      { loneCr: true },
    );
  }

  /** Returns what is ready after this chunk; call it sequentially. */
  async push(chunk: Uint8Array): Promise<Uint8Array | null> {
    this.#lines.push(chunk);
    await this.#jobs.run();
    return this.#flush();
  }

  #flush(): Uint8Array | null {
    if (this.#out.length === 0) return null;
    const text = this.#out.join("");
    this.#out = [];
    return new TextEncoder().encode(text);
  }

  #line(text: string, bytes: number): void | Promise<void> {
    if (text === "") return this.#dispatch();
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(colon + 1).replace(/^ /, "");
    // In a known field everything before the value is ASCII.
    if (field === "data") this.#addData(value, bytes - (text.length - value.length));
    else if (this.#isWithinCap(bytes)) this.#other.push(text);
    if (field === "event") this.#type = value;
    if (field === "id") this.#id = value;
  }

  #isWithinCap(bytes: number): boolean {
    this.#size += bytes + 1;
    return this.#size <= MESSAGE_MAX_BYTES;
  }

  #addData(value: string, bytes: number): void {
    if (this.#isWithinCap(bytes)) {
      this.#data.push(value);
      return;
    }
    const kept = this.#beyond === null ? this.#data : [];
    if (this.#beyond === null) this.#head = headOf(this.#data);
    this.#beyond ??= new TopLevelScanner();
    this.#data = [];
    for (const line of [...kept, value]) this.#beyond.push(Buffer.from(`${line}\n`));
  }

  #dispatch(): void | Promise<void> {
    const [data, other, type] = [this.#data, this.#other, this.#type];
    const [beyond, bytes] = [this.#beyond, this.#size];
    this.#data = [];
    this.#other = [];
    this.#type = "message";
    this.#size = 0;
    this.#beyond = null;
    if (beyond !== null) {
      const { id, method } = beyond;
      this.#listener.oversized({ id, method, bytes, head: this.#head });
      this.#head = "";
    }
    const head = other.map((line) => `${line}\n`).join("");
    if (data.length === 0) {
      this.#out.push(`${head}\n`);
    } else if (type === "message" || type === "") {
      const messages = this.#listener.message(data.join("\n"), this.#id);
      if (messages instanceof Promise) return messages.then((all) => this.#emit(head, all));
      this.#emit(head, messages);
    } else {
      this.#out.push(head, data.map((line) => `data: ${line}\n`).join(""), "\n");
    }
  }

  #emit(head: string, messages: string[]): void {
    const [first = NOTHING, ...more] = messages;
    this.#out.push(head, `data: ${first}\n\n`);
    for (const message of more) this.#out.push(`data: ${message}\n\n`);
  }
}

/** How much of an event beyond the cap is shown. */
const HEAD_CHARACTERS = 16 * 1024;

function headOf(lines: readonly string[]): string {
  let head = "";
  for (const line of lines) {
    if (head.length >= HEAD_CHARACTERS) break;
    head += `${line.slice(0, HEAD_CHARACTERS)}\n`;
  }
  // Copied through bytes: a slice would keep the whole event in memory.
  return Buffer.from(head.slice(0, HEAD_CHARACTERS)).toString("utf8");
}

/** The rewritten body; `over` is called once, with the error that broke it, or null at its normal end. */
export function rewriteEvents(
  body: ReadableStream<Uint8Array>,
  listener: EventListener,
  over: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const rewriter = new EventRewriter(listener);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) {
            over(null);
            controller.close();
            return;
          }
          const ready = await rewriter.push(value);
          if (ready === null) continue;
          controller.enqueue(ready);
          return;
        }
      } catch (error) {
        over(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
