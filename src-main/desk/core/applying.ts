// How an event takes place: it is written to the ledger, then the sample changes, then its effects are performed.
import { advance } from "../../../src-shared/sampling/life/advance.ts";
import { sayingEdited } from "../../../src-shared/sampling/document/edited.ts";
import type { Effect, SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { factRow, isFact } from "./facts.ts";
import type { Limits } from "../admission/limits.ts";
import type { DeskParts } from "./parts.ts";
import type { Performer } from "./perform.ts";
import type { Recorder } from "./recorder.ts";
import type { Roster } from "./roster.ts";

export interface ApplyingParts {
  roster: Roster;
  recorder: Recorder;
  performer(): Performer;
  mayAsk: DeskParts["mayAsk"];
  /**
   * An event is about to be applied, after which the sample stands so: whether a rule is asked about what it brought or
   * found, and its decision recorded next.
   */
  expectJudged(sample: Sample, event: SampleEvent): boolean;
  /** An event has been applied; what it asks for is not done yet. */
  happened(sample: Sample, event: SampleEvent): void;
  limits: Limits;
  /** The sample has changed, and what had to be done about it is under way. */
  changed(sampleId: string): void;
}

export class Applying {
  readonly #parts: ApplyingParts;

  constructor(parts: ApplyingParts) {
    this.#parts = parts;
  }

  /** A decision: it did not happen when it cannot be recorded. */
  apply(sampleId: string, event: SampleEvent): Outcome<null, Failure> {
    const sample = this.#parts.roster.known(sampleId);
    if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
    return isFact(event) ? this.fact(sampleId, event) : this.decided(sample, [event]);
  }

  /** Decisions that belong together: all of them are recorded before anything is done about the first, or none is. */
  decided(sample: Sample, events: readonly SampleEvent[]): Outcome<null, Failure> {
    const over = this.#overBudget(sample, events);
    if (over !== null) return fail(over);
    let next = sample;
    const effects: Effect[] = [];
    const told: SampleEvent[] = [];
    for (const made of events) {
      const event = sayingEdited(next, made);
      told.push(event);
      const step = advance(next, event);
      if (step === null) return fail({ kind: "stale" });
      const barred = this.#barred(sample, event);
      if (barred !== null) return fail(barred);
      next = step.sample;
      effects.push(...step.effects);
    }
    const recorded = this.#parts.recorder.decisions(
      told.map((event) => ({
        sampleId: sample.id,
        atMs: event.atMs,
        kind: event.kind,
        body: event as unknown as Json,
      })),
    );
    if (!recorded.ok) return recorded;
    this.#changed(next, told, effects);
    return ok(null);
  }

  /** A fact happened whether or not it can be recorded at once: its row is kept and written first. */
  fact(sampleId: string, event: SampleEvent): Outcome<null, Failure> {
    const sample = this.#parts.roster.known(sampleId);
    const step = sample === undefined ? null : advance(sample, event);
    if (step === null) return fail({ kind: "stale" });
    if (sample !== undefined) {
      const row = factRow(sample, event);
      const soon = this.#parts.expectJudged(step.sample, event) || mayFollow(sample, event);
      this.#parts.recorder[soon ? "soon" : "fact"](row);
      this.#parts.limits.recorded(row);
    }
    this.#changed(step.sample, [event], step.effects);
    return ok(null);
  }

  /** A fact about one that may have been put away meanwhile: it happened all the same. */
  late(sampleId: string, event: SampleEvent): void {
    if (this.#parts.roster.known(sampleId) !== undefined) this.apply(sampleId, event);
    else {
      const { atMs, kind } = event;
      this.#parts.recorder.soon({ sampleId, atMs, kind, body: event as unknown as Json });
    }
  }

  /** Why the sample's request may not go to this model now, or null. */
  mayNot({ asker }: Sample, model: ModelRef | null): Failure | null {
    return model === null ? null : (this.#parts.mayAsk?.(asker.serverId, model) ?? null);
  }

  /** Whoever decided, and however: no model is asked that the person does not allow for this server. */
  #barred(sample: Sample, event: SampleEvent): Failure | null {
    return event.kind === "request-approved" ? this.mayNot(sample, event.model) : null;
  }

  /** Nothing goes beyond a budget unless a person was told of it and lets it: their event says so. */
  #overBudget(sample: Sample, events: readonly SampleEvent[]): Failure | null {
    const approved = events.filter((event) => event.kind === "request-approved");
    const holds = this.#parts.limits.beyond(sample, approved);
    const at = approved.findIndex(
      ({ beyond }, index) => beyond === undefined && holds[index]?.length !== 0,
    );
    return at === -1 ? null : { kind: "over-budget", holds: holds[at] ?? [] };
  }

  #changed(to: Sample, events: readonly SampleEvent[], effects: Effect[]): void {
    const { roster, performer, happened, changed, limits } = this.#parts;
    const next = limits.follow(to);
    roster.replace(next);
    for (const event of events) happened(next, event);
    performer().perform(next, effects);
    changed(next.id);
  }
}

/**
 * The server has an answer that a rule let it have, or it is known how the error fared that it got in place of one. What
 * is decided next is recorded with it, so that requests that rules decide one after the other wait for the disk once less
 * each.
 */
const mayFollow = ({ phase }: Sample, { kind }: SampleEvent): boolean =>
  phase.kind === "ended"
    ? kind === "delivered" || kind === "delivery-failed" || kind === "delivery-unknown"
    : kind === "delivered" && phase.kind === "delivering" && phase.by.kind === "rule";
