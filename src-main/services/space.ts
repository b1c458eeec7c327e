// Gives back to the disk what is free within the ledger: a few pages at a time, each in a write of its own between all
// others, so that nobody waits for it and an end at any time leaves a whole file.
import type { GivingBack, LedgerSpace } from "../../src-shared/ledger/space.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { SpaceStore } from "./spacePorts.ts";

/** How long one write should take, in milliseconds: a disk that is slow once makes it some times as long. */
const SLICE_MS = 4;
/** As long at least is left to others after it. */
const REST_MS = 8;
const PAGES_FIRST = 16;
/** Fewer take hardly less: each write waits for the disk. */
const PAGES_LEAST = 16;
const PAGES_MOST = 128;
/** After so many pages they go from the log into the file: later that would take longer than a write may. */
const EASE_PAGES = 128;
/** How often the window hears of it, in milliseconds. */
const TELL_MS = 100;
/** Its writes pass through the log beside the ledger, for which there has to be so much room. */
const NEEDED_BYTES = 16_000_000;
/** With less room than that nothing more is taken: what the record writes itself needs it. */
const LEAST_BYTES = 4_000_000;
/** How long that log may be before it waits for whoever reads the ledger: nothing in it is at the disk's end until then. */
const LOG_MOST_BYTES = 8_000_000;
/** How long after one another that is tried while a reader holds the file. */
const HELD_MS = 200;

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
    const { store } = this.#parts;
    this.#stopped = false;
    const looked = store.look();
    if (!looked.ok) return looked;
    const { freeBytes: total, fileBytes, when } = looked.value;
    const needed = when === "now" ? NEEDED_BYTES : fileBytes - total;
    if ((store.roomBytes() ?? Infinity) < needed) {
      return fail({ kind: "space-no-room", neededBytes: needed });
    }
    if (when === "next-start") {
      const asked = store.askNextStart();
      return asked.ok ? store.look() : asked;
    }
    const taken = await this.#take(total);
    if (!taken.ok) {
      // What was taken until then is given back, where that can be.
      store.settle();
      return taken;
    }
    const settled = await this.#settled(total);
    return settled.ok ? store.look() : settled;
  }

  /** Takes free pages off the end until there are none, or it is stopped. */
  async #take(total: number): Promise<Outcome<null, Failure>> {
    const { store } = this.#parts;
    let [left, pages, inLog, toldMs] = [total, PAGES_FIRST, 0, -TELL_MS];
    while (left > 0 && !this.#stopped) {
      const beganMs = performance.now();
      if (store.logBytes() > LOG_MOST_BYTES) {
        const settled = await this.#shortEnough(total);
        if (!settled.ok || this.#stopped) return settled;
      }
      if ((store.roomBytes() ?? Infinity) < LEAST_BYTES) {
        return fail({ kind: "space-no-room", neededBytes: NEEDED_BYTES });
      }
      const takesMs = performance.now();
      const taken = store.take(pages);
      if (!taken.ok) return taken;
      // Nothing was taken: what is left cannot be.
      if (taken.value >= left) break;
      left = taken.value;
      const tookMs = performance.now() - takesMs;
      inLog += pages;
      pages = pagesFor(pages, tookMs);
      if (beganMs - toldMs >= TELL_MS) {
        toldMs = beganMs;
        this.#tell(total, false);
      }
      await pause(Math.max(REST_MS, tookMs));
      if (inLog < EASE_PAGES || this.#stopped) continue;
      const eased = store.ease();
      if (!eased.ok) return eased;
      inLog = 0;
      await pause(REST_MS);
    }
    return ok(null);
  }

  /** Makes the log short again, or waits for whoever reads the ledger. */
  #shortEnough(total: number): Promise<Outcome<null, Failure>> {
    return this.#settled(total, () => this.#parts.store.logBytes() <= LOG_MOST_BYTES);
  }

  /** Makes the file as short as it has become, or waits until whoever reads it lets that be, or it is stopped. */
  async #settled(total: number, enough = (): boolean => false): Promise<Outcome<null, Failure>> {
    const { store } = this.#parts;
    for (;;) {
      const settled = store.settle();
      if (!settled.ok) return settled;
      if (settled.value || this.#stopped || enough()) return ok(null);
      this.#tell(total, true);
      await pause(HELD_MS);
    }
  }

  /** What the disk has back, which is less than what was taken while a reader holds the file. */
  #tell(total: number, held: boolean): void {
    const looked = this.#parts.store.look();
    if (!looked.ok) return;
    const done = Math.min(total, Math.max(0, total - looked.value.freeBytes));
    this.#parts.moved({ done, total, held });
  }
}

/** As many as take about so long, by how long the last ones took. */
const pagesFor = (pages: number, tookMs: number): number =>
  Math.max(
    PAGES_LEAST,
    Math.min(PAGES_MOST, 2 * pages, Math.floor((pages * SLICE_MS) / Math.max(0.1, tookMs))),
  );

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
