// Our own pending calls: the request that the library sends for each, and its unparsed response.
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { SendError } from "../transports/pipe.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** A pending call: when it was sent, and its response. Both reject with the library's error. */
export interface Exchange {
  sent: Promise<void>;
  response: Promise<RawResponse>;
}

const NOTHING_SENT = new SendError("disconnected", false);

interface Capture {
  answer: RawResponse | null;
  sent: Promise<void>;
  onAnswer: (() => void) | undefined;
}

export class Captures {
  readonly #captures = new Map<string, Capture>();
  #starting: ((id: JsonRpcId) => Capture) | null = null;

  /**
   * Runs `start`, which must make the library send exactly one request synchronously, and returns the unparsed
   * response. `onId` gets the request's id before it is sent; `onAnswer` is called before anything that the server
   * sent after the response.
   */
  exchange(
    start: () => Promise<unknown>,
    onId?: (id: JsonRpcId) => void,
    onAnswer?: () => void,
  ): Exchange {
    let key: string | null = null;
    const capture: Capture = { answer: null, sent: Promise.resolve(), onAnswer };
    this.#starting = (id) => {
      this.#starting = null;
      key = keyOf(id);
      this.#captures.set(key, capture);
      onId?.(id);
      return capture;
    };
    let settled: Promise<unknown>;
    try {
      settled = start();
    } finally {
      this.#starting = null;
    }
    // The library sent nothing: the connection has gone.
    if (key === null) capture.sent = settled.then(() => Promise.reject(NOTHING_SENT));
    const answer = settled
      .then(
        () => capture.answer ?? { kind: "bad" as const },
        (error: unknown) => {
          if (capture.answer !== null) return capture.answer;
          throw error;
        },
      )
      .finally(() => {
        if (key !== null) this.#captures.delete(key);
      });
    // `answer` rejects as well if sending fails, so nobody has to handle `sent`.
    capture.sent.catch(() => {});
    return { sent: capture.sent, response: answer };
  }

  /** The library sends a request; it belongs to the call that is being started, if any. */
  sent(id: JsonRpcId, sent: Promise<void>): void {
    if (this.#starting !== null) this.#starting(id).sent = sent;
  }

  /** Keeps the first response to one of our calls. True if it was one. */
  take(id: JsonRpcId, answer: RawResponse): boolean {
    const capture = this.#captures.get(keyOf(id));
    if (capture === undefined) return false;
    capture.answer ??= answer;
    capture.onAnswer?.();
    return true;
  }
}

/** A result schema that accepts anything: results are shown as they came. */
export const anySchema: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "countersign", validate: (value) => ({ value }) },
};

/** The longest possible timer (24.8 days), as the user may take any time. */
export const NO_TIMEOUT_MS = 2_147_483_647;
