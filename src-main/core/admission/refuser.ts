// The desk's own refusals: on arrival, by deadline, and all open requests at once. Floods are only counted.
import type { BudgetUnit } from "#shared/rules/limits/windows.ts";
import type { Outcome } from "#shared/outcome.ts";
import type {
  Actor,
  Refusal,
  RefusalReason,
  HeldRequest,
} from "#shared/request/life/heldRequest.ts";
import {
  NOT_RECORDED,
  budgetRefusalReason,
  refusalFor,
  SERVER_STOPPED,
  settlementOf,
  STOPPED,
} from "#shared/request/checks/wire.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import { waitRefusal } from "./limits.ts";
import type { Limits } from "./limits.ts";
import type { DeskDeps } from "../desk/deskDeps.ts";
import type { RequestHandle, Incoming } from "../ports.ts";
import type { Recorder } from "../desk/recorder.ts";
import type { Roster } from "../desk/roster.ts";
import { forEachInSlices } from "../desk/slices.ts";
import type { ModeSwitch } from "./modeSwitch.ts";

/**
 * Cap on the memory that open requests hold together: servers may send without end, and open requests are never
 * dropped.
 */
const OPEN_CHARACTERS_MAX = 256_000_000;

/** Parts of the desk that the refuser works with. */
interface DeskInternals {
  roster: Roster;
  recorder: Recorder;
  switch: ModeSwitch;
  limits: Limits;
  applying: EventApplier;
}

const DESK: Actor = { kind: "desk" };
const PERSON: Actor = { kind: "person" };

export class Refuser {
  readonly #parts: Pick<DeskDeps, "clock" | "listener" | "openCharactersMax">;
  readonly #own: DeskInternals;
  readonly #flood: FloodCounter;

  constructor(
    parts: Pick<DeskDeps, "clock" | "listener" | "openCharactersMax">,
    own: DeskInternals,
  ) {
    this.#parts = parts;
    this.#own = own;
    this.#flood = new FloodCounter(own.roster, (...counted) => this.#more(...counted));
  }

  /**
   * The refusal before anything is stored, or null. Duplicate ids are checked first, as nothing may be sent under
   * them.
   */
  refusalFor(incoming: Incoming): Refusal | null {
    const { roster, recorder, limits } = this.#own;
    if (incoming.duplicate === true) return refusalFor("duplicate-id");
    if (this.#own.switch.refusesNew(incoming)) {
      return this.#own.switch.position === "stopped" ? STOPPED : SERVER_STOPPED;
    }
    if (recorder.isFull) return NOT_RECORDED;
    // Replays are the user's own: the server's limits do not apply.
    if (incoming.reply.kind === "replay") return null;
    const own = roster.openCountOf(incoming.requester.serverId);
    return limits.refusalFor(incoming, { own, all: roster.openCount });
  }

  /**
   * Counts the request into a current flood and answers its server with the same error; null when there is no such
   * flood.
   */
  joinFlood(incoming: Incoming, refusal: Refusal): RequestHandle | null {
    const atMs = this.#parts.clock.nowMs();
    const requestId = this.#flood.join(incoming.requester.serverId, refusal, atMs);
    if (requestId === null) return null;
    this.#own.switch.refusedSince += 1;
    this.#own.applying.effects.settleDirectly(incoming, settlementOf(refusal), () =>
      this.#flood.countUndelivered(incoming.requester.serverId, refusal),
    );
    return {
      requestId,
      counted: true,
      withdraw: () => undefined,
      update: () => undefined,
      completed: () => undefined,
      callerFound: () => undefined,
    };
  }

  /** The given refusal, or the one for open requests that hold too much memory together. */
  orOutOfMemory(refusal: Refusal | null): Refusal | null {
    if (refusal !== null) return refusal;
    const most = this.#parts.openCharactersMax ?? OPEN_CHARACTERS_MAX;
    return this.#own.roster.openCharacters > most ? refusalFor("too-many-waiting") : null;
  }

  /** Refuses a request that has been taken in; it may stand for the next ones of its kind. */
  refuse({ id, requester, receivedAtMs }: HeldRequest, refusal: Refusal): void {
    this.#own.switch.refusedSince += 1;
    this.#flood.startGroup(requester.serverId, refusal, id, receivedAtMs);
    this.#fact(id, refusal, DESK);
    this.#parts.listener.deskChanged();
  }

  /** Refuses a request whose deadline has passed. */
  refuseTimedOut(requestId: string): boolean {
    const refusal = waitRefusal(this.#own.roster.get(requestId), this.#parts.clock.nowMs());
    return refusal !== null && this.#fact(requestId, refusal, DESK).ok;
  }

  /** Refuses a request that nobody will decide. */
  refuseUndecided(requestId: string, reason: RefusalReason): void {
    this.#fact(requestId, refusalFor(reason), DESK);
  }

  /** Refuses a request that is over a budget of the team. */
  refuseOverBudget(requestId: string, unit: BudgetUnit): void {
    this.#fact(requestId, refusalFor(budgetRefusalReason(unit)), DESK);
  }

  /** Refuses every open request, in slices so that the window stays responsive. Resolves to their number. */
  async refuseAll(): Promise<number> {
    const atMs = (): number => this.#parts.clock.nowMs();
    const event = { kind: "refused" as const, refusal: STOPPED, by: PERSON };
    const refused = await this.#each((id) =>
      this.#own.applying.apply(id, { ...event, atMs: atMs() }),
    );
    this.#own.switch.refusedSince += refused;
    this.#parts.listener.deskChanged();
    return refused;
  }

  /**
   * Refuses every open request because nothing can be recorded, when the user asks for it. Only this error is sent;
   * the rows follow once the ledger works again. Resolves to their number.
   */
  async refuseUnrecorded(): Promise<number> {
    if (this.#own.recorder.trouble === null) return 0;
    return this.#each((id) => this.#fact(id, NOT_RECORDED, PERSON));
  }

  /** Reports counts that are still unreported. */
  close(): void {
    this.#flood.flush();
  }

  #fact(requestId: string, refusal: Refusal, by: Actor): Outcome<null, unknown> {
    const atMs = this.#parts.clock.nowMs();
    return this.#own.applying.applyObserved(requestId, { kind: "refused", refusal, atMs, by });
  }

  #each(refuse: (id: string) => Outcome<null, unknown>): Promise<number> {
    const waiting = this.#own.roster.open().filter(({ phase }) => phase.kind !== "delivering");
    return forEachInSlices(waiting, ({ id }) => refuse(id).ok);
  }

  #more(requestId: string, count: number, atMs: number, undelivered: number): void {
    const missed = undelivered === 0 ? {} : { undelivered };
    this.#own.applying.applyLate(requestId, {
      kind: "refused-more",
      count,
      ...missed,
      atMs,
      by: DESK,
    });
    this.#parts.listener.deskChanged();
  }
}

/** Refusals of one server for one reason are grouped when no more than this lies between them. */
const GROUP_GAP_MS = 60_000;
/** Interval at which growing counts are reported and recorded. */
const FLUSH_MS = 250;

/** For a reason that says nothing about the request itself, one example is enough. */
const SHOWN_BY_REASON: Partial<Record<RefusalReason, number>> = {
  "rate-limited": 1,
  "too-many-waiting": 1,
  "too-many-rounds": 1,
  "too-many-for-call": 1,
  "tokens-budget": 1,
  "cost-budget": 1,
};
const SHOWN_BY_DEFAULT = 5;

/** What identifies a kind of refusal. */
type Kind = Pick<Refusal, "reason" | "figures">;

interface Row {
  /** The latest request of this kind with an entry of its own. */
  requestId: string;
  shown: number;
  lastAtMs: number;
  /** Counted but not reported yet. */
  untold: number;
  /** Error responses to counted requests that could not be sent, not reported yet. */
  missed: number;
}

/** `count` more were refused like this one; `missed` more of the errors could not be sent. */
type OnCounted = (requestId: string, count: number, lastAtMs: number, missed: number) => void;

class FloodCounter {
  readonly #roster: Roster;
  readonly #onCounted: OnCounted;
  readonly #rows = new Map<string, Row>();
  #timer: NodeJS.Timeout | null = null;

  constructor(roster: Roster, onCounted: OnCounted) {
    this.#roster = roster;
    this.#onCounted = onCounted;
  }

  /** Counts a refusal. Returns the request that stands for it, or null when it needs an entry of its own. */
  join(serverId: string, refusal: Kind, atMs: number): string | null {
    const { reason } = refusal;
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined || atMs - row.lastAtMs > GROUP_GAP_MS) return null;
    if (row.shown < (SHOWN_BY_REASON[reason] ?? SHOWN_BY_DEFAULT)) return null;
    if (!this.#isInMemory(row.requestId)) return null;
    row.lastAtMs = atMs;
    row.untold += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
    return row.requestId;
  }

  /** Registers a refusal with an entry of its own, which also stands for those that follow. */
  startGroup(serverId: string, refusal: Kind, requestId: string, atMs: number): void {
    const key = keyOf(serverId, refusal);
    const before = this.#rows.get(key);
    if (before !== undefined) this.#tell(before);
    const goesOn =
      before !== undefined &&
      atMs - before.lastAtMs <= GROUP_GAP_MS &&
      this.#isInMemory(before.requestId);
    this.#rows.set(key, {
      requestId,
      shown: goesOn ? before.shown + 1 : 1,
      lastAtMs: atMs,
      untold: 0,
      missed: 0,
    });
  }

  /** The error response to a counted request could not be sent. */
  countUndelivered(serverId: string, refusal: Kind): void {
    const row = this.#rows.get(keyOf(serverId, refusal));
    if (row === undefined) return;
    row.missed += 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Reports every count that grew since the last call. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const row of this.#rows.values()) this.#tell(row);
  }

  /** A dismissed request cannot stand for others. */
  #isInMemory(requestId: string): boolean {
    return this.#roster.get(requestId) !== undefined;
  }

  #tell(row: Row): void {
    const { untold, missed } = row;
    if (untold === 0 && missed === 0) return;
    row.untold = 0;
    row.missed = 0;
    this.#onCounted(row.requestId, untold, row.lastAtMs, missed);
  }
}

const keyOf = (serverId: string, { reason, figures }: Kind): string =>
  `${reason} ${figures?.scope ?? ""} ${serverId}`;
