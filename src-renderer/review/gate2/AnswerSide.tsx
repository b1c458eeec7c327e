// Facts of an answer for the side panel: who made it, how it ended, what the person changed.
import { useT } from "../../i18n/index.ts";
import { answerChangesOf } from "../../../src-shared/sampling/document/change.ts";
import type { ResponseDocument } from "../../../src-shared/sampling/document/message.ts";
import type { ModelsView } from "../../../src-shared/models/model.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import { useMoney } from "../../state/money.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Quote } from "../../ui/text/Quote.tsx";
import { Facts, Section } from "../../ui/layout/Section.tsx";
import { took } from "../../ui/text/time.ts";
import { writtenWords } from "../../components/requests/attemptAuthor.ts";
import type { ChangeAnswer } from "./Answer.tsx";
import { usageWords } from "../attempts/AttemptTabs.tsx";
import { costFacts, usageMore } from "../models/costFacts.ts";
import { findModel } from "../models/findModel.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { StopReason } from "./StopReason.tsx";
import type { Answered, Gate2 } from "./useGate2.ts";

export function AnswerFacts({
  attempt,
  attempts,
  document,
  generated,
  models,
  onChange,
}: {
  attempt: Answered;
  /** All of the request: their costs come together. */
  attempts: readonly Attempt[];
  document: ResponseDocument;
  /** The answer before anybody edited it. */
  generated: ResponseDocument;
  models: ModelsView;
  /** Undefined: shown only. */
  onChange: ChangeAnswer | undefined;
}) {
  const t = useT();
  const money = useMoney();
  const { state } = attempt;
  const byHand = attempt.model === null;
  return (
    <Section heading={t("review.answer.title")}>
      <Facts
        rows={[
          {
            name: t("review.answer.model"),
            value: byHand ? (
              writtenWords(t, attempt)
            ) : (
              <b>{findModel(models, attempt.model).name}</b>
            ),
          },
          { name: t("review.answer.named"), value: <Quote cut>{document.model}</Quote> },
          {
            name: t("review.answer.stopReason"),
            value:
              onChange === undefined ? (
                <Quoted text={document.stopReason} />
              ) : (
                <StopReason
                  document={document}
                  generated={generated.stopReason}
                  onChange={onChange}
                />
              ),
          },
          state.kind === "stopped" && {
            name: t("review.answer.ended"),
            value: t(`review.answer.${state.brokenOff === undefined ? "stopped" : "brokenOff"}`),
            tone: "warn",
          },
          !byHand && {
            name: t("review.answer.tokens"),
            value: (
              <>
                {usageWords(t, state.usage, attempt.document.maxTokens)}{" "}
                <span className="ink3">{usageMore(t, state)}</span>
              </>
            ),
          },
          ...(byHand ? [] : costFacts(t, money, state, attempts)),
          !byHand && {
            name: t("review.answer.took"),
            value: (
              <>
                {took(t, state.tookMs)}{" "}
                {state.firstTokenMs !== undefined && (
                  <span className="ink3">
                    {t("review.answer.firstToken", { time: took(t, state.firstTokenMs) })}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <FlagLines path={["stopReason"]} inPanel />
    </Section>
  );
}

function Quoted({ text }: { text: string | undefined }) {
  const t = useT();
  return text === undefined ? t("common.none") : <Quote cut>{text}</Quote>;
}

export function YourEdit({ gate }: { gate: Gate2 }) {
  const t = useT();
  const { lines } = answerChangesOf(gate.generated, gate.document);
  return (
    <Section heading={t("review.answer.yourEdit")}>
      <Facts
        rows={[
          { name: t("review.answer.added"), value: t("review.lines", { count: lines.added }) },
          { name: t("review.answer.removed"), value: t("review.lines", { count: lines.removed }) },
        ]}
      />
      <p className="xs">
        <LinkButton onClick={gate.revert}>{t("review.answer.revert")}</LinkButton>
      </p>
    </Section>
  );
}
