// Deletes the content of ended requests in short slices, and makes sure that SQLite keeps none of it in the WAL.
import type { RetentionReach } from "#shared/ledger/retention.ts";
import type { DeletionSummary } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { DeletionOptions, SqliteContentDeletion } from "./ledger/contentDeletion.ts";
import type { DueItem } from "./retention/reach.ts";
import type { InspectThread } from "../threads/inspector.ts";
import { nextTurn } from "../core/desk/slices.ts";
import type { RetentionReader } from "./retentionReader.ts";

/**
 * How long one slice may block main, in milliseconds, and then the deletion that it has begun: each is a durable write.
 * A decision meanwhile waits for several slices.
 */
const SLICE_MS = 3;
/** How often purging the WAL is tried right after a deletion, and at which interval. */
const PURGES = 5;
const PURGE_MS = 200;
/** After that, the interval at which it is tried again: a reader, such as an export, may block it for minutes. */
const OWED_MS = 30_000;

export interface ContentDeletionDeps {
  store: SqliteContentDeletion;
  reader: Pick<RetentionReader, "ask">;
  /** Remembers texts that it has scanned. */
  inspector: Pick<InspectThread, "clear">;
  nowMs(): number;
  /** True while a generation runs or the server waits for delivery: its content is still in use. */
  isBusy(requestId: string): boolean;
  /** Removes an item from the window, with its drafts. */
  dismiss(requestId: string): void;
}

/** What was deleted. */
export interface DeletedItems extends DeletionSummary {
  /** How many of the items are questions to the user. */
  questions: number;
  /** Of how many items only images and audio were deleted. */
  mediaOnly: number;
}

export class ContentDeletion {
  readonly #parts: ContentDeletionDeps;
  readonly #followers: (() => void)[] = [];
  #closed = false;
  /** True until the first successful purge: the previous process may have quit before purging. */
  #owed = true;
  #owedSinceMs: number | null = null;
  #owedTimer: NodeJS.Timeout | null = null;

  constructor(parts: ContentDeletionDeps) {
    this.#parts = parts;
  }

  /** Calls `follow` after each change of `owedSinceMs`. */
  follow(follow: () => void): void {
    this.#followers.push(follow);
  }

  /** Since when deleted content may still be in the WAL; null if none is. */
  get owedSinceMs(): number | null {
    return this.#owedSinceMs;
  }

  /**
   * Deletes the content of these items, or only their images and audio. Items that have not ended are skipped and
   * counted.
   */
  async deleteContent(
    requestIds: readonly string[],
    mediaOnly: boolean,
  ): Promise<Outcome<DeletionSummary, Failure>> {
    const by = { kind: "person" as const };
    const done = await this.deleteAll(
      requestIds.map((requestId) => ({ sampleId: requestId, mediaOnly })),
      (only) => ({ by, why: "asked", mediaOnly: only, atMs: this.#parts.nowMs() }),
    );
    if (!done.ok) return done;
    const { questions: _, mediaOnly: __, ...forgot } = done.value;
    return ok(forgot);
  }

  /** What deleting these would free, and how much of it would stay because other items share it. */
  async weigh(
    requestIds: readonly string[],
    mediaOnly: boolean,
  ): Promise<Outcome<RetentionReach, Failure>> {
    const items = requestIds.map((requestId) => ({ sampleId: requestId, mediaOnly }));
    const read = await this.#parts.reader.ask({ kind: "weigh", items });
    return read.ok ? ok(read.value.reach) : read;
  }

  close(): void {
    this.#closed = true;
    if (this.#owedTimer !== null) clearTimeout(this.#owedTimer);
  }

  /** Retries a purge that is due; it succeeds once no reader blocks it. */
  purgeOwed(): void {
    if (this.#owed && !this.#tryPurge()) this.#purgeLater();
  }

  /** Deletes item by item. On a failure, earlier deletions remain, but are not reported. */
  async deleteAll(
    items: readonly DueItem[],
    how: (mediaOnly: boolean) => DeletionOptions,
  ): Promise<Outcome<DeletedItems, Failure>> {
    const sum = { items: 0, questions: 0, mediaOnly: 0, bytes: 0, open: 0 };
    // Content shared with other items is freed by the last deletion of those, which may be a later one in this loop.
    const shared = new Map<string, number>();
    let failure: Failure | null = null;
    let endsMs = performance.now() + SLICE_MS;
    for (const { sampleId: requestId, mediaOnly, question } of items) {
      if (this.#closed) break;
      if (this.#parts.isBusy(requestId)) {
        sum.open += 1;
        continue;
      }
      const done = this.#parts.store.deleteContent(requestId, how(mediaOnly));
      if (!done.ok) {
        ({ failure } = done);
        break;
      }
      if (done.value.kind === "open") sum.open += 1;
      if (done.value.kind === "forgotten") {
        sum.items += 1;
        if (question === true) sum.questions += 1;
        else if (mediaOnly) sum.mediaOnly += 1;
        for (const { name, bytes } of done.value.shared) shared.set(name, bytes);
        for (const { name, bytes } of done.value.gone) {
          sum.bytes += bytes;
          shared.delete(name);
        }
        this.#parts.dismiss(requestId);
      }
      if (performance.now() < endsMs) continue;
      await nextTurn();
      endsMs = performance.now() + SLICE_MS;
    }
    if (sum.items > 0) {
      this.#parts.inspector.clear();
      await this.#purge();
    }
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
      await nextTurn();
    }
    // Shortening the file writes to the WAL as well.
    if (!this.#closed && !this.#tryPurge()) this.#purgeLater();
  }

  #tryPurge(): boolean {
    const purged = this.#parts.store.purge();
    this.#owed = !purged.ok || !purged.value;
    const before = this.#owedSinceMs;
    this.#owedSinceMs = this.#owed ? (before ?? this.#parts.nowMs()) : null;
    if (before !== this.#owedSinceMs) for (const follow of this.#followers) follow();
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
