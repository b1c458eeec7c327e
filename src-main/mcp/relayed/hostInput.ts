// Reads a host's bytes: JSON-RPC messages, one per line, each alone or in a batch (2025-03-26).
import { ByteLines } from "../transports/byteLines.ts";
import { readEnvelope } from "../wire/envelope.ts";
import type { Envelope, RequestId } from "../wire/envelope.ts";
import { parseText } from "../wire/receiveText.ts";

export interface HostInputParts {
  message(text: string, envelope: Envelope): void;
  /** A line that is not JSON: the server could not respond to it either. */
  malformed(text: string): void;
  /** A request beyond the cap. */
  tooLarge(id: RequestId): void;
}

export class HostInput {
  readonly #parts: HostInputParts;
  readonly #lines: ByteLines;

  constructor(parts: HostInputParts) {
    this.#parts = parts;
    this.#lines = new ByteLines({
      line: (text) => {
        if (text.trim() !== "") this.#take(text);
      },
      oversized: ({ id, method }) => {
        if (id !== null && method !== null) parts.tooLarge(id);
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  #take(text: string): void {
    const raw = parseText(text);
    if (raw === undefined) this.#parts.malformed(text);
    else if (Array.isArray(raw)) {
      for (const one of raw) this.#parts.message(JSON.stringify(one), readEnvelope(one));
    } else this.#parts.message(text, readEnvelope(raw));
  }
}
