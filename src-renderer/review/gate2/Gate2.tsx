// Gate 2: the answer as generated, edited, and exactly what the server will receive.
import { memo, useDeferredValue, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/index.ts";
import { messageFor } from "../../../src-shared/sampling/checks/wire.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import { useActions } from "../../state/actions.ts";
import { look, useSideBySide } from "../../state/requests/candidates.ts";
import { findingsIn, useFindings } from "../../state/findings.ts";
import type { GateView } from "../../state/view.ts";
import { Actions } from "../gates/Actions.tsx";
import { AttemptBar } from "./AttemptBar.tsx";
import { Band } from "../gates/Band.tsx";
import { Brief } from "../gates/Brief.tsx";
import { answerOff } from "../gates/offReasons.tsx";
import { answerEdited, answerSends, approveLabel } from "./answerWords.tsx";
import { marksIn, markSpans, spansOf, useFindingKeys } from "../findings/findingActions.ts";
import { findModel } from "../models/findModel.ts";
import { Frame } from "../gates/Frame.tsx";
import type { GateProps } from "../gates/gateProps.ts";
import { useAnswerFlags } from "./answerFlags.ts";
import {
  beginRefining,
  useAgain,
  useAgainArm,
  useHandFocus,
  useShownAttempt,
} from "./gate2Hooks.ts";
import { lateLooks } from "../gate1/gate1Guard.ts";
import { gateActions } from "../gates/gateActions.ts";
import { Gate2Above } from "./Gate2Above.tsx";
import { rejectOf } from "../gates/rejectOf.ts";
import { Gate2Paper } from "./Gate2Paper.tsx";
import { Gate2Side } from "./Gate2Side.tsx";
import { GateContexts, usePaper } from "../blocks/onPaper.tsx";
import { Places } from "../blocks/places.ts";
import { Receives } from "./Receives.tsx";
import { Refine } from "./Refine.tsx";
import { ToolBar } from "../gates/ToolBar.tsx";
import { useDecision } from "../gates/useDecision.ts";
import { callFlags, useCallChecks } from "./useCallChecks.ts";
import { useGate2Others } from "./useGate2Others.ts";
import { isAnswered, useGate2 } from "./useGate2.ts";
import type { Answered } from "./useGate2.ts";

/** Chooses the attempt; an attempt that the person started is shown, one that just arrives is not forced. */
export function Gate2(props: GateProps) {
  const { sample } = props;
  const answered = sample.attempts.filter(isAnswered);
  const fallback = answered.at(-1);
  const { current, refining } = useShownAttempt(sample);
  const refined = answered.find(({ id }) => id === refining?.attemptId);
  if (current === undefined || fallback === undefined) return null;
  if (refining !== null && refined !== undefined) {
    return <Refine {...props} attempt={refined} refining={refining} />;
  }
  return (
    <AttemptGate
      {...props}
      key={isAnswered(current) ? current.id : `${current.id} running`}
      current={current}
      fallback={fallback}
    />
  );
}

interface AttemptGateProps extends GateProps {
  current: Attempt;
  /** An attempt with an answer: what decisions refer to while the current one has none. */
  fallback: Answered;
}

/** Not drawn again where only what was looked at last is written down, as it is once the gate has opened. */
const AttemptGate = memo(function AttemptGate(props: AttemptGateProps) {
  const { sample, asked, view, onView, narrow, panelOpen, onPanel, current, fallback } = props;
  const t = useT();
  const attempt = isAnswered(current) ? current : fallback;
  const gate = useGate2(sample, attempt);
  const deciding = useDecision(
    sample,
    `gate 2 ${current.id} ${current.state.kind}${lateLooks(sample, "response")}`,
  );
  const [rejecting, setRejecting] = useState(false);
  const places = useRef(new Places()).current;
  const { document } = gate;
  const looked = useDeferredValue(document);
  const isThere = isAnswered(current);
  const found = useFindings(sample.id, "response", isThere ? looked : null);
  const { findings } = found;
  const settled = findingsIn(gate.generated).length - findingsIn(looked).length;
  const [showsWritten, setWritten] = useState(false);
  const written = showsWritten && isThere ? (attempt.state.written ?? null) : null;
  const calls = useCallChecks(document, asked);
  const byRules = useAnswerFlags(sample, asked, document, attempt.model === null || gate.edited);
  const flags = useMemo(
    () => [...byRules, ...callFlags(calls, attempt)],
    [byRules, calls, attempt],
  );
  const change = gate.typed === undefined ? gate.change : undefined;
  const [failure, setFailure] = useState<Failure | null>(null);
  const paper = usePaper({
    sampleId: sample.id,
    document,
    // What is said of a tool call stands below it already.
    flags: useMemo(() => byRules.filter(({ code }) => code !== "tool-undeclared"), [byRules]),
    media: sample.media,
    change,
    failed: setFailure,
  });
  const shared = useMemo(
    () => ({
      places,
      spans:
        written === null ? spansOf(t, findings) : markSpans(written, marksIn(attempt.document)),
    }),
    [t, places, findings, written, attempt.document],
  );
  const again = useAgain(sample, current);
  const againArm = useAgainArm(sample, current, again.guard);
  const errors = flags.filter((flag) => flag.severity === "error");
  const hash = attempt.state.generatedHash;
  const off = answerOff(
    t,
    deciding,
    { count: errors.length, first: errors[0]?.code, broken: gate.broken },
    current,
  );
  const sideBySide = useSideBySide(sample.id) && sample.attempts.length > 1;
  const toView = (to: GateView): void => {
    look(sample.id, { sideBySide: false });
    onView(to);
  };
  const refine = (): void => beginRefining(sample.id, attempt, document, again.model);
  const message = useMemo(
    () => messageFor({ ...sample, proposed: asked }, document),
    [sample, asked, document],
  );

  const jump = (place: Finding | Flag): void => {
    const inPanel = place.path[0] === "stopReason";
    setWritten(false);
    if (narrow) onPanel(inPanel);
    if (!inPanel) toView("blocks");
    const span =
      "offset" in place ? { start: place.offset, end: place.offset + place.length } : undefined;
    requestAnimationFrame(() => places.jump(place.path, span));
  };
  useFindingKeys(findings, jump);

  const approve = (): void => {
    if (off === null) {
      deciding.run(hash, { kind: "approve-response", attemptId: attempt.id, document });
    }
  };
  const others = useGate2Others(sample, current, hash, { deciding, again, againArm });
  const othersNow = others.map(({ id, disabled }) => `${id} ${disabled === true}`).join();
  const actions = useMemo(
    () =>
      gateActions(t, {
        approve: {
          label: t(approveLabel(sample)),
          disabled: off !== null || rejecting,
          run: approve,
        },
        reject: { run: () => setRejecting(true) },
        onView: toView,
        edit: () => {
          toView("blocks");
          requestAnimationFrame(() => places.focusFirst());
        },
        panel: narrow ? () => onPanel(!panelOpen) : null,
        extra: others.map(({ id, label, keys, disabled, run }) => ({
          ...{ id, group: "request" as const, label, keys, disabled, run },
        })),
      }),
    // The callbacks close over what is shown: they must be as new as it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, off, rejecting, document, again.model, narrow, panelOpen, othersNow, current.id],
  );
  useActions("gate", actions);
  useHandFocus(attempt, places);

  const showsAnswer = isThere && !sideBySide;
  const frame = (
    <Frame
      band={<Band sample={sample} />}
      tools={
        <ToolBar
          step="response"
          view={showsAnswer ? view : null}
          onView={toView}
          edited={
            showsAnswer && gate.edited && attempt.model !== null
              ? answerEdited(t, gate.generated, document)
              : null
          }
          onRevert={gate.revert}
        />
      }
      above={
        <>
          <Gate2Above
            {...{ sample, gate, deciding, attempt, flags, view, onView, change }}
            shown={showsAnswer}
            medium={{ failure, clear: () => setFailure(null) }}
            written={written !== null}
            onWritten={setWritten}
          />
          <AttemptBar
            sample={sample}
            asked={asked}
            current={current}
            hash={hash}
            deciding={deciding}
            narrow={narrow}
            onRefine={isThere && !gate.broken ? refine : undefined}
          />
        </>
      }
      below={isThere && message !== null && <Receives message={message} how={sample.reply.kind} />}
      side={
        <Gate2Side
          {...{ sample, asked, current, attempt, gate, again, flags, change, found }}
          settled={Math.max(0, settled)}
          onJump={jump}
        />
      }
      brief={
        <Brief
          found={{ looked: found, flags: flags.length }}
          facts={[findModel(again.models, current.model).name || t("review.attempts.byHand")]}
          open={panelOpen}
          onOpen={() => onPanel(!panelOpen)}
        />
      }
      actions={
        <Actions
          primary={{ label: t(approveLabel(sample)), disabled: off !== null, run: approve }}
          sends={answerSends(t, sample, document, gate.edited, attempt)}
          off={off}
          others={others}
          reject={rejectOf(t, sample, hash, deciding)}
          stop={null}
          armed={deciding.armed && !deciding.busy}
          rejecting={rejecting}
          onRejecting={setRejecting}
          narrow={narrow}
        />
      }
      panelOpen={panelOpen}
      narrow={narrow}
      scrolls={!sideBySide && !(showsAnswer && view === "json")}
    >
      <Gate2Paper
        sample={sample}
        asked={asked}
        current={current}
        gate={gate}
        written={written}
        change={change}
        view={view}
        sideBySide={sideBySide}
        calls={calls}
      />
    </Frame>
  );
  return (
    <GateContexts places={shared} paper={paper}>
      {frame}
    </GateContexts>
  );
});
