// Lets the operator's rules decide where the switch lets them: asks the judge once a request or an answer has been looked
// through, and takes back nothing that a person was faster with.
import { rowOf } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import type { FilterItem } from "../../src-shared/filter/matches.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import { textOf } from "../../src-shared/filter/texts.ts";
import type { Inspection } from "../../src-shared/inspect/inspection.ts";
import type { FindingKind } from "../../src-shared/inspect/kinds.ts";
import { switchedOn } from "../../src-shared/inspect/switched.ts";
import type {
  Judged,
  WaitingDecided,
  WaitingSaid,
  WaitingWould,
} from "../../src-shared/ipc/rules.ts";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { answerAlone } from "../../src-shared/policy/atGate.ts";
import type { Answered } from "../../src-shared/policy/atGate.ts";
import { hasDecided, judge } from "../../src-shared/policy/judge.ts";
import type { Compiled, Said, Standing } from "../../src-shared/policy/judge.ts";
import type { Rule, RuleGate } from "../../src-shared/policy/rule.ts";
import { asChanged, standingOf } from "../../src-shared/policy/standing.ts";
import type { SampleEvent } from "../../src-shared/sampling/event.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Base, Sample } from "../../src-shared/sampling/sample.ts";
import { isAsTold, ruleHash } from "./asTold.ts";
import type { DecidingParts } from "./decide.ts";
import { judgedEvents } from "./judgedEvents.ts";
import type { Looking } from "./looking.ts";
import { turns } from "./slices.ts";
import { within } from "./within.ts";

/**
 * How long a request or an answer may wait until it has been looked through, in milliseconds: in line behind others of
 * its own server, for its turn among those of others, and for the look, each of which the inspector limits by itself.
 * After that it counts as not looked through, and is a person's.
 */
export const LOOK_MS = 60_000;
/** How long a lock may have lasted after which rules still decide what it kept out of the record. */
const LOCKED_MS = 10_000;

/** The operator's rules. */
export interface RuleBook {
  /** Those that hold now; null while their file is broken: a person is asked for everything. */
  compiled(): Compiled | null;
  /** Takes one use of the rule, durably. False: there is none left, or that cannot be written. */
  takeUse(ruleId: string): boolean;
  /** Gives it back: what it was taken for could not be recorded, and has not happened. */
  giveUse(ruleId: string): void;
  /** The rule has decided about a request more. */
  decided?(ruleId: string, atMs: number): void;
}

export interface JudgingParts {
  rules?: RuleBook;
  /** Where a request would go if nobody chose: the first that can take it and may, or null. */
  chooseModel?(sample: Sample, document: RequestDocument): ModelRef | null;
}

/** Whether a person has opened or edited it: asked each time just before a rule may decide about what waited. */
export type IsTouched = (sampleId: string) => boolean;

/** Under what a request that waited is judged anew. */
interface Asked {
  said: WaitingSaid;
  isTouched: IsTouched;
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
  /** A rule has let one request more pass or refused it. */
  counted(): void;
}

export class Judging {
  readonly #parts: JudgingParts;
  readonly #deciding: DecidingParts;
  readonly #looking: Looking;
  readonly #host: JudgingHost;
  /** Requests that a rule may be about to decide. */
  readonly #pending = new Set<string>();
  /** Attempts whose answers are judged once they are there. */
  readonly #expected = new Set<string>();
  /** Those whose decision another program's lock kept out of the record, and when. */
  readonly #locked = new Map<string, number>();

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

  /** A request has come that rules are asked about: whether a person is asked is not known yet. */
  expect({ id }: Sample): void {
    this.#pending.add(id);
  }

  /**
   * An answer is about to come, with which the sample stands so. True where rules are asked about it: from now on it is
   * not known whether a person is.
   */
  expectNext(sample: Sample, event: SampleEvent): boolean {
    if (event.kind !== "attempt-done" || sample.reply.kind === "replay") return false;
    if (answerAlone(sample)?.id !== event.attemptId || !this.#asks(sample, "response")) {
      return false;
    }
    this.#pending.add(sample.id);
    this.#expected.add(event.attemptId);
    return true;
  }

  /** Judges a request that was expected, unless it has been answered already. */
  async request(sampleId: string): Promise<void> {
    if (!this.#pending.has(sampleId)) return;
    const sample = this.#host.sample(sampleId);
    if (sample?.phase.kind === "request") {
      await this.#judge(sample, null);
    } else {
      this.#pending.delete(sampleId);
    }
  }

  /** What follows from an event that has just been applied: an answer that was expected is judged. */
  happened(sample: Sample, event: SampleEvent): void {
    if (event.kind !== "attempt-done" || !this.#expected.delete(event.attemptId)) return;
    const answer = answerAlone(sample);
    if (answer !== null) void this.#judge(sample, answer);
    else this.#pending.delete(sample.id);
  }

  /**
   * What rules would decide now about requests and answers that wait; of what a person has touched, only how many. Nothing
   * is done, and no use of a rule is taken.
   */
  async wouldDecide(sampleIds: readonly string[], isTouched: IsTouched): Promise<WaitingWould> {
    const would: WaitingDecided[] = [];
    let mine = 0;
    const left = new Map<string, number>();
    const turn = turns();
    for (const id of sampleIds) {
      await turn();
      const waits = this.#untouched(id);
      if (waits === null) continue;
      const inspection = await this.#inspected(waits.sample, waits.answer);
      const found = this.#found(waits.sample, waits.answer, inspection);
      if (found === null || found.said.held !== undefined || found.said.decide === "ask") continue;
      if (isTouched(id)) {
        mine += 1;
        continue;
      }
      const { gate, rule, decide } = found.said;
      const { holds } = found.rule;
      if (holds.kind === "uses" && !hasDecided(rule.id, waits.sample.judged ?? [])) {
        const uses = left.get(rule.id) ?? holds.left;
        if (uses === 0) continue;
        left.set(rule.id, uses - 1);
      }
      const as = ruleHash(found, this.#deciding.hasher);
      would.push({ id, gate, rule, decide, ruleHash: as });
    }
    return { would, mine };
  }

  /**
   * Judges these anew, each in a turn of the loop of its own, as far as they still wait, nobody has touched them by then
   * and the rules still say what the person was told: those that a rule has decided about.
   */
  async anew(all: readonly WaitingSaid[], isTouched: IsTouched): Promise<WaitingDecided[]> {
    const decided: WaitingDecided[] = [];
    for (const said of all) {
      const { id, gate, decide, ruleHash: as } = said;
      // Each waits for the disk. What a person opens, stops or a server takes back meanwhile is heard first.
      await new Promise((resolve) => setImmediate(resolve));
      const waits = isTouched(id) ? null : this.#untouched(id);
      const asked = { said, isTouched };
      const done = waits === null ? null : await this.#judge(waits.sample, waits.answer, asked);
      if (done !== null) decided.push({ id, gate, rule: done.rule, decide, ruleHash: as });
    }
    return decided;
  }

  /**
   * The record can be written again: what only a short lock kept from being decided is judged once more, as far as
   * nobody has done anything about it. What stood long is the person's by now.
   */
  recovered(): void {
    const since = this.#deciding.clock.nowMs() - LOCKED_MS;
    const ids = [...this.#locked].flatMap(([id, atMs]) => (atMs >= since ? [id] : []));
    this.#locked.clear();
    for (const id of ids) {
      const waits = this.#untouched(id);
      if (waits !== null) void this.#judge(waits.sample, waits.answer);
    }
  }

  /** A request as it came, or an answer that stands alone, that nobody has done anything about and no rule is asked about. */
  #untouched(id: string): { sample: Sample; answer: Answered | null } | null {
    const sample = this.#host.sample(id);
    if (sample === undefined || sample.reply.kind === "replay" || this.#pending.has(id))
      return null;
    const answer = answerAlone(sample);
    const isNew = sample.phase.kind === "request" && sample.attempts.length === 0;
    if (answer === null ? !isNew : answerTouched(sample)) return null;
    return this.#asks(sample, answer === null ? "request" : "response") ? { sample, answer } : null;
  }

  #asks({ asker }: Sample, gate: RuleGate): boolean {
    if (!this.#host.mayDecide(asker.serverId)) return false;
    return (this.#parts.rules?.compiled()?.byGate[gate].length ?? 0) > 0;
  }

  /** Null: nothing was said, or it could not be recorded. */
  async #judge(before: Sample, answer: Answered | null, asked?: Asked): Promise<Said | null> {
    const { id, revision, askedHash } = before;
    const base = { revision, hash: answer === null ? askedHash : answer.state.generatedHash };
    const epoch = this.#host.epoch();
    this.#pending.add(id);
    const inspection = await this.#inspected(before, answer);
    this.#pending.delete(id);
    const sample = this.#host.sample(id);
    const goesOn =
      sample !== undefined &&
      sample.revision === revision &&
      sample.phase.kind === (answer === null ? "request" : "response") &&
      this.#host.epoch() === epoch &&
      this.#host.mayDecide(sample.asker.serverId) &&
      !asked?.isTouched(id);
    const said =
      sample !== undefined && goesOn
        ? this.#decide(sample, base, answer, inspection, asked?.said)
        : null;
    if (this.#host.sample(id) !== undefined) this.#host.judged(id);
    return said;
  }

  /** What was found in it, in time. */
  #inspected(sample: Sample, answer: Answered | null): Promise<Inspection | null> {
    if (answer === null) return within(this.#looking.request(sample), LOOK_MS);
    const { id, state } = answer;
    const looked = { id, hash: state.generatedHash, document: state.generated };
    return within(this.#looking.answer(sample, looked), LOOK_MS);
  }

  #found(
    sample: Sample,
    answer: Answered | null,
    inspection: Inspection | null,
  ): ReturnType<typeof judge> {
    const compiled = this.#parts.rules?.compiled() ?? null;
    if (compiled === null) return null;
    return judge(
      compiled,
      itemOf(sample, this.#looking.off()),
      {
        gate: answer === null ? "request" : "response",
        nowMs: this.#deciding.clock.nowMs(),
        askedHash: sample.askedHash,
        thread: sample.origin.kind === "certain" ? sample.origin.call.runId : null,
        judged: sample.judged ?? [],
      },
      (rule) => this.#standing(sample, rule, answer, inspection),
    );
  }

  #decide(
    sample: Sample,
    base: Base,
    answer: Answered | null,
    inspection: Inspection | null,
    wanted?: WaitingSaid,
  ): Said | null {
    const found = this.#found(sample, answer, inspection);
    if (found === null) return null;
    const { rule, said } = found;
    if (wanted !== undefined && !isAsTold(wanted, found, this.#deciding.hasher)) return null;
    const events = judgedEvents({ sample, rule, said, base }, inspection, answer, this.#deciding);
    const [first] = events;
    const held = first?.kind === "judged" ? first.held : undefined;
    if (wanted !== undefined && held !== undefined) return null;
    const used = held === undefined && this.#uses(rule, sample);
    if (used && this.#parts.rules?.takeUse(rule.id) !== true) return null;
    const done = this.#host.decided(sample, events);
    if (!done.ok && used) this.#parts.rules?.giveUse(rule.id);
    if (!done.ok) {
      if (wanted === undefined && isLocked(done.failure)) {
        this.#locked.set(sample.id, this.#deciding.clock.nowMs());
      }
      return null;
    }
    const { judged = [] } = sample;
    if (held === undefined && !hasDecided(rule.id, judged)) {
      this.#parts.rules?.decided?.(rule.id, first?.atMs ?? 0);
    }
    if (held === undefined && said.decide !== "ask" && !judged.some(hasPassed)) {
      this.#host.counted();
    }
    return held === undefined ? said : { ...said, held };
  }

  /**
   * It takes a use of the rule: before anything is done by it, so that of two that are too few the one too many is the
   * one not done.
   */
  #uses({ id, holds }: Rule, { judged = [] }: Sample): boolean {
    return holds.kind === "uses" && !hasDecided(id, judged);
  }

  #standing(
    sample: Sample,
    rule: Rule,
    answer: Answered | null,
    inspection: Inspection | null,
  ): Standing {
    const out = rule.changes?.redact ?? [];
    const document = asChanged(sample, rule);
    const sends = answer === null && document !== null;
    const model = sends ? this.#model(sample, rule, document) : null;
    const limit = sends && model !== null ? this.#host.holdReason(sample, model, document) : null;
    // What is to be taken out must be known, also where nobody wants to be told of it.
    const wanted = inspection && switchedOn(inspection, this.#looking.off(), out);
    return { ...standingOf(sample, rule, answer, wanted), limit, model };
  }

  /** The rule's own model, or the first that suits; never one that the person has switched off for it. */
  #model(sample: Sample, { changes }: Rule, document: RequestDocument): ModelRef | null {
    const model = changes?.model ?? this.#parts.chooseModel?.(sample, document) ?? null;
    return model === null || this.#host.mayNot(sample, model) !== null ? null : model;
  }
}

const isLocked = (failure: Failure): boolean =>
  failure.kind === "not-recorded" && failure.reason === "locked";

/** False once it has ended, and while what a rule has approved is under way. */
export function isForPerson({ phase, attempts }: Sample): boolean {
  if (phase.kind === "ended") return false;
  if ("by" in phase) return phase.by.kind !== "rule";
  const runs = attempts.filter(({ state }) => state.kind === "running");
  return runs.length === 0 || runs.some(({ by }) => by.kind !== "rule");
}

/** A rule has let it pass or refused it. */
const hasPassed = ({ decide, held }: Judged): boolean => decide !== "ask" && held === undefined;

/** Somebody has done something about the answer since it came. */
function answerTouched({ timeline }: Sample): boolean {
  const at = timeline.findLastIndex(({ kind }) => kind === "attempt-done");
  return timeline.slice(at + 1).some(({ kind }) => kind !== "judged");
}

function itemOf(sample: Sample, off: readonly FindingKind[]): FilterItem {
  let text: string | null = null;
  return { row: rowOf(factsOf(sample, off)), indexed: () => (text ??= indexText(textOf(sample))) };
}
