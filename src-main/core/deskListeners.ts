// Passes on what happens at the desk to everyone who listens, in the order in which they were added. It is built before
// the desk, and they after it.
import type { Failure } from "#shared/outcome.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { DeskListener } from "./ports.ts";

export class DeskListeners implements DeskListener {
  readonly #listeners: Partial<DeskListener>[] = [];

  add(listener: Partial<DeskListener>): void {
    this.#listeners.push(listener);
  }

  requestChanged(requestId: string): void {
    for (const listener of this.#listeners) listener.requestChanged?.(requestId);
  }

  requestRemoved(requestId: string): void {
    for (const listener of this.#listeners) listener.requestRemoved?.(requestId);
  }

  requestReplied(requestId: string): void {
    for (const listener of this.#listeners) listener.requestReplied?.(requestId);
  }

  streamed(more: StreamView): void {
    for (const listener of this.#listeners) listener.streamed?.(more);
  }

  fault(failure: Failure): void {
    for (const listener of this.#listeners) listener.fault?.(failure);
  }

  deskChanged(): void {
    for (const listener of this.#listeners) listener.deskChanged?.();
  }

  budgetsChanged(): void {
    for (const listener of this.#listeners) listener.budgetsChanged?.();
  }
}
