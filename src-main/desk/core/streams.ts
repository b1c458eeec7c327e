// What running attempts have produced so far, for a window that opens meanwhile: it would otherwise show the end of
// an answer without its beginning.
import { addPieces } from "../../../src-shared/sampling/life/stream.ts";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";

export class Streams {
  readonly #views = new Map<string, StreamView>();

  /** Takes what came since the last time. */
  add(more: StreamView): void {
    const before = this.#views.get(more.attemptId)?.pieces ?? [];
    this.#views.set(more.attemptId, { ...more, pieces: addPieces(before, more.pieces) });
  }

  end(attemptId: string): void {
    this.#views.delete(attemptId);
  }

  all(): StreamView[] {
    return [...this.#views.values()];
  }
}
