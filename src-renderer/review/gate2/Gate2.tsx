// Gate 2: review, edit and approve the response, with exactly what the server will get.
import { memo, useMemo, useState } from "react";
import { useT } from "../../i18n/index.ts";
import { eventsFor, messageFor } from "../../../src-shared/sampling/checks/wire.ts";
import { useActions } from "../../state/actions.ts";
import { useSideBySide } from "../../state/requests/candidates.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { Actions } from "../gates/Actions.tsx";
import type { Other } from "../gates/Actions.tsx";
import { useAttempts } from "../attempts/useAttempts.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { answerEdited, answerSends, approveLabel, madeBy } from "./answerWords.tsx";
import { useApproveLabel } from "../../state/team.ts";
import { findModel } from "../models/findModel.ts";
import { Frame } from "../gates/Frame.tsx";
import type { GateProps } from "../gates/gateProps.ts";
import { useHandFocus, useShownAttempt } from "./gate2Hooks.ts";
import { allDetailsFor, gateActions } from "../gates/gateActions.ts";
import { createRuleFor } from "../rules/createRuleFor.ts";
import { Gate2Above } from "./Gate2Above.tsx";
import { reviewFirst } from "../findings/reviewFirst.tsx";
import { rejectOf } from "../gates/rejectOf.ts";
import { Gate2Paper } from "./Gate2Paper.tsx";
import { Gate2Side } from "./Gate2Side.tsx";
import { GateContexts } from "../blocks/onPaper.tsx";
import { QuestionBand } from "../question/QuestionBand.tsx";
import { ReceivedMessage } from "./ReceivedMessage.tsx";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useAnswerDecisions } from "./useAnswerDecisions.ts";
import type { AnswerDecisions } from "./useAnswerDecisions.ts";
import { useAnswerReview } from "./useAnswerReview.ts";
import type { AnswerReview, AttemptGateProps } from "./useAnswerReview.ts";
import { isAnswered } from "./useGate2.ts";

/** Selects the attempt to show; see `shownAttempt`. */
export function Gate2(props: GateProps) {
  const { sample } = props;
  const answered = sample.attempts.filter(isAnswered);
  const fallback = answered.at(-1);
  const current = useShownAttempt(sample);
  if (current === undefined || fallback === undefined) return null;
  return (
    <AttemptGate
      {...props}
      key={isAnswered(current) ? current.id : `${current.id} running`}
      current={current}
      fallback={fallback}
    />
  );
}

/** Memoized: recording which attempt was shown updates the parent once right after the gate opens. */
const AttemptGate = memo(function AttemptGate(props: AttemptGateProps) {
  const { sample, asked, view, narrow, panelOpen, onPanel, current } = props;
  const t = useT();
  const [rejecting, setRejecting] = useState(false);
  const review = useAnswerReview(props);
  const { attempt, gate, isThere, flags, change, found, serious, written } = review;
  const decisions = useAnswerDecisions(sample, current, review);
  const { again, deciding } = decisions;
  const { hash } = decisions;
  const attempts = useAttempts({ sample, current, hash, deciding, narrow });
  const doing = { review, decisions, rejecting, onRejecting: setRejecting };
  useGate2Keys(props, doing);
  useHandFocus(attempt, review.shared.places);
  const sideBySide = useSideBySide(sample.id) && sample.attempts.length > 1;
  const showsAnswer = isThere && !sideBySide;
  return (
    <GateContexts places={review.shared} paper={review.paper}>
      <Frame
        band={<IdentityBand sample={sample} />}
        tools={
          <ToolBar
            step="response"
            view={showsAnswer ? view : null}
            onView={review.toView}
            edited={
              showsAnswer && gate.edited && attempt.model !== null
                ? answerEdited(t, gate.generated, gate.document)
                : null
            }
            onRevert={gate.revert}
          />
        }
        question={<QuestionBand sample={sample} asked={asked} attempt={current} />}
        above={
          <>
            <Above {...props} {...doing} shown={showsAnswer} />
            {attempts.bar}
          </>
        }
        below={isThere && <WillReceive {...{ sample, asked, review }} />}
        side={
          <Gate2Side
            {...{ sample, asked, current, attempt, gate, again, flags, change, found, serious }}
            settled={review.settled}
            unwritten={review.unwritten}
            onJump={review.jump}
          />
        }
        brief={
          <SideSummary
            found={review.unwritten ? null : { looked: found, flags: flags.length }}
            facts={[findModel(again.models, current.model).name || t("review.attempts.byHand")]}
            open={panelOpen}
            onOpen={() => onPanel(!panelOpen)}
          />
        }
        actions={<Gate2Actions {...doing} sample={sample} more={attempts.more} narrow={narrow} />}
        {...{ panelOpen, narrow, serious }}
        scrolls={!sideBySide && !(showsAnswer && view === "json")}
      >
        <Gate2Paper
          {...{ sample, asked, current, gate, written, change, view, sideBySide }}
          calls={review.calls}
        />
      </Frame>
    </GateContexts>
  );
});

function Gate2Actions({
  sample,
  review: { attempt, gate, serious },
  decisions,
  rejecting,
  onRejecting,
  more,
  narrow,
}: Doing & { sample: Sample; more: readonly Other[]; narrow: boolean }) {
  const t = useT();
  const { deciding, off, others } = decisions;
  const label = useApproveLabel(sample.id, t(approveLabel(sample)));
  return (
    <Actions
      {...reviewFirst(t, serious, {
        primary: { label, disabled: off !== null, run: decisions.approve },
        sends: answerSends(t, sample, gate.document, gate.edited, attempt),
        off,
      })}
      others={others}
      more={[createRuleFor(t, sample.id, "response"), ...more, allDetailsFor(t)]}
      reject={rejectOf(t, sample, decisions.hash, deciding)}
      stop={null}
      guardOn={deciding.guardOn && !deciding.busy}
      rejecting={rejecting}
      onRejecting={onRejecting}
      narrow={narrow}
    />
  );
}

interface Doing {
  review: AnswerReview;
  decisions: AnswerDecisions;
  rejecting: boolean;
  onRejecting: (open: boolean) => void;
}

function useGate2Keys(props: AttemptGateProps, doing: Doing): void {
  const { sample, narrow, panelOpen, onPanel, current } = props;
  const { review, decisions, rejecting, onRejecting } = doing;
  const t = useT();
  const { gate, shared, serious, toView } = review;
  const { off, approve, again, others } = decisions;
  const othersNow = others.map(({ id, disabled }) => `${id} ${disabled === true}`).join();
  const label = useApproveLabel(sample.id, t(approveLabel(sample)));
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: {
          label,
          disabled: off !== null || rejecting,
          run: approve,
        },
        serious: rejecting ? null : serious,
        reject: off?.all === true ? null : { run: () => onRejecting(true) },
        onView: toView,
        edit: () => {
          toView("blocks");
          requestAnimationFrame(() => shared.places.focusFirst());
        },
        rows: ["findings", "model", "cost", "stop-reason"],
        panel: narrow ? () => onPanel(!panelOpen) : null,
        extra: [...others, createRuleFor(t, sample.id, "response")].map(
          ({ id, label, keys, disabled, run }) => ({
            ...{ id, group: "request" as const, label, keys, disabled, run },
            decides: id === "again" || id === "back",
          }),
        ),
      }),
    // The callbacks close over what is shown, so they are rebuilt with it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      t,
      off,
      rejecting,
      gate.document,
      again.model,
      narrow,
      panelOpen,
      othersNow,
      current.id,
      serious,
    ],
  );
  useActions("gate", actions);
}

function Above({
  sample,
  view,
  review,
  decisions: { deciding },
  shown,
}: AttemptGateProps & Doing & { shown: boolean }) {
  const { attempt, gate, flags, change } = review;
  return (
    <Gate2Above
      {...{ sample, gate, deciding, attempt, flags, view, change, shown }}
      onView={review.toView}
      medium={review.medium}
      written={review.written !== null}
      onWritten={review.setWritten}
    />
  );
}

function WillReceive({
  sample,
  asked,
  review: { attempt, gate, unwritten },
}: Pick<GateProps, "sample" | "asked"> & { review: AnswerReview }) {
  const { document, edited } = gate;
  const message = useMemo(
    () => messageFor({ ...sample, proposed: asked }, document),
    [sample, asked, document],
  );
  const events = useMemo(() => eventsFor(sample, document), [sample, document]);
  const made = unwritten ? null : madeBy(attempt, edited);
  return message && <ReceivedMessage {...{ message, events, made }} how={sample.reply.kind} />;
}
