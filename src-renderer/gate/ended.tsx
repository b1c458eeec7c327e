// A request that has ended or whose approved response is ready to be sent: the outcome, what was asked, generated and
// sent.
import { Suspense, useMemo, useState } from "react";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { visibleStage } from "#shared/request/life/stage.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { RunAgain } from "#request/ended/Again.tsx";
import {
  AttemptSelect,
  generatedBy,
  GeneratedResponse,
  WholeDocument,
} from "#request/ended/documents.tsx";
import { EndedSide } from "#request/ended/EndedSide.tsx";
import { Outcome } from "#request/ended/Outcome.tsx";
import { streamedWords } from "#request/outcomeWords.ts";
import { sentEvents, sentMessage } from "#request/sentMessage.ts";
import { decided, useUnsentDraft } from "#request/ended/useUnsentDraft.ts";
import { isAnswered } from "#request/response/useGate2.ts";
import { answerParts, DiffView, requestParts } from "#request/json/DiffView.tsx";
import { QuestionBand } from "#request/document/QuestionBand.tsx";
import { createRuleFor } from "./rules/createRuleFor.ts";
import { JudgedBar } from "./rules/JudgedBar.tsx";
import { NEXT_PENDING, useAllActions } from "#data/actions.ts";
import { send, withdrawApproval } from "#data/commands.ts";
import { NOT_SCANNED } from "#data/findings.ts";
import { Button } from "#kit/controls/Button.tsx";
import { BackIcon, CloseIcon, SavedIcon } from "#kit/controls/icons.ts";
import { TabRow } from "#kit/controls/Tabs.tsx";
import { gateOf } from "./frame/Frame.tsx";
import type { Gate, Placed } from "./gate.ts";
import { kindGatesOf } from "./registry.ts";
import { kindSteps } from "./steps.ts";
import { useReview } from "./useReview.ts";
import s from "./Ended.module.css";

type Tab = "sent" | "draft" | "answer" | "asked" | "changes";

interface Props extends Placed {
  asked: RequestDocument | null;
}

export const EndedGate = gateOf(function useEnded(props: Props): Gate {
  const { request, asked } = props;
  const t = useT();
  const [chosen, setChosen] = useState<string | null>(null);
  const kind = kindGatesOf(request);
  const by = (id: string | null | undefined) => request.attempts.find((entry) => entry.id === id);
  const attempt = by(chosen) ?? by(decided(request)?.attemptId) ?? request.attempts.at(-1);
  const parts = { of: `${request.id} ended`, document: request, found: NOT_SCANNED };
  const review = useReview(props, { ...parts, guard: "ended" });
  const stage = visibleStage(request);
  return {
    review,
    led: kind?.Led && (
      <Suspense>
        <kind.Led request={request} />
      </Suspense>
    ),
    steps:
      kind === null
        ? { at: { gate: reached(request), stage } }
        : kindSteps(t, request, { gate: request.attempts.length === 0 ? 1 : 2, stage }),
    views: [],
    instead: {
      scrolls: false,
      render: () =>
        kind === null ? (
          <Documents request={request} asked={asked} attempt={attempt} onAttempt={setChosen} />
        ) : (
          <div className={s.body} data-scroller="">
            <Suspense>
              <kind.Ended request={request} />
            </Suspense>
          </div>
        ),
    },
    question: asked && <QuestionBand request={request} asked={asked} attempt={attempt} />,
    notes: (
      <>
        <Outcome request={request} />
        <JudgedBar request={request} gates={BOTH} />
      </>
    ),
    rows: [],
    side: <EndedSide request={request} attempt={attempt} />,
    decide: { foot: <Foot request={request} /> },
    // "Always…" by key, as at the gates.
    keys:
      request.proposed === null || kind !== null
        ? []
        : [{ ...createRuleFor(t, request.id, "request"), group: "request" }],
  };
});

/** Tabs: sent, draft, generated, asked, and the differences between them. */
function Documents({
  request,
  asked,
  attempt,
  onAttempt,
}: {
  request: HeldRequest;
  asked: RequestDocument | null;
  attempt: Attempt | undefined;
  onAttempt: (id: string) => void;
}) {
  const t = useT();
  const [tab, setTab] = useState<Tab>("sent");
  const [body, setBody] = useState<HTMLElement | null>(null);
  const draft = useUnsentDraft(request);
  const tabs: Tab[] = [
    "sent",
    ...(draft === null ? [] : (["draft"] as const)),
    ...(attempt !== undefined && generatedBy(attempt) !== null ? (["answer"] as const) : []),
    "asked",
    ...(attempt === undefined ? [] : (["changes"] as const)),
  ];
  const shown = tabs.includes(tab) ? tab : "sent";
  return (
    <TabRow
      label={t("review.ended.tabs")}
      value={shown}
      onChange={setTab}
      end={<AttemptSelect attempts={request.attempts} value={attempt?.id} onChange={onAttempt} />}
      tabs={tabs.map((value) => ({
        value,
        label:
          value === "sent" && request.reply.kind === "replay"
            ? t("review.replay.answer")
            : t(`review.ended.tab.${value}`),
      }))}
    >
      <div ref={setBody} className={s.body} data-scroller="">
        <ScrollerContext value={body}>
          {shown === "draft" ? (
            <WholeDocument
              identity={`${request.id} draft`}
              value={draft}
              label={t("review.ended.tab.draft")}
            />
          ) : (
            <Shown tab={shown} request={request} asked={asked} attempt={attempt} />
          )}
        </ScrollerContext>
      </div>
    </TabRow>
  );
}

const BOTH = ["request", "response"] as const;

/** The gate at which it ended: as a rejection says, else 2 if there was a response. */
function reached(request: HeldRequest): 1 | 2 {
  const ending = request.phase.kind === "ended" ? request.phase.ending : null;
  if (ending?.kind === "rejected") return ending.gate;
  return request.attempts.some(isAnswered) ? 2 : 1;
}

function Shown({
  tab,
  request,
  asked,
  attempt,
}: {
  tab: Exclude<Tab, "draft">;
  request: HeldRequest;
  asked: RequestDocument | null;
  attempt: Attempt | undefined;
}) {
  const t = useT();
  const answer = decided(request);
  const sent = useMemo(() => sentMessage(request, asked), [request, asked]);
  const events = useMemo(() => sentEvents(request), [request]);
  if (tab === "sent") {
    return sent === null ? (
      <p className={s.nothing}>{streamedWords(t, request) ?? t("review.ended.nothingSent")}</p>
    ) : (
      <WholeDocument
        identity={`${request.id} sent`}
        value={sent}
        text={events}
        label={t(
          request.reply.kind === "http" ? "review.receives.program" : "review.receives.title",
        )}
      />
    );
  }
  if (tab === "asked" && request.notKept !== undefined) {
    return <p className={s.nothing}>{t("refusals.notKept")}</p>;
  }
  if (tab === "asked") {
    return (
      <WholeDocument
        identity={`${request.id} asked`}
        value={request.asked}
        label={t("review.ended.tab.asked")}
      />
    );
  }
  if (attempt === undefined) return null;
  const generated = generatedBy(attempt);
  if (tab === "answer") {
    return generated === null ? null : (
      <GeneratedResponse request={request} attempt={attempt} document={generated} />
    );
  }
  return (
    <>
      {asked !== null && (
        <DiffView
          identity={`${request.id}-asked`}
          parts={requestParts(t, asked, attempt.document)}
          legend={t("review.diff.askedApproved")}
        />
      )}
      {answer !== null && generated !== null && answer.attemptId === attempt.id && (
        <DiffView
          identity={`${request.id}-sent`}
          parts={answerParts(t, generated, answer.document)}
          legend={t("review.diff.generatedSent")}
        />
      )}
    </>
  );
}

/** Takes back an approved response that waits for sibling requests; dismisses an ended request. */
function Foot({ request }: { request: HeldRequest }) {
  const t = useT();
  const always = createRuleFor(t, request.id, "request");
  const isSampling = kindGatesOf(request) === null;
  const next = useAllActions().find(({ id }) => id === NEXT_PENDING);
  return (
    <footer className={s.bar}>
      {request.phase.kind === "ready" && (
        <Button level="plain" icon={BackIcon} onClick={() => void withdrawApproval(request)}>
          {t("review.ready.takeBack")}
        </Button>
      )}
      {request.phase.kind === "ended" && (
        <Button
          level="plain"
          icon={CloseIcon}
          onClick={() => void send("desk.dismiss", request.id)}
        >
          {t("common.dismiss")}
        </Button>
      )}
      {isSampling && <RunAgain request={request} />}
      {isSampling && request.proposed !== null && (
        <Button level="plain" icon={SavedIcon} keys={KEYS.always} onClick={always.run}>
          {t("common.createRuleFromRequest")}
        </Button>
      )}
      <span className="grow" />
      {next !== undefined && next.disabled !== true && (
        <Button level="normal" keys={next.keys} onClick={next.run}>
          {next.label}
        </Button>
      )}
    </footer>
  );
}
