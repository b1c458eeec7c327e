// Reads a host's bytes: JSON-RPC messages, one per line, each alone or in a batch (2025-03-26).
import { isUtf8 } from "node:buffer";
import { readText, refusal } from "#shared/rpc/readMessage.ts";
import type { ReadMessage, Refused } from "#shared/rpc/readMessage.ts";
import { ByteLines } from "../transports/byteLines.ts";
import type { Oversized } from "../transports/pipe.ts";

export interface HostInputParts {
  message(read: ReadMessage): void;
  /** What reaches no server. */
  refused(refused: Refused): void;
  tooLarge(found: Oversized): void;
  /** Whether the session's version has batches. */
  takesBatches(): boolean;
}

export class HostInput {
  readonly #parts: HostInputParts;
  readonly #lines: ByteLines;

  constructor(parts: HostInputParts) {
    this.#parts = parts;
    this.#lines = new ByteLines(
      {
        line: () => {},
        large: (chunks) => this.#take(Buffer.concat(chunks)),
        oversized: (found) => parts.tooLarge(found),
      },
      // Every line as bytes: text shows no longer whether they were UTF-8.
      { largeBytes: 0 },
    );
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  #take(line: Buffer): void {
    const text = line.toString("utf8");
    if (text.trim() === "") return;
    const { isBatch, messages } = readText(text, "host");
    const why = !isUtf8(line)
      ? "it is not UTF-8"
      : isBatch && !this.#parts.takesBatches()
        ? "this protocol version has no batches"
        : isBatch && messages.some(({ kind }) => kind === "refused")
          ? "another message of its batch is none"
          : null;
    for (const one of messages) {
      if (one.kind === "refused") this.#parts.refused(one);
      else if (why === null) this.#parts.message(one);
      else this.#parts.refused(refusal(one, why));
    }
  }
}
