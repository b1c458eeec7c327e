// The stage of a request as shown to the user, and how its response came about.
import { isGenerating } from "./attempts.ts";
import { answerMade } from "../document/edited.ts";
import { gaveUp } from "./actors.ts";
import type { Ending, HeldRequest } from "./heldRequest.ts";

export type Stage =
  | "request"
  | "generating"
  | "response"
  | "delivering"
  | "replied"
  /** A replay with a response: no server waited for it. */
  | "replayed"
  | "rejected"
  | "refused"
  | "cancelled"
  /** Ended without a response, though who asked did not give up. */
  | "withdrawn"
  | "failed";

/** As the model wrote it, edited by the user, written by hand, or a fixture. */
export type ReplyKind = "generated" | "edited" | "byHand" | "fixture";

/** The stage of a request; a response whose delivery failed or is unknown counts as failed. */
export function visibleStage(request: HeldRequest): Stage {
  const { phase } = request;
  switch (phase.kind) {
    case "request":
      return "request";
    case "response":
      return isGenerating(request) ? "generating" : "response";
    case "ready":
    case "delivering":
      return "delivering";
    case "ended":
      if (request.reply.kind === "replay" && phase.ending.kind === "replied") return "replayed";
      if (phase.ending.kind === "cancelled" && !gaveUp(phase.ending.because.kind))
        return "withdrawn";
      return phase.ending.kind === "undeliverable" || phase.ending.kind === "unknown"
        ? "failed"
        : phase.ending.kind;
  }
}

/** Whether delivery of the response or error failed or is unknown; null when neither. */
export function missedDelivery(ending: Ending): "failed" | "unknown" | null {
  if (ending.kind === "undeliverable") return "failed";
  if (ending.kind === "unknown") return "unknown";
  const delivery = "delivery" in ending ? ending.delivery?.kind : undefined;
  return delivery === "failed" || delivery === "unknown" ? delivery : null;
}

/** How the response that was or will be sent came about. */
export function replyKind(request: HeldRequest): ReplyKind {
  const decided = request.phase.kind === "ended" ? request.phase.ending : request.phase;
  // A hook is told a verdict, which nobody writes.
  if (!("attemptId" in decided) || request.reply.kind === "hook") return "generated";
  const attempt = request.attempts.find((entry) => entry.id === decided.attemptId);
  if (attempt === undefined) return "generated";
  const made = answerMade(request, decided);
  if (made === "byHand" || made === "edited") return made;
  return attempt.by.kind === "fixture" ? "fixture" : "generated";
}
