// Generating: the stream, time and tokens, what was approved, and what a program has got of it already.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { memo, useCallback, useEffect, useMemo } from "react";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { useModelsFor } from "../models/ranking.ts";
import { findModel } from "../models/findModel.ts";
import type { ModelsView } from "../../../src-shared/models/model.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { underWay } from "../../../src-shared/sampling/life/attempts.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useActions } from "../../state/actions.ts";
import {
  updateCandidateView,
  useCandidateView,
  useSideBySide,
} from "../../state/requests/candidates.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { actorWords } from "../../components/requests/attemptAuthor.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { FactList, Section } from "../../ui/layout/Section.tsx";
import { decimal, timeOfDay } from "../../ui/text/time.ts";
import { Actions } from "../gates/Actions.tsx";
import { StreamingResponse } from "./StreamingResponse.tsx";
import { useAttempts } from "../attempts/useAttempts.tsx";
import { AuthorRow } from "./AnswerRows.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { Frame } from "../gates/Frame.tsx";
import { redactedWords } from "../gate1/RedactionBar.tsx";
import { NOT_SCANNED } from "../../state/findings.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { AttemptPlaceholder, SideBySide } from "../candidates/SideBySide.tsx";
import { QuestionBand } from "../question/QuestionBand.tsx";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useDecision } from "../gates/useDecision.ts";

interface Props {
  sample: Sample;
  asked: RequestDocument;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}

/** Memoized, so that it does not render again while gate 2 renders in the background. */
export const Generating = memo(function Generating(props: Props) {
  const { sample } = props;
  const { attemptId } = useCandidateView(sample.id);
  // Forget which attempt was selected before these began.
  useEffect(() => updateCandidateView(sample.id, { attemptId: null }), [sample.id]);
  const { length } = sample.attempts;
  useEffect(() => updateCandidateView(sample.id, { seenCount: length }), [sample.id, length]);
  const attempt = sample.attempts.find(({ id }) => id === attemptId) ?? underWay(sample)[0];
  return attempt === undefined ? null : <Shown {...props} attempt={attempt} />;
});

function Shown({
  sample,
  attempt,
  asked,
  narrow,
  panelOpen,
  onPanel,
}: Props & { attempt: Attempt }) {
  const t = useT();
  const models = useModelsFor(sample);
  const deciding = useDecision(sample, "generating");
  const sideBySide = useSideBySide(sample.id) && sample.attempts.length > 1;
  const found = findModel(models, attempt.model);
  const stop = useStop(sample.id, attempt.id);
  const sent = useMirror(({ streams }) => streams[attempt.id]?.sent);
  const hash = sample.askedHash;
  const attempts = useAttempts({ sample, current: attempt, hash, deciding, narrow });
  return (
    <Frame
      band={<IdentityBand sample={sample} />}
      tools={<ToolBar step="generating" view={null} onView={() => undefined} edited={null} />}
      question={<QuestionBand sample={sample} asked={asked} attempt={attempt} />}
      side={<GeneratingSide attempt={attempt} models={models} />}
      above={attempts.bar}
      brief={
        <SideSummary
          found={null}
          facts={[found.name]}
          open={panelOpen}
          onOpen={() => onPanel(!panelOpen)}
        />
      }
      actions={
        <Actions
          primary={{ label: t("review.approveReply"), disabled: true, run: () => undefined }}
          sends={generatingSends(t, sample.asker.name, sent)}
          off={null}
          others={[]}
          more={attempts.more}
          reject={null}
          stop={{ run: stop, hint: t("review.generating.stopHint") }}
          guardOn={false}
          rejecting={false}
          onRejecting={() => undefined}
          narrow={narrow}
        />
      }
      panelOpen={panelOpen}
      narrow={narrow}
      scrolls={!sideBySide}
    >
      {sideBySide ? (
        <SideBySide sample={sample} current={attempt.id} />
      ) : (
        <Coming key={attempt.id} sample={sample} attempt={attempt} />
      )}
    </Frame>
  );
}

/** @param sent characters that the program has by now; absent: none */
const generatingSends = (t: T, server: string, sent: number | undefined) =>
  sent === undefined
    ? {
        first: t("review.generating.nothingGoes", { server }),
        second: t("review.generating.until"),
      }
    : {
        first: t("review.generating.sent", { server, count: sent }),
        second: t("review.generating.asItComes"),
      };

/** Stops the attempt; also registers the shortcut for it. */
function useStop(sampleId: string, attemptId: string): () => void {
  const t = useT();
  const stop = useCallback(
    () => void send("desk.stop", sampleId, attemptId),
    [sampleId, attemptId],
  );
  const actions = useMemo(
    () => [
      {
        id: "stop",
        group: "request" as const,
        label: t("review.stop"),
        keys: KEYS.stop,
        whileTyping: true,
        run: stop,
      },
    ],
    [t, stop],
  );
  useActions("gate", actions);
  return stop;
}

function GeneratingSide({ attempt, models }: { attempt: Attempt; models: ModelsView }) {
  return (
    <>
      <FindingsPanel looked={NOT_SCANNED} what="" onJump={() => undefined} pending />
      <AuthorRow attempt={attempt} document={undefined} models={models}>
        <ApprovedFacts attempt={attempt} />
      </AuthorRow>
    </>
  );
}

function Coming({ sample, attempt }: { sample: Sample; attempt: Attempt }) {
  const models = useMirror((state) => state.models);
  return (
    <>
      {attempt.state.kind === "running" ? (
        <StreamingResponse attempt={attempt} model={findModel(models, attempt.model).name} />
      ) : (
        <AttemptPlaceholder sample={sample} of={attempt} />
      )}
      {attempt.state.kind === "failed" && <FailureBar failure={attempt.state.failure} quiet />}
    </>
  );
}

/** The approval: by whom and when, document hash, limits. */
export function ApprovedFacts({ attempt }: { attempt: Attempt }) {
  const t = useT();
  const { document, documentHash } = attempt;
  return (
    <Section heading={t("review.approved.title")} last>
      <FactList
        rows={[
          {
            name: t("review.approved.by"),
            value: t("review.approved.who", {
              who: actorWords(t, attempt.by),
              time: timeOfDay(attempt.startedAtMs),
            }),
          },
          {
            name: "SHA-256",
            value: (
              <span className="wire" title={documentHash}>
                {`${documentHash.slice(0, 4)} ${documentHash.slice(4, 8)}`}
              </span>
            ),
          },
          attempt.redacted !== undefined && {
            name: t("redaction.fact"),
            value: redactedWords(t, attempt.redacted),
          },
          document.maxTokens !== undefined && {
            name: t("review.parameters.maxTokens"),
            value: decimal(document.maxTokens),
          },
          document.temperature !== undefined && {
            name: t("review.parameters.temperature"),
            value: String(document.temperature),
          },
        ]}
      />
    </Section>
  );
}
