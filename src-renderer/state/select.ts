// Derived facts about samples, as pure functions; components memoise them by the sample's identity.
import type { Attempt, Sample } from "../../src-shared/sampling/sample.ts";

/** The stage shown in lists: gate 1, a running model, gate 2, or the end. */
export type Stage = "request" | "generating" | "response" | "ready" | "ended";

export function stageOf(sample: Sample): Stage {
  switch (sample.phase.kind) {
    case "request":
      return "request";
    case "response":
      return isGenerating(sample) ? "generating" : "response";
    case "ready":
    case "delivering":
      return "ready";
    case "ended":
      return "ended";
  }
}

/** True while a model works and nothing is there to review yet. */
export function isGenerating(sample: Sample): boolean {
  return (
    sample.phase.kind === "response" &&
    sample.attempts.some((a) => a.state.kind === "running") &&
    !sample.attempts.some((a) => a.state.kind === "done" || a.state.kind === "stopped")
  );
}

export const isOpen = (sample: Sample): boolean => sample.phase.kind !== "ended";

/** Attempts with an answer, oldest first. */
export const answered = (sample: Sample): Attempt[] =>
  sample.attempts.filter((a) => a.state.kind === "done" || a.state.kind === "stopped");

export const lastAttempt = (sample: Sample): Attempt | undefined => sample.attempts.at(-1);
