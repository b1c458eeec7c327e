// Gate 2 of a request to a model: review, edit and approve the response, with exactly what the server will get.
import { sameModel } from "#shared/models/model.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { writtenWords } from "#request/attemptAuthor.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { AttemptList } from "#request/attempts/AttemptList.tsx";
import { useAttempts } from "../attempts/attempts.ts";
import { ResponseDiff } from "../attempts/ResponseDiff.tsx";
import { NotComplete, SideBySide } from "../attempts/SideBySide.tsx";
import { ContextIncluded } from "#request/ended/ContextIncluded.tsx";
import { ReplayBar } from "#request/ended/ReplayBar.tsx";
import { withoutFound } from "#request/findings/findingActions.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { MediumFailure } from "../MediumFailure.tsx";
import { Answer } from "#request/response/Answer.tsx";
import { authorRow, stopReasonRow, useSpentRow } from "./responseRows.tsx";
import { responseEdited, responseSends, approveLabel, madeBy } from "./responseWords.tsx";
import { ApprovedFacts } from "./ApprovedFacts.tsx";
import { useAgain, useAgainGuard, useHandFocus, useShownAttempt } from "./gate2Hooks.ts";
import { IncompleteBar } from "#request/response/IncompleteBar.tsx";
import { Reasoning } from "#request/response/Reasoning.tsx";
import { ReceivedMessage } from "./ReceivedMessage.tsx";
import { RestoredBar } from "./RestoredBar.tsx";
import { SingleBlockBar } from "./SingleBlockBar.tsx";
import { useResponseReview } from "./useResponseReview.ts";
import type { ResponseReview, AttemptGateProps } from "./useResponseReview.ts";
import { CallProgramContext } from "#request/response/CallHold.tsx";
import { CallFactsContext } from "#request/response/useCallChecks.ts";
import { isAnswered } from "#request/response/useGate2.ts";
import { attemptFault, faultOf } from "#request/disabledReasons.tsx";
import { StreamedBar } from "../frame/StreamedBar.tsx";
import { HeldJson } from "#request/json/HeldJson.tsx";
import { JsonPaper } from "#request/json/JsonPaper.tsx";
import { providerWarnings } from "../models/ModelNotes.tsx";
import { findModel } from "#request/models/findModel.ts";
import { ModelChoice } from "../models/ModelPicker.tsx";
import { QuestionBand } from "#request/document/QuestionBand.tsx";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useSideBySide } from "#data/requests/candidates.ts";
import { openSettings } from "#data/view.ts";
import { Section } from "#kit/layout/Section.tsx";
import { toldBy } from "../frame/decision.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps, Other, View } from "../gate.ts";

/** Selects the attempt to show; see `shownAttempt`. */
export function ResponseGate(props: GateProps) {
  const { request } = props;
  const answered = request.attempts.filter(isAnswered);
  const fallback = answered.at(-1);
  const current = useShownAttempt(request);
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

const AttemptGate = gateOf(function useResponse(props: AttemptGateProps): Gate {
  const { request, asked, view, current } = props;
  const t = useT();
  const response = useResponseReview(props);
  const { attempt, gate, isThere, flags, change, unwritten, written, toView, review } = response;
  const { deciding, serious, shared } = review;
  const { document } = gate;
  const again = useAgain(request, current);
  const program = useMirror(({ programs }) => programs[request.requester.serverId] ?? null);
  const hash = attempt.state.generatedHash;
  const attempts = useAttempts(request, current, hash, deciding);
  const spent = useSpentRow(request, attempt);
  const others = useOthers(props, hash, deciding, again);
  useHandFocus(attempt, shared.places);
  const sideBySide = useSideBySide(request.id) && request.attempts.length > 1;
  const isShown = isThere && !sideBySide;
  const errors = flags.filter(({ severity }) => severity === "error");
  const name = findModel(again.models, current.model).name || t("review.receives.byHand");
  return {
    review,
    steps: { at: "response" },
    edited:
      isShown && gate.edited && attempt.model !== null
        ? { words: responseEdited(t, gate.generated, document), onRevert: gate.revert }
        : null,
    views: viewsOf(t, props, response, again.models, program),
    instead: isShown ? null : otherViewOf(props, again.models, sideBySide),
    onView: toView,
    question: <QuestionBand request={request} asked={asked} attempt={current} />,
    attempts,
    below: isThere && (
      <ReceivedMessage
        request={request}
        asked={asked}
        document={document}
        made={unwritten ? null : madeBy(attempt, gate.edited)}
      />
    ),
    paper: response.paper,
    findings: {
      settled: response.settled,
      flags,
      what: t("review.findings.answer"),
      pending: isThere ? unwritten && "writing" : true,
      onRemove: change && ((some) => change((now) => withoutFound(now, some))),
    },
    votes: {
      shown: document,
      ranked: again.ranked,
      onUse: change && ((proposed) => change(() => proposed as ResponseDocument)),
    },
    rows: [
      {
        ...authorRow(t, {
          attempt: current,
          document: isThere ? document : undefined,
          models: again.models,
          children: (
            <>
              <AttemptList request={request} />
              <ContextIncluded asked={request.proposed} document={current.document} />
              {isThere && providerWarnings(t, attempt.state.warnings ?? [])}
              <Section heading={t("review.model.again")}>
                <ModelChoice
                  heading={t("review.model.again")}
                  ranked={again.ranked}
                  chosen={again.model}
                  asked={asked.modelPreferences}
                  onChoose={again.choose}
                  onAddModel={() => openSettings("models")}
                />
              </Section>
              <ApprovedFacts attempt={current} />
            </>
          ),
        }),
        brief: name,
      },
      ...(isThere
        ? [
            spent,
            stopReasonRow(t, {
              attempt,
              document,
              generated: gate.generated,
              flags,
              onChange: change,
            }),
          ]
        : []),
    ],
    notes: (
      <>
        <ReplayBar request={request} />
        <StreamedBar request={request} shownId={attempt.id} />
        <MediumFailure failure={response.medium.failure} onClose={response.medium.clear} />
        {isShown && (
          <>
            <RestoredBar
              attempt={attempt}
              written={written !== null}
              onWritten={response.setWritten}
            />
            {flags.some(({ code }) => code === "answer-not-one-block") && (
              <SingleBlockBar document={document} onChange={change} />
            )}
            {gate.typed !== undefined && view !== "json" && (
              <HeldJson onOpen={() => toView("json")} onDiscard={gate.dropTyped} />
            )}
          </>
        )}
      </>
    ),
    decide: {
      label: t(approveLabel(request)),
      approve: () =>
        deciding.run(hash, {
          kind: "approve-response",
          attemptId: attempt.id,
          document,
          ...seenWord(serious),
        }),
      sends: responseSends(t, request, document, gate.edited, attempt),
      blockers: [
        attemptFault(t, current),
        unwritten
          ? {
              first: t("review.off.inYourWords", { server: request.requester.name }),
              second: t("review.off.write"),
              tone: "calm",
            }
          : null,
        faultOf(t, { count: errors.length, first: errors[0]?.code, broken: gate.broken }),
      ],
      news: t("review.off.newAnswer"),
      reject: { kind: "reject", hash, tells: toldBy(request) },
      others,
      rule: "response",
      ruleInMenu: true,
    },
    edit() {
      toView("blocks");
      requestAnimationFrame(() => shared.places.focusFirst());
    },
  };
});

/** A complete response as blocks, JSON or diff. */
function viewsOf(
  t: T,
  { request, asked }: AttemptGateProps,
  { attempt, gate, written, change, calls }: ResponseReview,
  models: Parameters<typeof findModel>[0],
  program: ProgramView | null,
): View[] {
  const incomplete = <IncompleteBar failure={attempt.state.brokenOff} />;
  const wrote = written && (
    <>
      {incomplete}
      <Answer document={written} requestId={request.id} media={request.media} />
    </>
  );
  const author =
    attempt.model === null ? writtenWords(t, attempt) : findModel(models, attempt.model).name;
  return [
    {
      id: "blocks",
      label: t("common.blocks"),
      render: () =>
        wrote ?? (
          <>
            {incomplete}
            <Reasoning attempt={attempt} />
            <CallFactsContext value={calls}>
              <CallProgramContext value={program}>
                <Answer
                  document={gate.document}
                  requestId={request.id}
                  media={request.media}
                  tools={asked.tools ?? []}
                  start={attempt.model === null ? "now" : "nextFrame"}
                  from={author}
                  onChange={change}
                  onBroken={gate.onBroken}
                />
              </CallProgramContext>
            </CallFactsContext>
          </>
        ),
    },
    {
      id: "json",
      label: t("common.json"),
      scrolls: false,
      render: () =>
        wrote ?? (
          <>
            {incomplete}
            <JsonPaper
              which="response"
              identity={attempt.id}
              document={gate.document}
              typed={gate.typed}
              onDocument={(next: ResponseDocument) => gate.change(() => next)}
              onTyped={gate.setTyped}
            />
          </>
        ),
    },
    {
      id: "diff",
      label: t("common.diff"),
      render: () =>
        wrote ?? (
          <>
            {incomplete}
            <ResponseDiff request={request} attempt={attempt} gate={gate} />
          </>
        ),
    },
  ];
}

/** Several responses side by side, or one that is not there yet. */
function otherViewOf(
  { request, current }: AttemptGateProps,
  models: Parameters<typeof findModel>[0],
  sideBySide: boolean,
): Gate["instead"] {
  if (sideBySide) {
    return {
      scrolls: false,
      render: () => <SideBySide request={request} current={current.id} />,
    };
  }
  const { name } = findModel(models, current.model);
  return { render: () => <NotComplete request={request} attempt={current} model={name} /> };
}

/** Generate again, back to the request, stop. */
function useOthers(
  { request, current }: AttemptGateProps,
  hash: string,
  deciding: Gate["review"]["deciding"],
  { models, model, guard }: ReturnType<typeof useAgain>,
): Other[] {
  const t = useT();
  const againGuard = useAgainGuard(request, current, guard);
  const canAct = deciding.guardOn && !deciding.busy && deciding.held === null;
  const comes = current.state.kind === "running" || current.state.kind === "waiting";
  const regenerate = (): void => {
    if (model === null) return;
    againGuard.run(() =>
      deciding.run(hash, {
        kind: "approve-request",
        document: current.document,
        model,
        ...(current.options === undefined ? {} : { options: current.options }),
        ...(current.seriousSeen === undefined ? {} : { seriousSeen: current.seriousSeen }),
        from: { attemptId: current.id, how: "again" },
      }),
    );
  };
  const isSame = current.model !== null && sameModel(model, current.model);
  const word = current.model === null ? "generate" : "regenerate";
  return [
    {
      id: "again",
      label:
        isSame || model === null
          ? t(`review.${word}`)
          : t(`review.${word}With`, { model: findModel(models, model).name }),
      keys: KEYS.regenerate,
      decides: true,
      disabled: !(canAct && againGuard.isOn && model !== null),
      run: regenerate,
    },
    {
      id: "back",
      label: t("review.backToRequest"),
      decides: true,
      disabled: !canAct,
      run: () => deciding.run(hash, { kind: "back-to-request" }),
    },
    ...(comes ? [stopOf(t, request, current)] : []),
  ];
}

const stopOf = (t: T, request: HeldRequest, attempt: Attempt): Other => ({
  id: "stop",
  label: t("common.stop"),
  run: () => void send("desk.stop", request.id, attempt.id),
});
