// Derived facts about the attempts of a sample, and what a decision on them must have been made on.
import { blocksOf } from "../document/blocks.ts";
import type { Attempt, Sample } from "./sample.ts";

/** Attempts that still run. */
export const running = (sample: Pick<Sample, "attempts">): Attempt[] =>
  sample.attempts.filter((a) => a.state.kind === "running");

/** Attempts that are approved and wait for their turn, the next one first. */
export const waiting = ({ attempts }: Pick<Sample, "attempts">): Attempt[] =>
  attempts.filter((a) => a.state.kind === "waiting");

/** Which turn a waiting attempt has, counted from 1; null for others. */
export function placeOf(attempts: readonly Attempt[], { id }: Attempt): number | null {
  const at = waiting({ attempts: [...attempts] }).findIndex((a) => a.id === id);
  return at === -1 ? null : at + 1;
}

/** Attempts of which something may still come. */
export const underWay = (sample: Pick<Sample, "attempts">): Attempt[] => [
  ...running(sample),
  ...waiting(sample),
];

/** Attempts with an answer that the user can review. */
export const reviewable = (sample: Sample): Attempt[] =>
  sample.attempts.filter((a) => a.state.kind === "done" || a.state.kind === "stopped");

/** True while a model works and there is nothing to review yet. */
export const isGenerating = (sample: Sample): boolean =>
  sample.phase.kind === "response" &&
  underWay(sample).length > 0 &&
  reviewable(sample).length === 0;

/** What a decision must have been made on: the hash of what the user saw at this gate. */
export function baseHashes(sample: Sample): string[] {
  if (sample.phase.kind === "request") return [sample.askedHash];
  return [
    sample.askedHash,
    ...reviewable(sample).flatMap((a) =>
      "generatedHash" in a.state ? [a.state.generatedHash] : [],
    ),
  ];
}

/** Its answer is the empty one that somebody began to write on, without a model: nothing was generated. */
export const isBlankStart = ({ model, state }: Attempt): boolean =>
  model === null &&
  "generated" in state &&
  blocksOf(state.generated.content).every((block) => block.type === "text" && block.text === "");

/** The attempt whose answer was decided on; otherwise the last one. */
export function mainAttempt(sample: Sample): Attempt | undefined {
  const place = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  const id = "attemptId" in place ? place.attemptId : undefined;
  return sample.attempts.find((attempt) => attempt.id === id) ?? sample.attempts.at(-1);
}
