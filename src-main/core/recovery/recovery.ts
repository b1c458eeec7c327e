// At startup, restores requests of an earlier run: the open ones are ended as interrupted, those with a draft are
// shown again.
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { running } from "#shared/request/life/attempts.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import type { Clock, DeskListener, Ledger, MediaStore, NotRecorded } from "../ports.ts";
import type { Recorder } from "../desk/recorder.ts";
import { isReplied } from "../desk/roster.ts";
import { nextTurn } from "../desk/slices.ts";
import type { Roster } from "../desk/roster.ts";

/** Events that end a request which the last run left open. */
function interruptionsOf(request: HeldRequest, atMs: number): RequestEvent[] {
  if (request.phase.kind === "ended") return [];
  const at = { atMs, by: { kind: "desk" as const } };
  // Whether the response was sent is unknown.
  const ending: RequestEvent =
    request.phase.kind === "delivering"
      ? { ...at, kind: "delivery-unknown" }
      : { ...at, kind: "cancelled", because: { kind: "interrupted" } };
  const attempts = running(request).map((attempt): RequestEvent => ({
    ...at,
    kind: "attempt-failed",
    attemptId: attempt.id,
    failure: { kind: "model-desk-ended" },
    tookMs: 0,
  }));
  return [ending, ...attempts];
}

export class Recovery {
  readonly #ledger: Ledger;
  readonly #media: MediaStore;
  readonly #clock: Clock;
  readonly #listener: DeskListener;
  readonly #roster: Roster;
  readonly #recorder: Recorder;
  readonly #applying: EventApplier;
  readonly #done = new Set<string>();

  constructor(
    parts: { ledger: Ledger; media: MediaStore; clock: Clock; listener: DeskListener },
    desk: { roster: Roster; recorder: Recorder; applying: EventApplier },
  ) {
    this.#ledger = parts.ledger;
    this.#media = parts.media;
    this.#clock = parts.clock;
    this.#listener = parts.listener;
    this.#roster = desk.roster;
    this.#recorder = desk.recorder;
    this.#applying = desk.applying;
  }

  /**
   * Restores every open request, and `others` (open or ended), one per turn of the loop. Known requests are skipped;
   * requests with damaged rows are reported and skipped. False when the ledger could not be read: call again later.
   */
  async recover(others: readonly string[]): Promise<boolean> {
    const open = this.#ledger.openRequests();
    if (!open.ok) {
      this.#recorder.setUnreadable(open.failure, () => this.#ledger.openRequests());
      return false;
    }
    const damaged: string[] = [];
    const unreadable = await this.#takeUpEach(new Set([...open.value, ...others]), damaged);
    const [detail] = damaged;
    if (detail !== undefined) {
      this.#listener.fault?.({ kind: "requests-damaged", count: damaged.length, detail });
    }
    if (unreadable === null) return true;
    this.#recorder.setUnreadable(unreadable.failure, () => this.#ledger.rowsOf(unreadable.id));
    return false;
  }

  /** Adds what is wrong with damaged requests to `damaged`; stops at the first one that cannot be read now. */
  async #takeUpEach(
    ids: ReadonlySet<string>,
    damaged: string[],
  ): Promise<{ id: string; failure: NotRecorded } | null> {
    for (const id of ids) {
      if (this.#done.has(id) || this.#roster.get(id) !== undefined) continue;
      const rows = this.#ledger.rowsOf(id);
      if (!rows.ok && rows.failure.reason !== "damaged") return { id, failure: rows.failure };
      this.#done.add(id);
      const wrong = rows.ok ? this.#takeUpOne(id, rows.value) : rows.failure.detail;
      if (wrong !== null) damaged.push(wrong);
      await nextTurn();
    }
    return null;
  }

  /** What is wrong with rows that cannot be folded into a request, or null. */
  #takeUpOne(id: string, rows: readonly ReadRow[]): string | null {
    try {
      const folded = fold(rows);
      if (folded !== null && isReplied(folded.request)) this.#listener.requestReplied?.(id);
      else if (folded !== null) this.#show(folded.request);
      return null;
    } catch (error) {
      return String(error).slice(0, 500);
    }
  }

  #show(request: HeldRequest): void {
    this.#media.hold(
      request.id,
      request.media.map(({ ref }) => ref),
    );
    this.#applying.applyAllObserved(request, interruptionsOf(request, this.#clock.nowMs()));
  }
}
