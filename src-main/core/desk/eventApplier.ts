// Applies events: writes them to the ledger, changes the request, runs the effects.
import { advance } from "#shared/request/life/advance.ts";
import { withEditedFlag } from "#shared/request/document/edited.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import type { Effect, RequestEvent } from "#shared/request/life/event.ts";
import type { Json } from "#shared/json.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { SIBLINGS_LISTED_MAX, isObserved, receivedRow, rowOf } from "./ledgerRows.ts";
import type { Limits } from "../admission/limits.ts";
import type { DeskDeps } from "./deskDeps.ts";
import type { EffectRunner } from "./effectRunner.ts";
import type { Clock, RequestHandle, Incoming, LedgerEntry, TeamQueue } from "../ports.ts";
import type { Recorder } from "./recorder.ts";
import type { Roster } from "./roster.ts";
import type { ReceivedEvent } from "./intake.ts";

export interface EventApplierDeps {
  roster: Roster;
  recorder: Recorder;
  performer(): EffectRunner;
  checkModel: DeskDeps["checkModel"];
  /**
   * Called before an event is applied, with the request as it will be: whether a rule is about to decide on what the
   * event brought, so that its row can wait for that decision.
   */
  expectRuling(request: HeldRequest, event: RequestEvent): boolean;
  /** Called after an event was applied, before its effects run. */
  onEvent(request: HeldRequest, event: RequestEvent): void;
  limits: Limits;
  /** Is told of what takes effect here on requests of the team. */
  team: TeamQueue | undefined;
  /** Called after the request changed and its effects were started. */
  onChange(requestId: string): void;
}

/** What several events make of one request. */
interface Done {
  next: HeldRequest;
  told: RequestEvent[];
  effects: Effect[];
  rows: LedgerEntry[];
}

export class EventApplier {
  readonly #parts: EventApplierDeps;

  constructor(parts: EventApplierDeps) {
    this.#parts = parts;
  }

  /**
   * Begins a request. With the last request of a group, the others are told their siblings. `record` writes the rows;
   * the request is taken in even if that fails. No effects run.
   */
  receive(
    event: ReceivedEvent,
    incoming: Incoming,
    record: (request: HeldRequest, rows: LedgerEntry[]) => void,
  ): HeldRequest {
    const { roster } = this.#parts;
    const { id, atMs, reply } = event;
    const request = advance(null, event)?.request;
    if (request === undefined) throw new Error("a request does not begin");
    const siblings = reply.kind === "embedded" ? reply.siblings : [];
    const grouped: RequestEvent = { kind: "grouped", siblings, atMs, by: { kind: "desk" } };
    const others = siblings.filter((other) => other !== id);
    const told = siblings.length <= SIBLINGS_LISTED_MAX ? others : [];
    const rows = told.map((requestId) => ({ ...rowOf(request, grouped), sampleId: requestId }));
    record(request, [receivedRow(event, incoming), ...rows]);
    roster.add(request, incoming);
    for (const other of others) {
      const known = roster.getUnlisted(other);
      const step = known === undefined ? null : advance(known, grouped);
      if (step === null) continue;
      this.#parts.team?.happened(step.request, [
        { ...rowOf(step.request, grouped), sampleId: other },
      ]);
      this.#changed(step.request, [grouped], step.effects);
    }
    return request;
  }

  /** Applies a decision, or an observed event. A decision fails when it cannot be recorded. */
  apply(requestId: string, event: RequestEvent): Outcome<null, Failure> {
    const request = this.#parts.roster.getUnlisted(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    return isObserved(event)
      ? this.applyObserved(requestId, event)
      : this.applyAll(request, [event]);
  }

  /** Applies decisions that belong together: either all are recorded before the first takes effect, or none. */
  applyAll(request: HeldRequest, events: readonly RequestEvent[]): Outcome<null, Failure> {
    const over = this.#overBudget(request, events);
    if (over !== null) return fail(over);
    return this.applyTogether([{ request, events }]);
  }

  /** As `applyAll`, for several requests at once; without the budget check. */
  applyTogether(
    all: readonly { request: HeldRequest; events: readonly RequestEvent[] }[],
  ): Outcome<null, Failure> {
    const done: Done[] = [];
    const rows: LedgerEntry[] = [];
    for (const { request, events } of all) {
      // Requests of other desks change in the team's database alone.
      if (this.#parts.roster.isGuest(request.id)) return fail({ kind: "stale" });
      const one: Done = { next: request, told: [], effects: [], rows: [] };
      for (const made of events) {
        const event = withEditedFlag(one.next, made);
        const step = advance(one.next, event);
        if (step === null) return fail({ kind: "stale" });
        const barred = this.#barred(request, event);
        if (barred !== null) return fail(barred);
        one.rows.push(rowOf(one.next, event));
        one.next = step.request;
        one.told.push(event);
        one.effects.push(...step.effects);
      }
      done.push(one);
      rows.push(...one.rows);
    }
    const recorded = this.#parts.recorder.recordDecisions(rows);
    if (!recorded.ok) return recorded;
    for (const { next, told, effects, rows: its } of done) {
      this.#parts.team?.happened(next, its);
      this.#changed(next, told, effects);
    }
    return ok(null);
  }

  /**
   * Applies an event that the team's database has accepted. It happened, unless it cannot be recorded here.
   * @param isPerformed whether its effects run, and an attempt that waits may start
   */
  applyAccepted(
    request: HeldRequest,
    event: RequestEvent,
    isPerformed: boolean,
  ): Outcome<null, Failure> {
    const step = advance(request, event);
    if (step === null) return fail({ kind: "stale" });
    const recorded = this.#parts.recorder.recordDecisions([rowOf(request, event)]);
    if (!recorded.ok) return recorded;
    const effects = event.kind === "delivery-unknown" ? [NOBODY_TOLD] : step.effects;
    this.#changed(step.request, [event], isPerformed ? effects : null);
    return ok(null);
  }

  /** Applies an event that happened whether or not it can be recorded: its row waits in memory. */
  applyObserved(requestId: string, event: RequestEvent): Outcome<null, Failure> {
    const request = this.#parts.roster.getUnlisted(requestId);
    return request === undefined || this.#parts.roster.isGuest(requestId)
      ? fail({ kind: "stale" })
      : this.applyAllObserved(request, [event]);
  }

  /** Applies observed events to a request that may come from an earlier run and not be in the roster. */
  applyAllObserved(request: HeldRequest, events: readonly RequestEvent[]): Outcome<null, Failure> {
    let next = request;
    const effects: Effect[] = [];
    const rows: LedgerEntry[] = [];
    for (const event of events) {
      const step = advance(next, event);
      if (step === null) return fail({ kind: "stale" });
      const row = rowOf(next, event);
      rows.push(row);
      const soon = this.#parts.expectRuling(step.request, event) || mayFollow(next, event);
      this.#parts.recorder[soon ? "recordSoon" : "recordObserved"](row);
      this.#parts.limits.onRecorded(row);
      next = step.request;
      effects.push(...step.effects);
    }
    this.#parts.team?.happened(next, rows);
    this.#changed(next, events, effects);
    return ok(null);
  }

  /** Applies an observed event; for a request that was dismissed meanwhile, only records it. */
  applyLate(requestId: string, event: RequestEvent): void {
    if (this.#parts.roster.getUnlisted(requestId) !== undefined) this.apply(requestId, event);
    else {
      const { atMs, kind } = event;
      const row = { sampleId: requestId, atMs, kind, body: event as unknown as Json };
      this.#parts.recorder.recordSoon(row);
      this.#parts.team?.followed(row);
    }
  }

  /** Why the request's request may not go to this model, or null. */
  checkModel({ requester }: HeldRequest, model: ModelRef): Failure | null {
    return this.#parts.checkModel?.(requester.serverId, model) ?? null;
  }

  /** Whoever decides: the user's restrictions on models apply to every approval. */
  #barred(request: HeldRequest, event: RequestEvent): Failure | null {
    return event.kind === "request-approved" ? this.checkModel(request, event.model) : null;
  }

  /** Exceeding a budget requires that the user was told of it: then the event carries `beyond`. */
  #overBudget(request: HeldRequest, events: readonly RequestEvent[]): Failure | null {
    const approved = events.filter((event) => event.kind === "request-approved");
    for (const [at, holds] of this.#parts.limits.budgetsExceeded(request, approved).entries()) {
      // Stryker disable next-line OptionalChaining: there are as many of both
      if (holds.length > 0 && approved[at]?.beyond === undefined) {
        return { kind: "over-budget", holds };
      }
    }
    return null;
  }

  #changed(next: HeldRequest, events: readonly RequestEvent[], effects: Effect[] | null): void {
    const { roster, performer, onEvent, onChange, limits } = this.#parts;
    limits.track(next);
    roster.replace(next);
    for (const event of events) onEvent(next, event);
    const runtime = roster.runtime(next.id);
    if (runtime === undefined) return;
    if (effects !== null) {
      performer().run(next, effects, runtime);
      onChange(next.id);
    }
    if (next.phase.kind === "ended") roster.end(next);
  }
}

/**
 * Another desk says how a delivery ended here that it could not see: whoever waits is let go, unless the response was
 * sent.
 */
const NOBODY_TOLD: Effect = { kind: "settle", settlement: { kind: "silence" } };

/**
 * Whether the outcome of a delivery may wait and be written with the next row. Where rules decide one request after
 * another, this saves a disk sync each.
 */
const mayFollow = ({ phase }: HeldRequest, { kind }: RequestEvent): boolean =>
  phase.kind === "ended"
    ? kind === "delivered" || kind === "delivery-failed" || kind === "delivery-unknown"
    : kind === "delivered" && phase.kind === "delivering" && phase.by.kind === "rule";

/** What an adapter may tell of a request later. */
export function toldLater(
  requestId: string,
  incoming: Pick<Incoming, "requestKind" | "reply">,
  applying: Pick<EventApplier, "applyLate">,
  clock: Pick<Clock, "nowMs">,
): Pick<RequestHandle, "completed" | "callerFound"> {
  return {
    completed(how) {
      const at = { atMs: clock.nowMs(), by: askedBy(incoming) };
      const said = how === undefined || Object.keys(how).length === 0 ? {} : { how };
      applying.applyLate(requestId, { kind: "completed", ...at, ...said });
    },
    callerFound(caller) {
      const by = { kind: "desk" } as const;
      applying.applyLate(requestId, { kind: "caller-found", atMs: clock.nowMs(), by, caller });
    },
  };
}
