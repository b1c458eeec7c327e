// Reconnects a lost connection with exponential delays; at once if only the session had expired.
import type { ServerFailure } from "#shared/outcome.ts";
import type { ConnectionState } from "#shared/servers/server.ts";

/** Longest delay between two attempts. */
const WAIT_MAX_MS = 30_000;
/** If a session expires faster than this, it is not renewed at once. */
const SESSION_LIFETIME_MIN_MS = 5000;

export interface ReconnectParts {
  /** The first delay, in milliseconds. */
  firstMs: number;
  state(state: ConnectionState): void;
  /** Connects; `attempt` counts from 1, the first connection. */
  connect(attempt: number): void;
}

export class Reconnect {
  readonly #parts: ReconnectParts;
  #timer: NodeJS.Timeout | null = null;
  #forgotTick = -Infinity;

  constructor(parts: ReconnectParts) {
    this.#parts = parts;
  }

  /** True while an attempt is scheduled. */
  get pending(): boolean {
    return this.#timer !== null;
  }

  /** Reports the attempt, waits, and connects. */
  schedule(failure: ServerFailure, attempt: number): void {
    const usualMs = Math.min(this.#parts.firstMs * 2 ** (attempt - 1), WAIT_MAX_MS);
    const waitMs = failure.kind === "server-forgot-session" ? this.#forgotMs(usualMs) : usualMs;
    this.#parts.state({ kind: "reconnecting", attempt, nextAtMs: Date.now() + waitMs, failure });
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#parts.connect(attempt + 1);
    }, waitMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** An expired session is renewed at once, unless it keeps expiring. */
  #forgotMs(usualMs: number): number {
    const sinceMs = performance.now() - this.#forgotTick;
    this.#forgotTick = performance.now();
    return sinceMs > SESSION_LIFETIME_MIN_MS ? 0 : usualMs;
  }
}
