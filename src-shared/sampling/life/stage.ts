// Where a request stands as people see it: one word a stage, and how a reply came about.
import { isGenerating } from "./attempts.ts";
import { answerMade } from "../document/edited.ts";
import type { CancelReason, Ending, Sample } from "./sample.ts";

export type Stage =
  | "request"
  | "generating"
  | "response"
  | "delivering"
  | "replied"
  /** A replay has its answer: no server waited for it. */
  | "replayed"
  | "rejected"
  | "refused"
  | "cancelled"
  /** Ended unanswered, though its server did not give up. */
  | "withdrawn"
  | "failed";

/** As the model wrote it, changed by the user, written by hand, or canned. */
export type ReplyKind = "generated" | "edited" | "byHand" | "fixture";

/** The stage of a sample; a reply that did not arrive, or of which nobody knows, has failed. */
export function visibleStage(sample: Sample): Stage {
  const { phase } = sample;
  switch (phase.kind) {
    case "request":
      return "request";
    case "response":
      return isGenerating(sample) ? "generating" : "response";
    case "ready":
    case "delivering":
      return "delivering";
    case "ended":
      if (sample.reply.kind === "replay" && phase.ending.kind === "replied") return "replayed";
      if (phase.ending.kind === "cancelled" && !gaveUp(phase.ending.because)) return "withdrawn";
      return phase.ending.kind === "undeliverable" || phase.ending.kind === "unknown"
        ? "failed"
        : phase.ending.kind;
  }
}

/** What went wrong with the answer, or with the error that is sent in place of one; null: nothing that is known. */
export function missedDelivery(ending: Ending): "failed" | "unknown" | null {
  if (ending.kind === "undeliverable") return "failed";
  if (ending.kind === "unknown") return "unknown";
  const delivery = "delivery" in ending ? ending.delivery?.kind : undefined;
  return delivery === "failed" || delivery === "unknown" ? delivery : null;
}

/** True when the server itself no longer wanted it, by saying so or by ending the call. */
const gaveUp = ({ kind }: CancelReason): boolean =>
  kind === "server-cancelled" || kind === "call-ended";

/** How what was (or is to be) sent came about. */
export function replyKind(sample: Sample): ReplyKind {
  const decided = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  if (!("attemptId" in decided)) return "generated";
  const attempt = sample.attempts.find((entry) => entry.id === decided.attemptId);
  if (attempt === undefined) return "generated";
  const made = answerMade(sample, decided);
  if (made === "byHand" || made === "edited") return made;
  return attempt.by.kind === "fixture" ? "fixture" : "generated";
}
