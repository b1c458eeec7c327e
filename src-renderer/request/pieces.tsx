// Read-only views of an ended request for other rooms.
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { useMoney } from "#data/money.ts";
import type { RequestDocument, ResponseDocument } from "#shared/sampling/document/message.ts";
import type { Attempt, Sample } from "#shared/sampling/life/sample.ts";
import { FactList } from "#kit/layout/Section.tsx";
import { timeOfDay, elapsed } from "#kit/text/time.ts";
import { Answer } from "./response/Answer.tsx";
import { attemptName, attemptWords, variantOf } from "./attempts/attemptWords.ts";
import { usageWords } from "./attempts/AttemptTabs.tsx";
import { IncompleteBar } from "./response/IncompleteBar.tsx";
import { costFacts, usageMore } from "./models/costFacts.ts";
import { answerParts, DiffView, requestParts } from "./document/DiffView.tsx";
import { findModel } from "./models/findModel.ts";
import { Outcome } from "./ended/Outcome.tsx";
import { Reasoning } from "./response/Reasoning.tsx";
import { redactedWords } from "./redaction/RedactionBar.tsx";
import { ReadRequest } from "./document/ReadRequest.tsx";
import { isAnswered } from "./response/useGate2.ts";
import s from "./ended/Ended.module.css";

/** Above a response: why it broke off, and the model's reasoning. */
function Thought({ attempt }: { attempt: Attempt }) {
  if (!isAnswered(attempt)) return null;
  return (
    <>
      <IncompleteBar failure={attempt.state.brokenOff} />
      <Reasoning attempt={attempt} />
    </>
  );
}

interface DiffProps<D> {
  from: D;
  to: D;
  legend: string;
  identity: string;
  sideBySide: boolean;
}

function RequestDiff({ from, to, ...rest }: DiffProps<RequestDocument>) {
  const t = useT();
  return <DiffView {...rest} parts={requestParts(t, from, to)} />;
}

function AnswerDiff({ from, to, ...rest }: DiffProps<ResponseDocument>) {
  const t = useT();
  return <DiffView {...rest} parts={answerParts(t, from, to)} />;
}

/** All attempts with duration and cost. */
function Attempts({ sample }: { sample: Sample }) {
  const t = useT();
  return sample.attempts.map((attempt) => (
    <section key={attempt.id} className={s.attempt}>
      <h3>
        {attemptName(t, sample.attempts, attempt)}{" "}
        <span className="ink3">
          {timeOfDay(attempt.startedAtMs)} · {attemptWords(t, attempt, sample.attempts)}
          {variantOf(t, sample, attempt) !== "" && ` · ${variantOf(t, sample, attempt)}`}
        </span>
      </h3>
      <AttemptFacts attempt={attempt} />
    </section>
  ));
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  const t = useT();
  const money = useMoney();
  const models = useMirror((state) => state.models);
  const { state, model } = attempt;
  if (model === null) return null;
  return (
    <FactList
      rows={[
        { name: t("common.model"), value: findModel(models, model).name },
        attempt.redacted !== undefined && {
          name: t("redaction.fact"),
          value: redactedWords(t, attempt.redacted),
        },
        "usage" in state && {
          name: t("common.tokensTitle"),
          value: (
            <>
              {usageWords(t, state.usage, attempt.document.maxTokens)}{" "}
              <span className="ink3">{usageMore(t, state)}</span>
            </>
          ),
        },
        ...(state.kind === "done" || state.kind === "stopped"
          ? costFacts(t, money, state, [attempt])
          : []),
        "tookMs" in state && { name: t("common.duration"), value: elapsed(t, state.tookMs) },
      ]}
    />
  );
}

export const reviewPieces = {
  Request: ReadRequest,
  Answer,
  Thought,
  RequestDiff,
  AnswerDiff,
  Outcome,
  Attempts,
};
