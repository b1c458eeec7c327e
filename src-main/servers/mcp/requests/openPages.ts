// Pages that servers asked the user to open, by the id with which their completion is reported (2025-11-25,
// client/elicitation, "Completion Notifications for URL Mode Elicitation").
import { isJsonObject } from "#shared/json.ts";
import type { RequestHandle, UnattributedRequest } from "../../../core/ports.ts";

/** The oldest are dropped first. */
const PAGES_MAX = 200;

interface Page {
  held: RequestHandle;
  waiting: Set<() => void>;
  isDone: boolean;
}

export class OpenPages {
  readonly #pages = new Map<string, Page>();

  track({ requestKind, params }: UnattributedRequest, held: RequestHandle): void {
    if (requestKind === undefined || held.counted === true || !isJsonObject(params)) return;
    const { elicitationId: id } = params;
    if (typeof id !== "string") return;
    this.#pages.delete(id);
    this.#pages.set(id, { held, waiting: new Set(), isDone: false });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES_MAX && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** Ignores unknown ids and repeated reports, as the protocol requires. */
  completed(id: string): void {
    const page = this.#pages.get(id);
    if (page === undefined || page.isDone) return;
    page.isDone = true;
    page.held.completed();
    for (const resolve of page.waiting) resolve();
  }

  /** Resolves when the server reports that the page is complete, or `signal` aborts. */
  done(id: string, signal: AbortSignal): Promise<void> {
    const page = this.#pages.get(id);
    if (page === undefined || page.isDone || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      page.waiting.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
