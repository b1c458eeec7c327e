// Gives back to the disk what is free within the ledger: a few pages at a time, each in a write of its own between all
// others, so that nobody waits for it and an end at any time leaves a whole file.
import type { GivingBack, LedgerSpace } from "../../src-shared/ledger/space.ts";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { SpaceStore } from "./spacePorts.ts";

/** Longest that one write should take, in milliseconds, and as long is left to others after it at least. */
const SLICE_MS = 8;
const PAGES_FIRST = 16;
const PAGES_MOST = 512;
/** How often the window hears of it, in milliseconds. */
const TELL_MS = 100;
/** Its writes pass through the file beside the ledger, which may become so long. */
const NEEDED_BYTES = 16_000_000;
/** How often making the file shorter is tried while a reader holds it, and how long after one another. */
const SETTLES = 10;
const SETTLE_MS = 200;

export interface SpaceParts {
  store: SpaceStore;
  moved(giving: GivingBack): void;
}

export class SpaceService {
  readonly #parts: SpaceParts;
  #running: Promise<Outcome<LedgerSpace, Failure>> | null = null;
  #stopped = false;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  look(): Outcome<LedgerSpace, Failure> {
    return this.#parts.store.look();
  }

  /** Gives back all of it, or has the next start do so; how it stands then. Asking again while it runs asks for the same. */
  giveBack(): Promise<Outcome<LedgerSpace, Failure>> {
    this.#running ??= this.#giveBack().finally(() => {
      this.#running = null;
      this.#parts.moved(null);
    });
    return this.#running;
  }

  /** What was given back stays so. */
  stop(): null {
    this.#stopped = true;
    return null;
  }

  /** Call before the ledger is closed. */
  async close(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #giveBack(): Promise<Outcome<LedgerSpace, Failure>> {
    const { store, moved } = this.#parts;
    this.#stopped = false;
    const looked = store.look();
    if (!looked.ok) return looked;
    const { freeBytes: total, fileBytes, when } = looked.value;
    const needed = when === "now" ? NEEDED_BYTES : fileBytes - total;
    if ((store.roomBytes() ?? Infinity) < needed) {
      return fail({ kind: "disk-full", neededBytes: needed });
    }
    if (when === "next-start") {
      const asked = store.askNextStart();
      return asked.ok ? store.look() : asked;
    }
    let [left, pages, toldMs] = [total, PAGES_FIRST, -TELL_MS];
    while (left > 0 && !this.#stopped) {
      const beganMs = performance.now();
      const taken = store.take(pages);
      if (!taken.ok) return taken;
      // Nothing was taken: what is left cannot be.
      if (taken.value >= left) break;
      left = taken.value;
      const tookMs = performance.now() - beganMs;
      pages = pagesFor(pages, tookMs);
      if (beganMs - toldMs >= TELL_MS) {
        toldMs = beganMs;
        moved({ done: Math.max(0, total - left), total });
      }
      await pause(Math.max(SLICE_MS, tookMs));
    }
    return this.#settled();
  }

  async #settled(): Promise<Outcome<LedgerSpace, Failure>> {
    const { store } = this.#parts;
    for (let time = 0; time < SETTLES; time += 1) {
      const settled = store.settle();
      if (!settled.ok) return settled;
      if (settled.value || this.#stopped) break;
      await pause(SETTLE_MS);
    }
    return store.look();
  }
}

/** As many as take about so long, by how long the last ones took. */
const pagesFor = (pages: number, tookMs: number): number =>
  Math.max(
    1,
    Math.min(PAGES_MOST, 2 * pages, Math.floor((pages * SLICE_MS) / Math.max(0.1, tookMs))),
  );

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
