// How long a request may be pending. Time never approves anything: a request whose time is up is refused
// (`src-main/core/admission/waitTimers.ts`).
import { isGenerating } from "./attempts.ts";
import type { Sample } from "./heldRequest.ts";

/** The gate where it waits for the user. An approved response waits for its siblings, not for the user. */
function gateOf(sample: Sample): 1 | 2 | null {
  if (sample.phase.kind === "request") return 1;
  return sample.phase.kind === "response" && !isGenerating(sample) ? 2 : null;
}

/** The sample with the deadline of its wait, started anew at `atMs` when it has come to another gate. */
export function withWait(before: Sample | null, sample: Sample, atMs: number): Sample {
  const { longestWait, waits, ...rest } = sample;
  if (longestWait === undefined) return sample;
  if (sample.phase.kind === "ended") return rest;
  const gate = gateOf(sample);
  if (gate === null) return waits === undefined ? sample : { ...rest, longestWait };
  if (waits !== undefined && before !== null && gateOf(before) === gate) return sample;
  const { limit, scope } = longestWait;
  return { ...sample, waits: { atMs: atMs + limit, totalMs: limit, scope } };
}
