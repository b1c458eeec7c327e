// Our own calls under way: each request that the library sends for one, and its answer, kept raw.
import { keyOf } from "../wire/envelope.ts";
import type { RequestId } from "../wire/envelope.ts";
import { SendError } from "../transports/pipe.ts";
import type { RawResponse } from "../wire/rawResponse.ts";

/** A call under way: when it was handed over, and what came back. Both reject as the library says. */
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
  #starting: ((id: RequestId) => Capture) | null = null;

  /**
   * Runs `start`, which makes the library send exactly one request at once, and gives the answer to it
   * raw. `onId` hears the request's id before it leaves, `onAnswer` its
   * answer before anything that came behind it.
   */
  exchange(
    start: () => Promise<unknown>,
    onId?: (id: RequestId) => void,
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
    // The library sent nothing, so that nothing has left: the connection is gone.
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
    // The failure to send is told by `answer` too: nobody has to look at `sent`.
    capture.sent.catch(() => {});
    return { sent: capture.sent, response: answer };
  }

  /** The library sends a request: that of the call which is being started, if one is. */
  sent(id: RequestId, sent: Promise<void>): void {
    if (this.#starting !== null) this.#starting(id).sent = sent;
  }

  /** Keeps the first answer to a call of ours. True when it was one. */
  take(id: RequestId, answer: RawResponse): boolean {
    const capture = this.#captures.get(keyOf(id));
    if (capture === undefined) return false;
    capture.answer ??= answer;
    capture.onAnswer?.();
    return true;
  }
}
