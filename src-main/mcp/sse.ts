// Reads a stream of server-sent events (HTML Living Standard, 9.2) and writes it anew for the library: each
// message was seen raw before, and what the library does not need is replaced by a word that it ignores.
import { ByteLines, MESSAGE_MAX_BYTES } from "./byteLines.ts";
import { TopLevel } from "./topLevel.ts";
import type { RequestId } from "./envelope.ts";

export interface EventListener {
  /** The data of a message event. Gives what the library is to read in its place; null: nothing. */
  message(data: string, eventId: string | null): string[];
  oversized(found: { id: RequestId | null; method: string | null; bytes: number }): void;
}

/** Stands where a message was taken out, so that the event's id still reaches the library. */
const NOTHING = JSON.stringify({ jsonrpc: "2.0", method: "notifications/countersign/nothing" });

/** A transform from the server's bytes to those for the library. */
export class EventRewriter {
  readonly #lines: ByteLines;
  readonly #listener: EventListener;
  #out: string[] = [];
  #data: string[] = [];
  /** Characters of the event so far; of one beyond the cap only its id is looked for. */
  #size = 0;
  #beyond: TopLevel | null = null;
  #other: string[] = [];
  #type = "message";
  #id: string | null = null;

  constructor(listener: EventListener) {
    this.#listener = listener;
    this.#lines = new ByteLines(
      {
        line: (text) => this.#line(text),
        oversized: (found) => listener.oversized(found),
      },
      { loneCr: true },
    );
  }

  /** Gives what is ready after this chunk. */
  push(chunk: Uint8Array): Uint8Array | null {
    this.#lines.push(chunk);
    return this.#flush();
  }

  #flush(): Uint8Array | null {
    if (this.#out.length === 0) return null;
    const text = this.#out.join("");
    this.#out = [];
    return new TextEncoder().encode(text);
  }

  #line(text: string): void {
    if (text === "") {
      this.#dispatch();
      return;
    }
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#addData(value);
    else if (this.#fits(text)) this.#other.push(text);
    if (field === "event") this.#type = value;
    if (field === "id") this.#id = value;
  }

  #fits(text: string): boolean {
    this.#size += text.length + 1;
    return this.#size <= MESSAGE_MAX_BYTES;
  }

  #addData(value: string): void {
    if (this.#fits(value)) {
      this.#data.push(value);
      return;
    }
    const kept = this.#beyond === null ? this.#data : [];
    this.#beyond ??= new TopLevel();
    this.#data = [];
    for (const line of [...kept, value]) this.#beyond.push(Buffer.from(`${line}\n`));
  }

  #dispatch(): void {
    const [data, other, type] = [this.#data, this.#other, this.#type];
    const [beyond, bytes] = [this.#beyond, this.#size];
    this.#data = [];
    this.#other = [];
    this.#type = "message";
    this.#size = 0;
    this.#beyond = null;
    if (beyond !== null) {
      this.#listener.oversized({ id: beyond.id, method: beyond.method, bytes });
    }
    const head = other.map((line) => `${line}\n`).join("");
    if (data.length === 0) {
      this.#out.push(`${head}\n`);
    } else if (type === "message" || type === "") {
      this.#emit(head, this.#listener.message(data.join("\n"), this.#id));
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

/** The body rewritten; `over` is called once, with the error that broke it or null at its proper end. */
export function rewritten(
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
          const ready = rewriter.push(value);
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
