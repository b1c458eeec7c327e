// How long a request may wait for the user. Nothing is ever approved by a clock: what runs out is refused (`desk/waits`).
import { isGenerating } from "./attempts.ts";
import type { Sample } from "./sample.ts";

/** Where it waits for the user. An approved answer waits for others, not for them. */
function gateOf(sample: Sample): 1 | 2 | null {
  if (sample.phase.kind === "request") return 1;
  return sample.phase.kind === "response" && !isGenerating(sample) ? 2 : null;
}

/** The sample with the end of its wait, counted anew from `atMs` where it has come to another gate. */
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
