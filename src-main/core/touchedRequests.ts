// Which requests the user has opened or typed for since the app started. Rules leave these to the user, even after a
// reload of the window.

interface StoredDrafts {
  /** Whether drafts of the request may be stored. */
  mayHold(requestId: string): boolean;
}

export class TouchedRequests {
  readonly #drafts: StoredDrafts;
  readonly #isThere: (requestId: string) => boolean;
  readonly #opened = new Set<string>();

  /** @param isThere whether the desk still holds a request */
  constructor(drafts: StoredDrafts, isThere: (requestId: string) => boolean) {
    this.#drafts = drafts;
    this.#isThere = isThere;
  }

  /** The user has opened the request. Ids that have left the desk are dropped. */
  opened(requestId: string): void {
    for (const id of this.#opened) if (!this.#isThere(id)) this.#opened.delete(id);
    if (this.#isThere(requestId)) this.#opened.add(requestId);
  }

  /** Whether it was opened, or may have drafts. */
  has(requestId: string): boolean {
    return this.#opened.has(requestId) || this.#drafts.mayHold(requestId);
  }
}
