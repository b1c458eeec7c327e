// When a lost connection is opened again: after twice as long each time, at once where only the session was
// forgotten.
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { ConnectionState } from "../../../src-shared/servers/server.ts";

/** Longest wait between two attempts. */
const WAIT_MAX_MS = 30_000;
/** A server that forgets its sessions faster than this is not asked for a new one at once. */
const SESSION_LIFETIME_MIN_MS = 5000;

export interface ReconnectParts {
  /** The first wait, in milliseconds. */
  firstMs: number;
  state(state: ConnectionState): void;
  /** Connects; `attempt` counts from 1, which was the first. */
  connect(attempt: number): void;
}

export class Reconnect {
  readonly #parts: ReconnectParts;
  #timer: NodeJS.Timeout | null = null;
  #forgotTick = -Infinity;

  constructor(parts: ReconnectParts) {
    this.#parts = parts;
  }

  /** True while an attempt is to come. */
  get pending(): boolean {
    return this.#timer !== null;
  }

  /** Says so, waits, and connects. */
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

  /** A forgotten session is begun anew at once; one that is forgotten again and again is not. */
  #forgotMs(usualMs: number): number {
    const sinceMs = performance.now() - this.#forgotTick;
    this.#forgotTick = performance.now();
    return sinceMs > SESSION_LIFETIME_MIN_MS ? 0 : usualMs;
  }
}
