// Sends responses and notifications to a server over HTTP, each as a POST of its own. Limits how many are sent and
// queued at once, so that a server that accepts none does not use up sockets and memory.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { SendError } from "./pipe.ts";

export interface OutboxBounds {
  concurrent: number;
  queued: number;
  /** How long a message may be queued. */
  queueMs: number;
  /** How often it is reported how many were not sent. */
  reportMs: number;
}

// With the streams fewer than ten: Node warns about more listeners on one signal.
const BOUNDS: OutboxBounds = { concurrent: 6, queued: 10_000, queueMs: 30_000, reportMs: 1000 };

/** How long a server may take to accept a message, plus time per byte: 16 kB a second is slow for any network. */
const ACCEPT_MS = 30_000;
const BYTES_PER_MS = 16;

export const acceptTimeoutMs = (text: string): number =>
  ACCEPT_MS + Math.ceil(text.length / BYTES_PER_MS);

export const isRequest = (message: JSONRPCMessage): boolean =>
  "method" in message && "id" in message;

export class Outbox {
  readonly #bounds: OutboxBounds;
  readonly #report: (text: string) => void;
  readonly #waiting = new Set<() => void>();
  #atOnce = 0;
  #dropped = 0;

  constructor(say: (text: string) => void, bounds: Partial<OutboxBounds> = {}) {
    this.#report = say;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** Sends the message when it is its turn. Rejects with a `SendError` if that does not happen in time. */
  async send(post: () => Promise<void>): Promise<void> {
    if (this.#atOnce < this.#bounds.concurrent) this.#atOnce += 1;
    else await this.#turn();
    try {
      await post();
    } finally {
      // The next queued message takes its place.
      const [next] = this.#waiting;
      if (next === undefined) this.#atOnce -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    const { queued, queueMs } = this.#bounds;
    if (this.#waiting.size >= queued) return Promise.reject(this.#reportDropped());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(next);
        reject(this.#reportDropped());
      }, queueMs);
      const next = (): void => {
        clearTimeout(late);
        this.#waiting.delete(next);
        resolve();
      };
      this.#waiting.add(next);
    });
  }

  #reportDropped(): SendError {
    this.#dropped += 1;
    if (this.#dropped === 1) {
      setTimeout(() => {
        this.#report(`[${this.#dropped} responses were not sent: the server does not accept them]`);
        this.#dropped = 0;
      }, this.#bounds.reportMs).unref();
    }
    return new SendError("the server does not accept what it is sent", false);
  }
}
