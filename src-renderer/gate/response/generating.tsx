// A request to a model while its response is generated: the stream, time and tokens, what was approved, and what a
// program has got of it already.
import { memo, useEffect } from "react";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { underWay } from "#shared/request/life/attempts.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useAttempts } from "../attempts/attempts.ts";
import { NotComplete, SideBySide } from "../attempts/SideBySide.tsx";
import { authorRow } from "./responseRows.tsx";
import { ApprovedFacts } from "./ApprovedFacts.tsx";
import { findModel } from "#request/models/findModel.ts";
import { useModelsFor } from "#request/models/ranking.ts";
import { QuestionBand } from "#request/document/QuestionBand.tsx";
import { send } from "#data/commands.ts";
import { NOT_SCANNED } from "#data/findings.ts";
import { useMirror } from "#data/mirror.ts";
import { updateCandidateView, useCandidateView, useSideBySide } from "#data/requests/candidates.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps, Sentence } from "../gate.ts";
import { useReview } from "../useReview.ts";

/** Memoized, so that it does not render again while gate 2 renders in the background. */
export const GeneratingGate = memo(function GeneratingGate(props: GateProps) {
  const { sample } = props;
  const { attemptId } = useCandidateView(sample.id);
  // Which attempt was selected before these began no longer matters.
  useEffect(() => updateCandidateView(sample.id, { attemptId: null }), [sample.id]);
  const { length } = sample.attempts;
  useEffect(() => updateCandidateView(sample.id, { seenCount: length }), [sample.id, length]);
  const attempt = sample.attempts.find(({ id }) => id === attemptId) ?? underWay(sample)[0];
  return attempt === undefined ? null : <Coming {...props} attempt={attempt} />;
});

const Coming = gateOf(function useGenerating(props: GateProps & { attempt: Attempt }): Gate {
  const { sample, asked, attempt } = props;
  const t = useT();
  const models = useModelsFor(sample);
  const sideBySide = useSideBySide(sample.id) && sample.attempts.length > 1;
  const sent = useMirror(({ streams }) => streams[attempt.id]?.sent);
  const parts = { of: `${sample.id} generating`, document: asked, found: NOT_SCANNED };
  const review = useReview(props, { ...parts, guard: "generating" });
  const { deciding } = review;
  const attempts = useAttempts(sample, attempt, sample.askedHash, deciding);
  const { name } = findModel(models, attempt.model);
  return {
    review,
    steps: { at: "generating" },
    views: [],
    instead: sideBySide
      ? { scrolls: false, render: () => <SideBySide sample={sample} current={attempt.id} /> }
      : {
          render: () => (
            <NotComplete key={attempt.id} sample={sample} attempt={attempt} model={name} />
          ),
        },
    question: <QuestionBand sample={sample} asked={asked} attempt={attempt} />,
    attempts,
    findings: { what: "", pending: true },
    rows: [
      {
        ...authorRow(t, {
          attempt,
          document: undefined,
          models,
          children: <ApprovedFacts attempt={attempt} />,
        }),
        brief: name,
      },
    ],
    decide: {
      label: t("review.approveReply"),
      approve: null,
      sends: sendsOf(t, sample.asker.name, sent),
      news: "",
      reject: {
        kind: "stop",
        hint: t("review.generating.stopHint"),
        run: () => void send("desk.stop", sample.id, attempt.id),
      },
      rule: null,
    },
  };
});

/** @param sent characters that the program has by now; absent: none */
const sendsOf = (t: T, server: string, sent: number | undefined): Sentence =>
  sent === undefined
    ? {
        first: t("review.generating.nothingGoes", { server }),
        second: t("review.generating.until"),
      }
    : {
        first: t("review.generating.sent", { server, count: sent }),
        second: t("review.generating.asItComes"),
      };
