// What is said beside an answer: how far it differs, where it goes and by what.
import type { ReactNode } from "react";
import type { T } from "../../i18n/index.ts";
import { answerChangesOf } from "../../../src-shared/sampling/document/change.ts";
import { blocksOf } from "../../../src-shared/sampling/document/blocks.ts";
import type { ResponseDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { BothEnds } from "../../ui/layout/BothEnds.tsx";
import type { Answered } from "./useGate2.ts";

/** How many lines or members differ from what was generated. */
export function answerEdited(t: T, from: ResponseDocument, to: ResponseDocument): string {
  const { lines, members } = answerChangesOf(from, to);
  const count = Math.max(lines.added, lines.removed);
  return count > 0
    ? t("review.answer.editedLines", { count })
    : t("review.editedParts", { count: Math.max(1, members.length) });
}

/** A replay is sent to nobody. */
export const approveLabel = ({ reply }: Sample) =>
  reply.kind === "replay" ? "review.replay.approve" : "review.approveReply";

/** Where the answer goes, and who wrote it. */
export function answerSends(
  t: T,
  sample: Sample,
  document: ResponseDocument,
  edited: boolean,
  attempt: Answered,
): { first: ReactNode; second: ReactNode } {
  const { reply } = sample;
  const waiting =
    reply.kind === "embedded" ? reply.siblings.length - 1 + (reply.questions ?? 0) : 0;
  const how = attempt.model === null ? "byHand" : edited ? "edited" : "asGenerated";
  return {
    first:
      reply.kind === "replay" ? (
        t("review.sends.replay")
      ) : (
        <>
          <span>{t("review.sends.to")}</span> <BothEnds name={sample.asker.name} />
          <span data-rest="">
            {reply.kind === "embedded"
              ? t("review.sends.repeats")
              : reply.kind === "task"
                ? t("review.sends.task")
                : t("review.sends.answers", { id: String(reply.requestId) })}
          </span>
        </>
      ),
    second:
      waiting > 0
        ? t("review.sends.waitsFor", { count: waiting })
        : t(`review.sends.${how}`, { count: blocksOf(document.content).length }),
  };
}
