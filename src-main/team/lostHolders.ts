// When requests whose desks no longer answer are ended: not before those desks had time to come back themselves.

/**
 * After the database was away, the other desks get this long to come back before their requests count as lost, in
 * milliseconds.
 */
const LOST_AFTER_MS = 30_000;

export class LostHolders {
  readonly #end: () => void;
  /** Null: not connected, so nothing is known of other desks. */
  #onlineAtMs: number | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param end ends the requests that are lost by now */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** The database is reachable: the time to come back begins. */
  online(): void {
    this.#onlineAtMs ??= Date.now();
    this.look();
  }

  offline(): void {
    this.#onlineAtMs = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Something has changed, so a desk may be gone. What a connection brings before it is online is looked at later. */
  look(): void {
    if (this.#onlineAtMs === null) return;
    const leftMs = Math.max(0, this.#onlineAtMs + LOST_AFTER_MS - Date.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#end();
    }, leftMs).unref();
  }
}
