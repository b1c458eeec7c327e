// How a request ended and who decided, as list texts, from the row's data alone.
import type { T } from "#words/index.ts";
import { attemptFacts } from "#shared/filter/attemptFacts.ts";
import type { RowFacts } from "#shared/ledger/history.ts";
import { gaveUp } from "#shared/request/life/actors.ts";
import { missedDelivery, replyKind, visibleStage } from "#shared/request/life/stage.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ReplyKind, Stage } from "#shared/request/life/stage.ts";
import { stageWordOf, verdictWord } from "#request/StageGlyph.tsx";
import { shortRefusal } from "#request/refusalWords.ts";

/** The stage as lists show it; same as `visibleStage` of the request. */
export function stageOfFacts({ state, reason, reply }: RowFacts): Stage {
  switch (state) {
    case "replied":
      return reply === "replay" ? "replayed" : state;
    case "undeliverable":
    case "unknown":
      return "failed";
    case "cancelled":
      return gaveUp(reason ?? "") ? "cancelled" : "withdrawn";
    default:
      return state;
  }
}

export const replyOf = ({ reply, byHand, decidedBy2, edited }: RowFacts): ReplyKind =>
  byHand && reply !== "hook"
    ? "byHand"
    : decidedBy2.includes("fixture")
      ? "fixture"
      : edited.includes("response")
        ? "edited"
        : "generated";

/** `Replied, edited`, `By hand`, `Server gave up`. */
export function outcomeWords(t: T, facts: RowFacts): string {
  const stage = stageOfFacts(facts);
  if (stage === "replied") {
    if (facts.kind === "action") {
      const { decidedBy, verdict, serverName: agent } = facts;
      return verdictWord(t, { isPassed: decidedBy.includes("permission"), verdict, agent });
    }
    const reply = replyOf(facts);
    const isUnknown = reply === "generated" && facts.edited.includes("unknown");
    return t(`history.outcome.${isUnknown ? "unknownEdit" : reply}`);
  }
  if (facts.state === "undeliverable" || facts.state === "unknown") {
    return t(`history.outcome.${facts.state}`);
  }
  return missedWords(t, t(`common.stageShort.${stage}`), facts.delivery ?? null);
}

/** The outcome, and that the error which tells the server did not arrive. */
const missedWords = (t: T, outcome: string, missed: "failed" | "unknown" | null): string =>
  missed === null ? outcome : t(`history.outcome.missed.${missed}`, { outcome });

/** `you`, `rule no-images`, `you, rule short-answers`: who decided at gate 1 and gate 2. */
export function deciderWords(
  t: T,
  {
    kind,
    decidedBy,
    decidingRules,
    reason,
    state,
    more,
  }: Pick<RowFacts, "kind" | "decidedBy" | "decidingRules" | "reason" | "state" | "more">,
): string {
  const who = decidedBy.flatMap((by) =>
    by === "rule"
      ? decidingRules.map((name) => t("history.rule", { name }))
      : [t(`history.decider.${kind === "action" && by === "permission" ? "choice" : by}`)],
  );
  const others = more > 0 ? t("history.more", { count: more }) : "";
  if (state === "refused" && reason !== null) {
    const why = shortRefusal(t, reason) ?? "";
    return [who.join(", "), why, others].filter((word) => word !== "").join(" · ");
  }
  return [who.join(", "), others].filter((word) => word !== "").join(" · ");
}

/** Replied, but it can no longer be determined whether request or response was edited. */
const isEditUnknown = (request: HeldRequest): boolean =>
  visibleStage(request) === "replied" &&
  replyKind(request) === "generated" &&
  attemptFacts(request).edited.includes("unknown");

/** The title text of an item: only the stage, unless something is unknown. */
export const headWord = (t: T, request: HeldRequest): string =>
  isEditUnknown(request) ? t("history.outcome.unknownEdit") : stageWordOf(t, request);

/** The same text, from the request itself. */
export function outcomeOf(t: T, request: HeldRequest): string {
  const stage = visibleStage(request);
  if (stage !== "replied") {
    const { phase } = request;
    const missed =
      stage === "failed" || phase.kind !== "ended" ? null : missedDelivery(phase.ending);
    return missedWords(t, t(`common.stage.${stage}`), missed);
  }
  if (request.reply.kind === "hook") return stageWordOf(t, request);
  return t(`history.outcome.${isEditUnknown(request) ? "unknownEdit" : replyKind(request)}`);
}
