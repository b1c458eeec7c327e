// Derived facts about samples, as pure functions; components memoise them by the sample's identity.
import { isGenerating } from "../../src-shared/sampling/attempts.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";

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

export const isOpen = (sample: Sample): boolean => sample.phase.kind !== "ended";
