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
  const { request } = props;
  const { attemptId } = useCandidateView(request.id);
  // Which attempt was selected before these began no longer matters.
  useEffect(() => updateCandidateView(request.id, { attemptId: null }), [request.id]);
  const { length } = request.attempts;
  useEffect(() => updateCandidateView(request.id, { seenCount: length }), [request.id, length]);
  const attempt = request.attempts.find(({ id }) => id === attemptId) ?? underWay(request)[0];
  return attempt === undefined ? null : <Coming {...props} attempt={attempt} />;
});

const Coming = gateOf(function useGenerating(props: GateProps & { attempt: Attempt }): Gate {
  const { request, asked, attempt } = props;
  const t = useT();
  const models = useModelsFor(request);
  const sideBySide = useSideBySide(request.id) && request.attempts.length > 1;
  const sent = useMirror(({ streams }) => streams[attempt.id]?.sent);
  const parts = { of: `${request.id} generating`, document: asked, found: NOT_SCANNED };
  const review = useReview(props, { ...parts, guard: "generating" });
  const { deciding } = review;
  const attempts = useAttempts(request, attempt, request.askedHash, deciding);
  const { name } = findModel(models, attempt.model);
  return {
    review,
    steps: { at: "generating" },
    views: [],
    instead: sideBySide
      ? { scrolls: false, render: () => <SideBySide request={request} current={attempt.id} /> }
      : {
          render: () => (
            <NotComplete key={attempt.id} request={request} attempt={attempt} model={name} />
          ),
        },
    question: <QuestionBand request={request} asked={asked} attempt={attempt} />,
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
      sends: sendsOf(t, request.requester.name, sent),
      news: "",
      reject: {
        kind: "stop",
        hint: t("review.generating.stopHint"),
        run: () => void send("desk.stop", request.id, attempt.id),
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
