// Forgets what ended requests held, a slice at a time, and sees to it that SQLite keeps nothing of it beside the ledger.
import type { KeepingReach } from "../../../src-shared/ledger/keeping.ts";
import type { HistoryForgot } from "../../../src-shared/ledger/history.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type {
  DueItem,
  DeletionOptions,
  ContentDeletionStore,
  RetentionReader,
} from "./retentionPorts.ts";

/** Longest time that one turn of the loop forgets, in milliseconds: each item is written to disk. */
const SLICE_MS = 8;
/** How often emptying the file beside the ledger is tried, and how long after one another. */
const PURGES = 5;
const PURGE_MS = 200;
/** Then it is owed, and tried as often as this: a reader may hold the file for as long as an export takes. */
const OWED_MS = 30_000;

export interface ContentDeletionDeps {
  store: ContentDeletionStore;
  reader: RetentionReader;
  nowMs(): number;
  /** A generation of it runs, or a server still waits for it: its content is still coming or leaving. */
  isBusy(sampleId: string): boolean;
  /** Takes an item out of what the window shows, with what was typed for it. */
  dismiss(sampleId: string): void;
  /** What is owed has changed. */
  changed(): void;
}

/** What was done, item by item. */
export interface DeletedItems extends HistoryForgot {
  /** Of the items, questions to the user. */
  questions: number;
  /** Of the items, those of which images and audio alone went. */
  mediaOnly: number;
}

export class ContentDeletion {
  readonly #parts: ContentDeletionDeps;
  #closed = false;
  /** An earlier run may have ended before the file was emptied: not known before the first try. */
  #owed = true;
  #owedSinceMs: number | null = null;
  #owedTimer: NodeJS.Timeout | null = null;

  constructor(parts: ContentDeletionDeps) {
    this.#parts = parts;
  }

  /** Since when forgotten content still stands beside the ledger; null where none is known to. */
  get owedSinceMs(): number | null {
    return this.#owedSinceMs;
  }

  /** Forgets the content of these, or their images and audio alone. What is open is left as it is, and counted. */
  async forget(
    sampleIds: readonly string[],
    mediaOnly: boolean,
  ): Promise<Outcome<HistoryForgot, Failure>> {
    const by = { kind: "person" as const };
    const done = await this.forgetAll(
      sampleIds.map((sampleId) => ({ sampleId, mediaOnly })),
      (only) => ({ by, why: "asked", mediaOnly: only, atMs: this.#parts.nowMs() }),
    );
    if (!done.ok) return done;
    const { questions: _, mediaOnly: __, ...forgot } = done.value;
    return ok(forgot);
  }

  /** What forgetting these would free, and what of it others hold as well. */
  async weigh(
    sampleIds: readonly string[],
    mediaOnly: boolean,
  ): Promise<Outcome<KeepingReach, Failure>> {
    const items = sampleIds.map((sampleId) => ({ sampleId, mediaOnly }));
    const read = await this.#parts.reader.ask({ kind: "weigh", items });
    return read.ok ? ok(read.value.reach) : read;
  }

  close(): void {
    this.#closed = true;
    if (this.#owedTimer !== null) clearTimeout(this.#owedTimer);
  }

  /** Tries once more what is owed; when nothing else reads the file any more, it goes. */
  purgeOwed(): void {
    if (this.#owed && !this.#tryPurge()) this.#purgeLater();
  }

  /** What was forgotten before a failure stays so, and is in no sum. */
  async forgetAll(
    items: readonly DueItem[],
    how: (mediaOnly: boolean) => DeletionOptions,
  ): Promise<Outcome<DeletedItems, Failure>> {
    const sum = { items: 0, questions: 0, mediaOnly: 0, bytes: 0, open: 0 };
    // What one leaves to others goes with the last of them, which may come later here.
    const shared = new Map<string, number>();
    let failure: Failure | null = null;
    let endsMs = performance.now() + SLICE_MS;
    for (const { sampleId, mediaOnly, question } of items) {
      if (this.#closed) break;
      if (this.#parts.isBusy(sampleId)) {
        sum.open += 1;
        continue;
      }
      const done = this.#parts.store.forget(sampleId, how(mediaOnly));
      if (!done.ok) {
        ({ failure } = done);
        break;
      }
      if (done.value.kind === "open") sum.open += 1;
      if (done.value.kind === "forgotten") {
        sum.items += 1;
        if (question === true) sum.questions += 1;
        else if (mediaOnly) sum.mediaOnly += 1;
        for (const { commitment, bytes } of done.value.shared) shared.set(commitment, bytes);
        for (const { commitment, bytes } of done.value.gone) {
          sum.bytes += bytes;
          shared.delete(commitment);
        }
        this.#parts.dismiss(sampleId);
      }
      if (performance.now() < endsMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      endsMs = performance.now() + SLICE_MS;
    }
    if (sum.items > 0) await this.#purge();
    if (failure !== null) return fail(failure);
    const sharedBytes = [...shared.values()].reduce((total, bytes) => total + bytes, 0);
    return ok({ ...sum, shared: shared.size, sharedBytes });
  }

  async #purge(): Promise<void> {
    this.#owed = true;
    for (let time = 0; time < PURGES && !this.#closed; time += 1) {
      if (this.#tryPurge()) return this.#shorten();
      await new Promise((resolve) => setTimeout(resolve, PURGE_MS));
    }
    this.#purgeLater();
  }

  async #shorten(): Promise<void> {
    while (!this.#closed && this.#parts.store.shorten()) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The last of it is in the file beside the ledger still.
    if (!this.#closed && !this.#tryPurge()) this.#purgeLater();
  }

  #tryPurge(): boolean {
    const purged = this.#parts.store.purge();
    this.#owed = !purged.ok || !purged.value;
    const before = this.#owedSinceMs;
    this.#owedSinceMs = this.#owed ? (before ?? this.#parts.nowMs()) : null;
    if (before !== this.#owedSinceMs) this.#parts.changed();
    return !this.#owed;
  }

  #purgeLater(): void {
    if (this.#closed || this.#owedTimer !== null) return;
    this.#owedTimer = setTimeout(() => {
      this.#owedTimer = null;
      if (this.#owed && !this.#tryPurge()) this.#purgeLater();
    }, OWED_MS);
    this.#owedTimer.unref();
  }
}
