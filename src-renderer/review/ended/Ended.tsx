// A request that has ended or whose approved response is ready to be sent: the outcome, what was asked, generated and
// sent.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo, useState } from "react";
import { ScrollerContext } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import { isBlankStart } from "../../../src-shared/sampling/life/attempts.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { visibleStage } from "../../../src-shared/sampling/life/stage.ts";
import { send, withdrawApproval } from "../../state/commands.ts";
import { NEXT_PENDING, useActions, useAllActions } from "../../state/actions.ts";
import type { Action } from "../../state/actions.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { BackIcon, CloseIcon, SavedIcon } from "../../ui/controls/icons.ts";
import { Select } from "../../ui/controls/Select.tsx";
import { TabRow } from "../../ui/controls/Tabs.tsx";
import { createRuleFor } from "../rules/createRuleFor.ts";
import { Answer } from "../gate2/Answer.tsx";
import { attemptName } from "../attempts/attemptWords.ts";
import { RunAgain } from "./Again.tsx";
import { IdentityBand } from "../gates/IdentityBand.tsx";
import { IncompleteBar } from "../gate2/IncompleteBar.tsx";
import { SideSummary } from "../gates/SideSummary.tsx";
import { answerParts, DiffView, requestParts } from "../json/DiffView.tsx";
import { EndedSide } from "./EndedSide.tsx";
import { SaveFixture } from "../rules/FixtureNote.tsx";
import { Frame } from "../gates/Frame.tsx";
import { JudgedBar } from "../rules/JudgedBar.tsx";
import { KindTitle } from "../kinds/KindTitle.tsx";
import { kindViewsOf } from "../kinds/registry.ts";
import { Outcome } from "./Outcome.tsx";
import { Reasoning } from "../gate2/Reasoning.tsx";
import { QuestionBand } from "../question/QuestionBand.tsx";
import { streamedWords } from "./outcomeWords.ts";
import { sentEvents, sentMessage } from "./sentMessage.ts";
import { Whole } from "./Whole.tsx";
import { ToolBar } from "../gates/ToolBar.tsx";
import { isAnswered } from "../gate2/useGate2.ts";
import { decided, useUnsentDraft } from "./useUnsentDraft.ts";
import tools from "../gates/ToolBar.module.css";
import ended from "./Ended.module.css";

type Tab = "sent" | "draft" | "answer" | "asked" | "changes";

export function Ended({
  sample,
  asked,
  narrow,
  panelOpen,
  onPanel,
}: {
  sample: Sample;
  asked: RequestDocument | null;
  narrow: boolean;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const kind = kindViewsOf(sample);
  const by = (id: string | null | undefined) => sample.attempts.find((entry) => entry.id === id);
  const attempt = by(chosen) ?? by(decided(sample)?.attemptId) ?? sample.attempts.at(-1);
  useActions("gate", useKeys(sample));
  return (
    <Frame
      band={<IdentityBand sample={sample} />}
      tools={
        kind === null ? (
          <ToolBar
            step={{ gate: reached(sample), stage: visibleStage(sample) }}
            view={null}
            onView={() => undefined}
            edited={null}
          />
        ) : (
          <div className={tools.bar}>
            <KindTitle sample={sample} />
          </div>
        )
      }
      question={asked && <QuestionBand sample={sample} asked={asked} attempt={attempt} />}
      above={
        <>
          <Outcome sample={sample} />
          <JudgedBar sample={sample} gates={BOTH} />
        </>
      }
      side={<EndedSide sample={sample} attempt={attempt} />}
      brief={
        <SideSummary found={null} facts={[]} open={panelOpen} onOpen={() => onPanel(!panelOpen)} />
      }
      actions={<EndedActions sample={sample} />}
      panelOpen={panelOpen}
      narrow={narrow}
      scrolls={false}
    >
      {kind === null ? (
        <Documents sample={sample} asked={asked} attempt={attempt} onAttempt={setChosen} />
      ) : (
        <div className={ended.body} data-scroller="">
          <kind.Record sample={sample} />
        </div>
      )}
    </Frame>
  );
}

/** Tabs: sent, draft, generated, asked, and the differences between them. */
function Documents({
  sample,
  asked,
  attempt,
  onAttempt,
}: {
  sample: Sample;
  asked: RequestDocument | null;
  attempt: Attempt | undefined;
  onAttempt: (id: string) => void;
}) {
  const t = useT();
  const [tab, setTab] = useState<Tab>("sent");
  const [body, setBody] = useState<HTMLElement | null>(null);
  const draft = useUnsentDraft(sample);
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
      end={
        attempt !== undefined &&
        sample.attempts.length > 1 && (
          <Select
            size="s"
            aria-label={t("review.attempts.label")}
            value={attempt.id}
            options={sample.attempts.map((entry) => ({
              value: entry.id,
              label: attemptName(t, sample.attempts, entry),
            }))}
            onChange={onAttempt}
          />
        )
      }
      tabs={tabs.map((value) => ({
        value,
        label:
          value === "sent" && sample.reply.kind === "replay"
            ? t("review.replay.answer")
            : t(`review.ended.tab.${value}`),
      }))}
    >
      <div ref={setBody} className={ended.body} data-scroller="">
        <ScrollerContext value={body}>
          {shown === "draft" ? (
            <Whole
              identity={`${sample.id} draft`}
              value={draft}
              label={t("review.ended.tab.draft")}
            />
          ) : (
            <Shown tab={shown} sample={sample} asked={asked} attempt={attempt} />
          )}
        </ScrollerContext>
      </div>
    </TabRow>
  );
}

/** "Always…" by key, as at the gates. */
function useKeys(sample: Sample): readonly Action[] {
  const t = useT();
  const { id, proposed } = sample;
  const isSampling = kindViewsOf(sample) === null;
  return useMemo(
    () =>
      proposed === null || !isSampling
        ? []
        : [{ ...createRuleFor(t, id, "request"), group: "request" }],
    [t, id, proposed, isSampling],
  );
}

const BOTH = ["request", "response"] as const;

/** The gate at which it ended: as a rejection says, else 2 if there was a response. */
function reached(sample: Sample): 1 | 2 {
  const ending = sample.phase.kind === "ended" ? sample.phase.ending : null;
  if (ending?.kind === "rejected") return ending.gate;
  return sample.attempts.some(isAnswered) ? 2 : 1;
}

function Shown({
  tab,
  sample,
  asked,
  attempt,
}: {
  tab: Exclude<Tab, "draft">;
  sample: Sample;
  asked: RequestDocument | null;
  attempt: Attempt | undefined;
}) {
  const t = useT();
  const answer = decided(sample);
  const sent = useMemo(() => sentMessage(sample, asked), [sample, asked]);
  const events = useMemo(() => sentEvents(sample), [sample]);
  if (tab === "sent") {
    return sent === null ? (
      <p className={ended.nothing}>{streamedWords(t, sample) ?? t("review.ended.nothingSent")}</p>
    ) : (
      <Whole
        identity={`${sample.id} sent`}
        value={sent}
        text={events}
        label={t(
          sample.reply.kind === "http" ? "review.receives.program" : "review.receives.title",
        )}
      />
    );
  }
  if (tab === "asked" && sample.notKept !== undefined) {
    return <p className={ended.nothing}>{t("refusals.notKept")}</p>;
  }
  if (tab === "asked") {
    return (
      <Whole
        identity={`${sample.id} asked`}
        value={sample.asked}
        label={t("review.ended.tab.asked")}
      />
    );
  }
  if (attempt === undefined) return null;
  const generated = generatedBy(attempt);
  if (tab === "answer") {
    return generated === null ? null : (
      <>
        <IncompleteBar failure={isAnswered(attempt) ? attempt.state.brokenOff : undefined} />
        {isAnswered(attempt) && <Reasoning attempt={attempt} />}
        <Answer document={generated} sampleId={sample.id} media={sample.media} />
      </>
    );
  }
  return (
    <>
      {asked !== null && (
        <DiffView
          identity={`${sample.id}-asked`}
          parts={requestParts(t, asked, attempt.document)}
          legend={t("review.diff.askedApproved")}
        />
      )}
      {answer !== null && generated !== null && answer.attemptId === attempt.id && (
        <DiffView
          identity={`${sample.id}-sent`}
          parts={answerParts(t, generated, answer.document)}
          legend={t("review.diff.generatedSent")}
        />
      )}
    </>
  );
}

/** The response before edits; null if there is none, or the user wrote it by hand. */
const generatedBy = (attempt: Attempt): ResponseDocument | null =>
  isAnswered(attempt) && !isBlankStart(attempt) ? attempt.state.generated : null;

/** Takes back an approved response that waits for sibling requests; dismisses an ended request. */
function EndedActions({ sample }: { sample: Sample }) {
  const t = useT();
  const always = createRuleFor(t, sample.id, "request");
  const isSampling = kindViewsOf(sample) === null;
  const next = useAllActions().find(({ id }) => id === NEXT_PENDING);
  return (
    <footer className={ended.bar}>
      {sample.phase.kind === "ready" && (
        <Button level="plain" icon={BackIcon} onClick={() => void withdrawApproval(sample)}>
          {t("review.ready.takeBack")}
        </Button>
      )}
      {sample.phase.kind === "ended" && (
        <Button level="plain" icon={CloseIcon} onClick={() => void send("desk.dismiss", sample.id)}>
          {t("review.ended.dismiss")}
        </Button>
      )}
      {isSampling && <RunAgain sample={sample} />}
      {isSampling && <SaveFixture sample={sample} />}
      {isSampling && sample.proposed !== null && (
        <Button level="plain" icon={SavedIcon} keys={KEYS.always} onClick={always.run}>
          {t("rules.always.open")}
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
