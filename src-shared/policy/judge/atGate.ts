// A request as it stood when rules could decide about it: what came later is taken away, so that what a rule would
// have done is not judged by what the user made of it.
import type { Inspected } from "../../inspect/inspection.ts";
import { isMediaRef } from "../../sampling/document/media.ts";
import type { Json } from "../../json.ts";
import type { Attempt, Sample, TimelineEntry } from "../../sampling/life/sample.ts";
import type { RuleGate } from "../rules/rule.ts";

/** What the desk refuses within this time it refused at once, before a rule was asked; limits of waiting are longer. */
const AT_ONCE_MS = 1000;

/**
 * The request as it came, or with the answer that rules were asked about; null where it never stood there: the desk
 * refused it at once, the user replayed it, or no answer of a model stood alone.
 */
export function sampleAt(sample: Sample, gate: RuleGate): Sample | null {
  if (sample.reply.kind === "replay" || refusedAtOnce(sample)) return null;
  return gate === "request" ? asItCame(sample) : asAnswered(sample);
}

function refusedAtOnce({ phase, receivedAtMs }: Sample): boolean {
  if (phase.kind !== "ended" || phase.ending.kind !== "refused") return false;
  return phase.ending.by.kind === "desk" && phase.atMs - receivedAtMs < AT_ONCE_MS;
}

function asItCame(sample: Sample): Sample {
  const { more: _later, prepared: _then, ...rest } = sample;
  return {
    ...rest,
    media: ownMedia(sample),
    ...inspectedAt(sample, ({ gate }) => gate === "request"),
    ...judgedAt(sample, null),
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: sample.timeline.slice(0, 1),
  };
}

function asAnswered(sample: Sample): Sample | null {
  const at = answeredAloneAt(sample);
  if (at === -1) return null;
  const { more: _later, ...rest } = sample;
  const attempts = sample.attempts.slice(0, 1);
  const [made] = attempts;
  const was: Sample = {
    ...rest,
    ...inspectedAt(sample, ({ gate, attemptId }) => gate === "request" || attemptId === made?.id),
    ...judgedAt(sample, "request"),
    attempts,
    phase: { kind: "response" },
    timeline: sample.timeline.slice(0, at + 1),
  };
  return answerAlone(was) === null ? null : was;
}

/** An attempt with a whole answer of a model. */
export type Answered = Attempt & { state: Extract<Attempt["state"], { generated: unknown }> };

/**
 * The attempt whose answer rules are asked about: a model's, whole, ended by itself, and the only one. Between several,
 * and after a failure, the user chooses. Null: there is none.
 */
export function answerAlone({ phase, attempts }: Pick<Sample, "phase" | "attempts">) {
  const [attempt] = attempts;
  if (phase.kind !== "response" || attempts.length !== 1 || attempt === undefined) return null;
  return isWholeAnswer(attempt) ? attempt : null;
}

const isWholeAnswer = (attempt: Attempt): attempt is Answered =>
  attempt.model !== null && attempt.state.kind === "done" && attempt.state.brokenOff === undefined;

/** The same request with the first whole answer that it got, whatever else was tried; null where it got none. */
export function withAnswer(sample: Sample): Sample | null {
  const answer = sample.attempts.find(isWholeAnswer);
  if (answer === undefined) return null;
  const { more: _later, ...rest } = sample;
  const found = inspectedAt(
    sample,
    ({ gate, attemptId }) => gate === "request" || attemptId === answer.id,
  );
  return { ...rest, ...found, attempts: [answer], phase: { kind: "response" } };
}

/** What may happen to a request until its first answer is there, and leaves it to the rules. */
const BEFORE: ReadonlySet<TimelineEntry["kind"]> = new Set<TimelineEntry["kind"]>([
  ...(["received", "judged", "request-approved", "attempt-started", "stop-asked"] as const),
]);

/** The place in the timeline of the first answer, where no other was asked for until then; −1: there is none. */
function answeredAloneAt({ timeline }: Pick<Sample, "timeline">): number {
  const at = timeline.findIndex(({ kind }) => kind === "attempt-done");
  const before = timeline.slice(0, Math.max(at, 0));
  const approved = before.filter(({ kind }) => kind === "request-approved").length;
  return approved === 1 && before.every(({ kind }) => BEFORE.has(kind)) ? at : -1;
}

/** What rules had said by then. */
function judgedAt({ judged }: Sample, gate: RuleGate | null): Pick<Sample, "judged"> {
  return judged === undefined ? {} : { judged: judged.filter((one) => one.gate === gate) };
}

/** What had been found by then. */
function inspectedAt(
  { inspected }: Sample,
  known: (one: Inspected) => boolean,
): Pick<Sample, "inspected"> {
  return inspected === undefined ? {} : { inspected: inspected.filter(known) };
}

/** Media that the request itself names: others were added by the user. */
function ownMedia({ media, asked }: Sample): Sample["media"] {
  if (media.length === 0) return media;
  const named = refsIn(asked);
  return media.filter(({ ref }) => named.has(ref));
}

/** A stack, not recursion: this reads what a server sent, however deep. */
function refsIn(value: Json): ReadonlySet<string> {
  const refs = new Set<string>();
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (isMediaRef(next)) refs.add(next);
    else if (typeof next === "object" && next !== null) {
      for (const member of Object.values(next)) open.push(member);
    }
  }
  return refs;
}
