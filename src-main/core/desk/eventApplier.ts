// Applies events: writes them to the ledger, changes the sample, runs the effects.
import { advance } from "#shared/request/life/advance.ts";
import { withEditedFlag } from "#shared/request/document/edited.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import type { Effect, SampleEvent } from "#shared/request/life/event.ts";
import type { Json } from "#shared/json.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { SIBLINGS_LISTED_MAX, isObserved, receivedRow, rowOf } from "./ledgerRows.ts";
import type { Limits } from "../admission/limits.ts";
import type { DeskDeps } from "./deskDeps.ts";
import type { EffectRunner } from "./effectRunner.ts";
import type { Clock, HeldRequest, Incoming, LedgerEntry, TeamQueue } from "../ports.ts";
import type { Recorder } from "./recorder.ts";
import type { Roster } from "./roster.ts";
import type { ReceivedEvent } from "./intake.ts";

export interface EventApplierDeps {
  roster: Roster;
  recorder: Recorder;
  performer(): EffectRunner;
  checkModel: DeskDeps["checkModel"];
  /**
   * Called before an event is applied, with the sample as it will be: whether a rule is about to decide on what the
   * event brought, so that its row can wait for that decision.
   */
  expectRuling(sample: Sample, event: SampleEvent): boolean;
  /** Called after an event was applied, before its effects run. */
  onEvent(sample: Sample, event: SampleEvent): void;
  limits: Limits;
  /** Is told of what takes effect here on requests of the team. */
  team: TeamQueue | undefined;
  /** Called after the sample changed and its effects were started. */
  onChange(sampleId: string): void;
}

/** What several events make of one request. */
interface Done {
  next: Sample;
  told: SampleEvent[];
  effects: Effect[];
  rows: LedgerEntry[];
}

export class EventApplier {
  readonly #parts: EventApplierDeps;

  constructor(parts: EventApplierDeps) {
    this.#parts = parts;
  }

  /**
   * Begins a sample. With the last request of a group, the others are told their siblings. `record` writes the rows;
   * the request is taken in even if that fails. No effects run.
   */
  receive(
    event: ReceivedEvent,
    incoming: Incoming,
    record: (sample: Sample, rows: LedgerEntry[]) => void,
  ): Sample {
    const { roster } = this.#parts;
    const { id, atMs, reply } = event;
    const sample = advance(null, event)?.sample;
    if (sample === undefined) throw new Error("a request does not begin");
    const siblings = reply.kind === "embedded" ? reply.siblings : [];
    const grouped: SampleEvent = { kind: "grouped", siblings, atMs, by: { kind: "desk" } };
    const others = siblings.filter((other) => other !== id);
    const told = siblings.length <= SIBLINGS_LISTED_MAX ? others : [];
    const rows = told.map((sampleId) => ({ ...rowOf(sample, grouped), sampleId }));
    record(sample, [receivedRow(event, incoming), ...rows]);
    roster.add(sample, incoming);
    for (const other of others) {
      const known = roster.getUnlisted(other);
      const step = known === undefined ? null : advance(known, grouped);
      if (step === null) continue;
      this.#parts.team?.happened(step.sample, [
        { ...rowOf(step.sample, grouped), sampleId: other },
      ]);
      this.#changed(step.sample, [grouped], step.effects);
    }
    return sample;
  }

  /** Applies a decision, or an observed event. A decision fails when it cannot be recorded. */
  apply(sampleId: string, event: SampleEvent): Outcome<null, Failure> {
    const sample = this.#parts.roster.getUnlisted(sampleId);
    if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
    return isObserved(event) ? this.applyObserved(sampleId, event) : this.applyAll(sample, [event]);
  }

  /** Applies decisions that belong together: either all are recorded before the first takes effect, or none. */
  applyAll(sample: Sample, events: readonly SampleEvent[]): Outcome<null, Failure> {
    const over = this.#overBudget(sample, events);
    if (over !== null) return fail(over);
    return this.applyTogether([{ sample, events }]);
  }

  /** As `applyAll`, for several requests at once; without the budget check. */
  applyTogether(
    all: readonly { sample: Sample; events: readonly SampleEvent[] }[],
  ): Outcome<null, Failure> {
    const done: Done[] = [];
    const rows: LedgerEntry[] = [];
    for (const { sample, events } of all) {
      // Requests of other desks change in the team's database alone.
      if (this.#parts.roster.isGuest(sample.id)) return fail({ kind: "stale" });
      const one: Done = { next: sample, told: [], effects: [], rows: [] };
      for (const made of events) {
        const event = withEditedFlag(one.next, made);
        const step = advance(one.next, event);
        if (step === null) return fail({ kind: "stale" });
        const barred = this.#barred(sample, event);
        if (barred !== null) return fail(barred);
        one.rows.push(rowOf(one.next, event));
        one.next = step.sample;
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
  applyAccepted(sample: Sample, event: SampleEvent, isPerformed: boolean): Outcome<null, Failure> {
    const step = advance(sample, event);
    if (step === null) return fail({ kind: "stale" });
    const recorded = this.#parts.recorder.recordDecisions([rowOf(sample, event)]);
    if (!recorded.ok) return recorded;
    const effects = event.kind === "delivery-unknown" ? [NOBODY_TOLD] : step.effects;
    this.#changed(step.sample, [event], isPerformed ? effects : null);
    return ok(null);
  }

  /** Applies an event that happened whether or not it can be recorded: its row waits in memory. */
  applyObserved(sampleId: string, event: SampleEvent): Outcome<null, Failure> {
    const sample = this.#parts.roster.getUnlisted(sampleId);
    return sample === undefined || this.#parts.roster.isGuest(sampleId)
      ? fail({ kind: "stale" })
      : this.applyAllObserved(sample, [event]);
  }

  /** Applies observed events to a sample that may come from an earlier run and not be in the roster. */
  applyAllObserved(sample: Sample, events: readonly SampleEvent[]): Outcome<null, Failure> {
    let next = sample;
    const effects: Effect[] = [];
    const rows: LedgerEntry[] = [];
    for (const event of events) {
      const step = advance(next, event);
      if (step === null) return fail({ kind: "stale" });
      const row = rowOf(next, event);
      rows.push(row);
      const soon = this.#parts.expectRuling(step.sample, event) || mayFollow(next, event);
      this.#parts.recorder[soon ? "recordSoon" : "recordObserved"](row);
      this.#parts.limits.onRecorded(row);
      next = step.sample;
      effects.push(...step.effects);
    }
    this.#parts.team?.happened(next, rows);
    this.#changed(next, events, effects);
    return ok(null);
  }

  /** Applies an observed event; for a sample that was dismissed meanwhile, only records it. */
  applyLate(sampleId: string, event: SampleEvent): void {
    if (this.#parts.roster.getUnlisted(sampleId) !== undefined) this.apply(sampleId, event);
    else {
      const { atMs, kind } = event;
      const row = { sampleId, atMs, kind, body: event as unknown as Json };
      this.#parts.recorder.recordSoon(row);
      this.#parts.team?.followed(row);
    }
  }

  /** Why the sample's request may not go to this model, or null. */
  checkModel({ asker }: Sample, model: ModelRef): Failure | null {
    return this.#parts.checkModel?.(asker.serverId, model) ?? null;
  }

  /** Whoever decides: the user's restrictions on models apply to every approval. */
  #barred(sample: Sample, event: SampleEvent): Failure | null {
    return event.kind === "request-approved" ? this.checkModel(sample, event.model) : null;
  }

  /** Exceeding a budget requires that the user was told of it: then the event carries `beyond`. */
  #overBudget(sample: Sample, events: readonly SampleEvent[]): Failure | null {
    const approved = events.filter((event) => event.kind === "request-approved");
    for (const [at, holds] of this.#parts.limits.budgetsExceeded(sample, approved).entries()) {
      // Stryker disable next-line OptionalChaining: there are as many of both
      if (holds.length > 0 && approved[at]?.beyond === undefined) {
        return { kind: "over-budget", holds };
      }
    }
    return null;
  }

  #changed(next: Sample, events: readonly SampleEvent[], effects: Effect[] | null): void {
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
const mayFollow = ({ phase }: Sample, { kind }: SampleEvent): boolean =>
  phase.kind === "ended"
    ? kind === "delivered" || kind === "delivery-failed" || kind === "delivery-unknown"
    : kind === "delivered" && phase.kind === "delivering" && phase.by.kind === "rule";

/** What an adapter may tell of a request later. */
export function toldLater(
  sampleId: string,
  incoming: Pick<Incoming, "requestKind" | "reply">,
  applying: Pick<EventApplier, "applyLate">,
  clock: Pick<Clock, "nowMs">,
): Pick<HeldRequest, "completed" | "callerFound"> {
  return {
    completed(how) {
      const at = { atMs: clock.nowMs(), by: askedBy(incoming) };
      const said = how === undefined || Object.keys(how).length === 0 ? {} : { how };
      applying.applyLate(sampleId, { kind: "completed", ...at, ...said });
    },
    callerFound(caller) {
      const by = { kind: "desk" } as const;
      applying.applyLate(sampleId, { kind: "caller-found", atMs: clock.nowMs(), by, caller });
    },
  };
}
