// A request as it stood when rules could decide about it: what came later is taken away, so that what a rule would
// have done is not judged by what a person made of it.
import type { Inspected } from "../inspect/inspection.ts";
import { isMediaRef } from "../sampling/media.ts";
import type { Json } from "../json.ts";
import type { Attempt, Sample, TimelineEntry } from "../sampling/sample.ts";
import type { RuleGate } from "./rule.ts";

/** What the desk refuses within this time it refused at once, before a rule was asked; limits of waiting are longer. */
const AT_ONCE_MS = 1000;

/**
 * The request as it came, or with its first whole answer of a model; null where it never stood there: the desk
 * refused it at once, a person replayed it, or no model answered it.
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
  const { more: _later, ...rest } = sample;
  return {
    ...rest,
    media: ownMedia(sample),
    ...inspectedAt(sample, ({ gate }) => gate === "request"),
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: sample.timeline.slice(0, 1),
  };
}

function asAnswered(sample: Sample): Sample | null {
  const at = answeredAt(sample);
  if (at === -1) return null;
  const { more: _later, ...rest } = sample;
  const attempts = sample.attempts.slice(0, at + 1);
  const made = new Set<string | undefined>(attempts.map(({ id }) => id));
  return {
    ...rest,
    ...inspectedAt(sample, ({ gate, attemptId }) => gate === "request" || made.has(attemptId)),
    attempts,
    phase: { kind: "response" },
    timeline: untilAnswer(sample.timeline),
  };
}

/** Of the first attempt that a rule could have answered with: a model's, whole, ended by itself. −1: there is none. */
export const answeredAt = ({ attempts }: Pick<Sample, "attempts">): number =>
  attempts.findIndex(isWholeAnswer);

const isWholeAnswer = ({ model, state }: Attempt): boolean =>
  model !== null && state.kind === "done" && state.brokenOff === undefined;

function untilAnswer(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  const at = timeline.findIndex(({ kind }) => kind === "attempt-done");
  return timeline.slice(0, at === -1 ? timeline.length : at + 1);
}

/** What had been found by then. */
function inspectedAt(
  { inspected }: Sample,
  known: (one: Inspected) => boolean,
): Pick<Sample, "inspected"> {
  return inspected === undefined ? {} : { inspected: inspected.filter(known) };
}

/** Media that the request itself names: others were added by a person. */
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
