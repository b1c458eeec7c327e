// Forgets what ended requests held: those that a person names, and those whose time has come by the person's own rules.
import { fromJsonText } from "../../src-shared/ledger/history.ts";
import type { HistoryForgot } from "../../src-shared/ledger/history.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Retention } from "../../src-shared/servers/retention.ts";
import type { ForgetHow, ForgetStore, HistoryIndex, RetentionRule } from "./historyPorts.ts";

/** Longest time that one turn of the loop forgets, in milliseconds: each item is written to disk. */
const SLICE_MS = 8;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After the start, so that the index has read what is new. */
const FIRST_MS = 60_000;
/** Items that are looked up at once, and the most of one round: the next hour goes on. */
const ROUND_MOST = 20_000;
/** How often emptying the file beside the ledger is tried, and how long after one another. */
const PURGES = 5;
const PURGE_MS = 200;
/** Then it is owed, and tried as often as this: a reader may hold the file for as long as an export takes. */
const OWED_MS = 30_000;

export interface ForgettingParts {
  store: ForgetStore;
  index: HistoryIndex;
  nowMs(): number;
  /** A generation of it runs, or a server still waits for it: its content is still coming or leaving. */
  isBusy(sampleId: string): boolean;
  /** Takes an item out of what the window shows, with what was typed for it. */
  dismiss(sampleId: string): void;
  /** What holds where a server has no rule of its own, and the rules of those that have. */
  rules(): { usual: Retention; own: { serverId: string; retention: Retention }[] };
  fault(failure: Failure): void;
}

export class ForgettingService {
  readonly #parts: ForgettingParts;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** An earlier run may have ended before the file was emptied. */
  #owed = true;
  #owedTimer: NodeJS.Timeout | null = null;

  constructor(parts: ForgettingParts) {
    this.#parts = parts;
  }

  /** Forgets the content of these, or their images and sounds alone. What is open is left as it is, and counted. */
  async forget(
    sampleIds: readonly string[],
    mediaOnly: boolean,
  ): Promise<Outcome<HistoryForgot, Failure>> {
    const by = { kind: "person" as const };
    return this.#forgetAll(
      sampleIds.map((sampleId) => ({ sampleId, mediaOnly })),
      (only) => ({ by, why: "asked", mediaOnly: only, atMs: this.#parts.nowMs() }),
    );
  }

  /** Looks every hour for what is to be forgotten by rule, first a little after the start. */
  begin(): void {
    this.#next(FIRST_MS);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#owedTimer !== null) clearTimeout(this.#owedTimer);
  }

  /** Tries once more what is owed; when nothing else reads the file any more, it goes. */
  purgeOwed(): void {
    if (this.#owed && !this.#tryPurge()) this.#purgeLater();
  }

  /** Forgets what the rules want forgotten now. */
  async applyRules(): Promise<Outcome<HistoryForgot, Failure>> {
    const rules = this.#rules();
    if (rules.length === 0) return ok({ items: 0, shared: 0, open: 0 });
    const due = await this.#parts.index.read("due", rules, ROUND_MOST);
    if (!due.ok) return due;
    return this.#forgetAll(fromJsonText(due.value), (mediaOnly) => ({
      by: { kind: "desk" },
      why: "retention",
      mediaOnly,
      atMs: this.#parts.nowMs(),
    }));
  }

  #next(ms: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#round(), ms);
    this.#timer.unref();
  }

  async #round(): Promise<void> {
    this.purgeOwed();
    const done = await this.applyRules();
    // The next hour tries again; what cannot be written is said where it is written.
    if (!done.ok && done.failure.kind !== "history-unavailable") this.#parts.fault(done.failure);
    this.#next(HOUR_MS);
  }

  #rules(): RetentionRule[] {
    const { usual, own } = this.#parts.rules();
    const nowMs = this.#parts.nowMs();
    const ruleOf = ({ days, megabytes, textOnly }: Retention) => ({
      endedBeforeMs: days === null ? null : nowMs - days * DAY_MS,
      bytesMost: megabytes === null ? null : megabytes * 1_000_000,
      textOnly,
    });
    const named = own.map(({ serverId, retention }) => ({ serverId, ...ruleOf(retention) }));
    const others = {
      serverId: null,
      except: own.map(({ serverId }) => serverId),
      ...ruleOf(usual),
    };
    return [...named, others].filter(
      ({ endedBeforeMs, bytesMost, textOnly }) =>
        endedBeforeMs !== null || bytesMost !== null || textOnly,
    );
  }

  async #forgetAll(
    items: readonly { sampleId: string; mediaOnly: boolean }[],
    how: (mediaOnly: boolean) => ForgetHow,
  ): Promise<Outcome<HistoryForgot, Failure>> {
    const sum: HistoryForgot = { items: 0, shared: 0, open: 0 };
    let endsMs = performance.now() + SLICE_MS;
    for (const { sampleId, mediaOnly } of items) {
      if (this.#closed) break;
      if (this.#parts.isBusy(sampleId)) {
        sum.open += 1;
        continue;
      }
      const done = this.#parts.store.forget(sampleId, how(mediaOnly));
      if (!done.ok) return fail(done.failure);
      if (done.value.kind === "open") sum.open += 1;
      if (done.value.kind === "forgotten") {
        sum.items += 1;
        sum.shared += done.value.shared;
        this.#parts.dismiss(sampleId);
      }
      if (performance.now() < endsMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      endsMs = performance.now() + SLICE_MS;
    }
    if (sum.items > 0) await this.#purge();
    return ok(sum);
  }

  async #purge(): Promise<void> {
    this.#owed = true;
    for (let time = 0; time < PURGES && !this.#closed; time += 1) {
      if (this.#tryPurge()) return;
      await new Promise((resolve) => setTimeout(resolve, PURGE_MS));
    }
    this.#purgeLater();
  }

  #tryPurge(): boolean {
    const purged = this.#parts.store.purge();
    this.#owed = !purged.ok || !purged.value;
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
