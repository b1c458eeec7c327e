// Lets the operator's rules decide where the switch lets them: asks the judge once a request or an answer has been looked
// through, and takes back nothing that a person was faster with.
import { rowOf } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import type { FilterItem } from "../../src-shared/filter/matches.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import { textOf } from "../../src-shared/filter/texts.ts";
import type { Inspection } from "../../src-shared/inspect/inspection.ts";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { hasDecided, judge } from "../../src-shared/policy/judge.ts";
import type { Compiled, Standing } from "../../src-shared/policy/judge.ts";
import type { Rule, RuleGate } from "../../src-shared/policy/rule.ts";
import type { SampleEvent } from "../../src-shared/sampling/event.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Base, Sample } from "../../src-shared/sampling/sample.ts";
import type { DecidingParts } from "./decide.ts";
import { asChanged, isAnswerFlagged, isFlagged, judgedEvents } from "./judgedEvents.ts";
import type { Answered } from "./judgedEvents.ts";
import type { Looking } from "./looking.ts";
import { within } from "./within.ts";

/**
 * How long a request or an answer may wait until it has been looked through, in milliseconds: for its turn among those
 * of other servers and for the thread's start as well. After that it counts as not looked through, and is a person's.
 */
export const LOOK_MS = 10_000;

/** The operator's rules. */
export interface RuleBook {
  /** Those that hold now; null while their file is broken: a person is asked for everything. */
  compiled(): Compiled | null;
  /** Takes one use of the rule, durably. False: there is none left, or that cannot be written. */
  takeUse(ruleId: string): boolean;
  /** The rule has decided about a request more. */
  decided?(ruleId: string, atMs: number): void;
}

export interface JudgingParts {
  rules?: RuleBook;
  /** Where a request would go if nobody chose: the first that can take it and may, or null. */
  chooseModel?(sample: Sample, document: RequestDocument): ModelRef | null;
}

export interface JudgingHost {
  sample(sampleId: string): Sample | undefined;
  /** Rules may decide about requests of this server; another number after each change of any switch. */
  mayDecide(serverId: string): boolean;
  epoch(): number;
  mayNot(sample: Sample, model: ModelRef): Failure | null;
  /** The word for a budget that it would go beyond there, or null. */
  holdReason(sample: Sample, model: ModelRef, document: RequestDocument): string | null;
  decided(sample: Sample, events: readonly SampleEvent[]): Outcome<null, Failure>;
  /** It is known now whether a person is asked. */
  judged(sampleId: string): void;
}

export class Judging {
  readonly #parts: JudgingParts;
  readonly #deciding: DecidingParts;
  readonly #looking: Looking;
  readonly #host: JudgingHost;
  /** Requests that a rule may be about to decide. */
  readonly #pending = new Set<string>();

  constructor(parts: JudgingParts, deciding: DecidingParts, looking: Looking, host: JudgingHost) {
    this.#parts = parts;
    this.#deciding = deciding;
    this.#looking = looking;
    this.#host = host;
  }

  /** True while it is not known yet whether a person is asked. */
  isPending(sampleId: string): boolean {
    return this.#pending.has(sampleId);
  }

  /** Whether rules are asked about a request that comes. A person's replay is for a person. */
  isFor(sample: Sample): boolean {
    return sample.reply.kind !== "replay" && this.#asks(sample, "request");
  }

  /** A request has come: whether a person is asked may not be known yet. */
  expect(sample: Sample): void {
    if (this.isFor(sample)) this.#pending.add(sample.id);
  }

  /** Whether rules are asked about the answer that the event brought. */
  isNext(sample: Sample, event: SampleEvent): boolean {
    if (event.kind !== "attempt-done" || sample.reply.kind === "replay") return false;
    return answerAlone(sample, event.attemptId) !== null && this.#asks(sample, "response");
  }

  /** Judges a request that was expected, unless it has been answered already. */
  async request(sampleId: string): Promise<void> {
    if (!this.#pending.has(sampleId)) return;
    const sample = this.#host.sample(sampleId);
    if (sample?.phase.kind === "request") {
      await this.#judge(sample, null, () => this.#looking.request(sample));
    } else {
      this.#pending.delete(sampleId);
    }
  }

  /** What follows from an event that has just been applied: an answer that stands alone may be judged. */
  happened(sample: Sample, event: SampleEvent): void {
    if (event.kind !== "attempt-done" || !this.isNext(sample, event)) return;
    const answer = answerAlone(sample, event.attemptId);
    if (answer === null) return;
    const { id, state } = answer;
    const looked = { id, hash: state.generatedHash, document: state.generated };
    void this.#judge(sample, answer, () => this.#looking.answer(sample, looked));
  }

  #asks({ asker }: Sample, gate: RuleGate): boolean {
    if (!this.#host.mayDecide(asker.serverId)) return false;
    return (this.#parts.rules?.compiled()?.byGate[gate].length ?? 0) > 0;
  }

  async #judge(
    { id, revision, askedHash }: Sample,
    answer: Answered | null,
    look: () => Promise<Inspection | null>,
  ): Promise<void> {
    const base = { revision, hash: answer === null ? askedHash : answer.state.generatedHash };
    const epoch = this.#host.epoch();
    this.#pending.add(id);
    const inspection = await within(look(), LOOK_MS);
    this.#pending.delete(id);
    const sample = this.#host.sample(id);
    const goesOn =
      sample !== undefined &&
      sample.revision === revision &&
      sample.phase.kind === (answer === null ? "request" : "response") &&
      this.#host.epoch() === epoch &&
      this.#host.mayDecide(sample.asker.serverId);
    if (sample !== undefined && goesOn) this.#decide(sample, base, answer, inspection);
    if (this.#host.sample(id) !== undefined) this.#host.judged(id);
  }

  #decide(
    sample: Sample,
    base: Base,
    answer: Answered | null,
    inspection: Inspection | null,
  ): void {
    const compiled = this.#parts.rules?.compiled() ?? null;
    if (compiled === null) return;
    const found = judge(
      compiled,
      itemOf(sample),
      {
        gate: answer === null ? "request" : "response",
        nowMs: this.#deciding.clock.nowMs(),
        askedHash: sample.askedHash,
        thread: sample.origin.kind === "certain" ? sample.origin.call.runId : null,
        judged: sample.judged ?? [],
      },
      (rule) => this.#standing(sample, rule, answer, inspection),
    );
    if (found === null) return;
    const { rule, said } = found;
    const events = judgedEvents({ sample, rule, said, base }, inspection, answer, this.#deciding);
    const [first] = events;
    const isHeld = first?.kind === "judged" && first.held !== undefined;
    if (!isHeld && !this.#used(rule, sample)) return;
    const done = this.#host.decided(sample, events);
    const isFirst = !hasDecided(rule.id, sample.judged ?? []);
    if (done.ok && !isHeld && isFirst) this.#parts.rules?.decided?.(rule.id, first?.atMs ?? 0);
  }

  /** Takes the rule's use before anything is done by it: of two that are too few, the one too many is the one not done. */
  #used({ id, holds }: Rule, { judged = [] }: Sample): boolean {
    if (holds.kind !== "uses" || hasDecided(id, judged)) return true;
    return this.#parts.rules?.takeUse(id) ?? false;
  }

  #standing(
    sample: Sample,
    rule: Rule,
    answer: Answered | null,
    inspection: Inspection | null,
  ): Standing {
    const { identityChanged, toolsChanged } = sample.asker;
    const document = asChanged(sample, rule);
    const sends = answer === null && document !== null;
    const model = sends ? this.#model(sample, rule, document) : null;
    const limit = sends && model !== null ? this.#host.holdReason(sample, model, document) : null;
    return {
      inspection,
      identityChanged: (identityChanged?.length ?? 0) + (toolsChanged?.length ?? 0) > 0,
      flagged: answer === null ? isFlagged(sample, document) : isAnswerFlagged(sample, answer),
      limit,
      model,
    };
  }

  /** The rule's own model, or the first that suits; never one that the person has switched off for it. */
  #model(sample: Sample, { changes }: Rule, document: RequestDocument): ModelRef | null {
    const model = changes?.model ?? this.#parts.chooseModel?.(sample, document) ?? null;
    return model === null || this.#host.mayNot(sample, model) !== null ? null : model;
  }
}

/** False once it has ended, and while what a rule has approved is under way. */
export function isForPerson({ phase, attempts }: Sample): boolean {
  if (phase.kind === "ended") return false;
  if ("by" in phase) return phase.by.kind !== "rule";
  const runs = attempts.filter(({ state }) => state.kind === "running");
  return runs.length === 0 || runs.some(({ by }) => by.kind !== "rule");
}

/** The attempt, where its answer is whole and the only one: between several, and after a failure, a person chooses. */
function answerAlone(sample: Sample, attemptId: string): Answered | null {
  const [attempt, ...others] = sample.attempts;
  if (attempt === undefined || others.length > 0 || attempt.id !== attemptId) return null;
  const { state } = attempt;
  if (state.kind !== "done" || state.brokenOff !== undefined || attempt.model === null) return null;
  // Its kind has just been looked at.
  return sample.phase.kind === "response" ? (attempt as Answered) : null;
}

function itemOf(sample: Sample): FilterItem {
  let text: string | null = null;
  return { row: rowOf(factsOf(sample)), indexed: () => (text ??= indexText(textOf(sample))) };
}
