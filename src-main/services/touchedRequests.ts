// Which requests the user has had in sight or typed for since Countersign began: these stay theirs, also where a window
// that knew of it was loaded again.
import type { DraftStore } from "./ports.ts";

export class TouchedRequests {
  readonly #drafts: Pick<DraftStore, "mayHold">;
  readonly #isThere: (sampleId: string) => boolean;
  readonly #opened = new Set<string>();

  /** @param isThere the desk still has it */
  constructor(drafts: Pick<DraftStore, "mayHold">, isThere: (sampleId: string) => boolean) {
    this.#drafts = drafts;
    this.#isThere = isThere;
  }

  /** It has come into sight. Nothing is kept of what has left the desk. */
  opened(sampleId: string): void {
    for (const id of this.#opened) if (!this.#isThere(id)) this.#opened.delete(id);
    if (this.#isThere(sampleId)) this.#opened.add(sampleId);
  }

  /** It has been in sight, or something was typed for it, or may have been. */
  has(sampleId: string): boolean {
    return this.#opened.has(sampleId) || this.#drafts.mayHold(sampleId);
  }
}
