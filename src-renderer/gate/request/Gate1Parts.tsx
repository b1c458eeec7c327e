// Parts of gate 1: words for its tool bar and findings, failure bars.
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { includedParts } from "#shared/context/part.ts";
import { changesOf } from "#shared/sampling/document/change.ts";
import type { Decision } from "#shared/sampling/life/decision.ts";
import type { Failure } from "#shared/outcome.ts";
import type { RequestDocument } from "#shared/sampling/document/message.ts";
import { blocksOf } from "#shared/sampling/document/blocks.ts";
import type { Attempt, Sample } from "#shared/sampling/life/sample.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { refKey } from "#shared/models/ranking/rank.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { OtherFailures } from "./FailedTogether.tsx";
import { ModelFailed } from "./ModelFailed.tsx";
import type { useDecision } from "#request/useDecision.ts";
import type { Gate1 } from "#request/useGate1.ts";

const refKeyOf = (ref: ModelRef | null): string => (ref === null ? "" : refKey(ref));

/** @param byRule the edits are a rule's, not the user's */
export function editedWords(
  t: T,
  asked: RequestDocument,
  document: RequestDocument,
  byRule = false,
): string {
  const { lines, parameters, tools, messages } = changesOf(asked, document);
  const count = Math.max(lines.added, lines.removed);
  // Included context counts as a change but is not the user's edit.
  const included = includedParts(asked, document).length > 0;
  if (byRule) {
    return t("rules.judged.preparedParts", {
      count: Math.max(1, count + parameters.length + tools.length + messages.length),
    });
  }
  if (count > 0) return t(included ? "review.linesWithContext" : "review.editedLines", { count });
  return t("review.editedParts", {
    count: Math.max(1, parameters.length + tools.length + messages.length),
  });
}

export function scannedWords(t: T, document: RequestDocument): string {
  const media = document.messages
    .flatMap((message) => blocksOf(message.content))
    .filter((block) => block.type === "image" || block.type === "audio").length;
  const messages = t("common.countMessages", { count: document.messages.length });
  return media === 0 ? messages : `${messages}${t("review.findings.notMedia")}`;
}

/** Failures of the last attempts. */
export function Failures({
  sample,
  deciding,
  onAgain,
  canAgain,
  onModel,
  gate,
  approval,
}: {
  sample: Sample;
  deciding: ReturnType<typeof useDecision>;
  onAgain: () => void;
  canAgain: boolean;
  onModel: () => void;
  gate: Gate1;
  /** What approves the request as it is now; null if nothing can. */
  approval: Extract<Decision, { kind: "approve-request" }> | null;
}) {
  const t = useT();
  const last: Attempt | undefined = sample.attempts.at(-1);
  const failed = new Set(sample.attempts.map((attempt) => refKeyOf(attempt.model)));
  // A program named its model: no other is offered in its place.
  const isProgram = sample.reply.kind === "http";
  const next = isProgram
    ? undefined
    : gate.ranked.models.find(({ obstacle, ref }) => obstacle === null && !failed.has(refKey(ref)));
  return (
    <>
      <OtherFailures attempts={sample.attempts} />
      {last?.state.kind === "failed" && (
        <ModelFailed
          all={sample.attempts}
          failure={last.state.failure}
          onAgain={onAgain}
          canAgain={canAgain}
          onModel={onModel}
          sendError={
            isProgram
              ? {
                  isOff: !deciding.guardOn || deciding.busy,
                  run: () =>
                    deciding.run(sample.askedHash, {
                      kind: "send-provider-error",
                      attemptId: last.id,
                    }),
                }
              : null
          }
          next={next}
          onNext={({ ref }) =>
            approval !== null && deciding.run(sample.askedHash, { ...approval, model: ref })
          }
        />
      )}
      {sample.flags.some((flag) => flag.code === "field-wrong-type") && (
        <Bar tone="warn" title={t("review.leftOut")} quiet>
          {t("review.leftOutNext")}
        </Bar>
      )}
    </>
  );
}

/** Why answering by hand is off; undefined if it is on, or off only for the half second of the guard. */
export function answerByHandOffReason(
  t: T,
  held: ReturnType<typeof useDecision>["held"],
  broken: boolean,
  unkept: boolean,
): string | undefined {
  if (held !== null) return t("content.hand.off", { why: t(`content.hand.${held}`) });
  if (broken) return t("content.hand.off", { why: t("content.hand.broken") });
  return unkept ? t("content.hand.off", { why: t("content.hand.unkept") }) : undefined;
}

/** An image or audio that could not be added, fixed or saved. */
export function MediumFailure({
  failure,
  onClose,
}: {
  failure: Failure | null;
  onClose: () => void;
}) {
  const t = useT();
  if (failure === null) return null;
  return (
    <FailureBar
      failure={failure}
      tone="warn"
      actions={<LinkButton onClick={onClose}>{t("common.close")}</LinkButton>}
    />
  );
}
