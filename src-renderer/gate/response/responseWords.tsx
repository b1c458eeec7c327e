// Words about a response: how far it is edited, where it goes, who made it.
import type { ReactNode } from "react";
import type { T } from "#words/index.ts";
import { answerChangesOf } from "#shared/request/document/change.ts";
import { blocksOf, textOfContent } from "#shared/request/document/blocks.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { MiddleEllipsis } from "#kit/layout/MiddleEllipsis.tsx";
import { tokensIn } from "#request/models/tokens.ts";
import type { Answered } from "#request/response/useGate2.ts";

/** How many lines, or else fields, differ from what was generated. */
export function responseEdited(t: T, from: ResponseDocument, to: ResponseDocument): string {
  const { lines, members } = answerChangesOf(from, to);
  const count = Math.max(lines.added, lines.removed);
  return count > 0
    ? t("review.answer.editedLines", { count })
    : t("review.editedParts", { count: Math.max(1, members.length) });
}

/** A replay is sent to nobody, so its button says something else. */
export const approveLabel = ({ reply }: HeldRequest) =>
  reply.kind === "replay" ? "review.replay.approve" : "review.approveReply";

/** How the response was made. */
export const madeBy = (attempt: Answered, edited: boolean) =>
  attempt.model === null ? "byHand" : edited ? "edited" : "asGenerated";

/** Two lines for the action bar: where the response goes and its length; who made it, or what it waits for. */
export function responseSends(
  t: T,
  request: HeldRequest,
  document: ResponseDocument,
  edited: boolean,
  attempt: Answered,
): { first: ReactNode; second: ReactNode } {
  const { reply } = request;
  const waiting =
    reply.kind === "embedded" ? reply.siblings.length - 1 + (reply.questions ?? 0) : 0;
  const made = madeBy(attempt, edited);
  const counted = made === "asGenerated" ? attempt.state.usage?.outputTokens : undefined;
  const count = counted ?? tokensIn(textOfContent(document.content));
  const parts = blocksOf(document.content).length;
  return {
    first:
      reply.kind === "replay" ? (
        t("review.sends.replay")
      ) : (
        <>
          <span>{t("review.sends.repliesTo")}</span>{" "}
          <MiddleEllipsis name={request.requester.name} />
          <span data-rest="">
            {t(`review.sends.${counted === undefined ? "aboutTokens" : "exactTokens"}`, { count })}
          </span>
        </>
      ),
    second:
      waiting > 0
        ? t("review.sends.waitsFor", { count: waiting })
        : [
            ...(parts === 1 ? [] : [t("review.parts", { count: parts })]),
            t(`review.sends.${made}`),
            ...(reply.kind === "embedded" || reply.kind === "task"
              ? [t(`review.sends.${reply.kind}`)]
              : []),
          ].join(", "),
  };
}
