// A request that has ended, or whose approved answer is on its way: what was asked, approved, generated,
// sent; who decided, when, and what became of it, in words.
import { useMemo, useState } from "react";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";
import type { Attempt, CancelReason, Ending, Sample } from "../../src-shared/sampling/sample.ts";
import { replyMessage, REJECTED } from "../../src-shared/sampling/wire.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { useActions } from "../state/actions.ts";
import { openSample } from "../state/view.ts";
import { Bar } from "../ui/Bar.tsx";
import { Button } from "../ui/Button.tsx";
import {
  BackIcon,
  CloseIcon,
  DoneIcon,
  InfoIcon,
  LateIcon,
  RefusedIcon,
  WarnIcon,
} from "../ui/icons.ts";
import { Paper } from "../ui/Paper.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Facts, Section } from "../ui/Section.tsx";
import { TabRow } from "../ui/Tabs.tsx";
import { timeOfDay, took } from "../ui/time.ts";
import { Answer } from "./Answer.tsx";
import { usageWords } from "./AttemptTabs.tsx";
import { Band } from "./Band.tsx";
import { Brief } from "./Brief.tsx";
import { answerParts, DiffView, requestParts } from "./DiffView.tsx";
import { findModel } from "./findModel.ts";
import { Frame } from "./Frame.tsx";
import { messageFor } from "./Receives.tsx";
import { RequestBlocks } from "./RequestBlocks.tsx";
import { ToolBar } from "./ToolBar.tsx";
import { isAnswered } from "./useGate2.ts";
import ended from "./Ended.module.css";

type Tab = "sent" | "answer" | "approved" | "asked" | "changes";

/** The answer that left, or is to leave. */
function decided(sample: Sample): { document: ResponseDocument; attemptId: string } | null {
  const place = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  return "document" in place ? place : null;
}

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
  const t = useT();
  const [tab, setTab] = useState<Tab>("sent");
  const answer = decided(sample);
  const attempt =
    sample.attempts.find((entry) => entry.id === answer?.attemptId) ?? sample.attempts.at(-1);
  const tabs: Tab[] = [
    "sent",
    ...(attempt !== undefined && isAnswered(attempt) ? (["answer"] as const) : []),
    ...(attempt === undefined ? [] : (["approved"] as const)),
    "asked",
    ...(attempt === undefined ? [] : (["changes"] as const)),
  ];
  const shown = tabs.includes(tab) ? tab : "sent";
  useActions("gate", none);
  return (
    <Frame
      band={<Band sample={sample} />}
      tools={
        <ToolBar
          step={sample.attempts.length === 0 ? "request" : "done"}
          view={null}
          onView={() => undefined}
          edited={null}
        >
          <span className="cut">
            {t("review.received", { time: timeOfDay(sample.receivedAtMs) })}
          </span>
        </ToolBar>
      }
      above={<Outcome sample={sample} />}
      side={<EndedSide sample={sample} attempt={attempt} />}
      brief={
        <Brief findings={null} facts={[]} open={panelOpen} onOpen={() => onPanel(!panelOpen)} />
      }
      actions={<EndedActions sample={sample} />}
      panelOpen={panelOpen}
      narrow={narrow}
      scrolls={false}
    >
      <TabRow
        label={t("review.ended.tabs")}
        value={shown}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`review.ended.tab.${value}`) }))}
      >
        <div className={ended.body}>
          <Shown tab={shown} sample={sample} asked={asked} attempt={attempt} />
        </div>
      </TabRow>
    </Frame>
  );
}

const none: readonly never[] = [];

function Shown({
  tab,
  sample,
  asked,
  attempt,
}: {
  tab: Tab;
  sample: Sample;
  asked: RequestDocument | null;
  attempt: Attempt | undefined;
}) {
  const t = useT();
  const answer = decided(sample);
  const sent = useMemo(() => sentMessage(sample, asked), [sample, asked]);
  const raw = useMemo(() => JSON.stringify(sample.asked, null, 2), [sample.asked]);
  if (tab === "sent") {
    return sent === null ? (
      <p className={ended.nothing}>{t("review.ended.nothingSent")}</p>
    ) : (
      <Paper text={JSON.stringify(sent, null, 2)} label={t("review.receives.title")} />
    );
  }
  if (tab === "asked") return <Paper text={raw} label={t("review.ended.tab.asked")} />;
  if (attempt === undefined) return null;
  if (tab === "approved") {
    return (
      <RequestBlocks
        document={attempt.document}
        asked={asked ?? attempt.document}
        sampleId={sample.id}
        media={sample.media}
      />
    );
  }
  const generated = isAnswered(attempt) ? attempt.state.generated : null;
  if (tab === "answer") {
    return generated === null ? null : (
      <Answer document={generated} sampleId={sample.id} media={sample.media} />
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
      {answer !== null && generated !== null && (
        <DiffView
          identity={`${sample.id}-sent`}
          parts={answerParts(t, generated, answer.document)}
          legend={t("review.diff.generatedSent")}
        />
      )}
    </>
  );
}

/** What the server got, exactly; null when it got nothing. */
function sentMessage(sample: Sample, asked: RequestDocument | null): object | null {
  if (sample.phase.kind !== "ended") {
    return "document" in sample.phase ? messageFor(sample, asked, sample.phase.document) : null;
  }
  const { ending } = sample.phase;
  switch (ending.kind) {
    case "replied":
    case "unknown":
      return messageFor(sample, asked, ending.document);
    case "undeliverable":
    case "cancelled":
      return null;
    case "rejected":
      return replyMessage(sample.reply, {
        kind: "error",
        ...REJECTED,
        ...(ending.noteSent && ending.note !== undefined ? { data: { note: ending.note } } : {}),
      });
    case "refused":
      return replyMessage(sample.reply, {
        kind: "error",
        code: ending.refusal.code,
        message: ending.refusal.message,
        data: { reason: ending.refusal.reason },
      });
  }
}

/** What became of it, in two sentences: what happened, what the server got. */
function Outcome({ sample }: { sample: Sample }) {
  const t = useT();
  const { phase } = sample;
  if (phase.kind === "ready") {
    const waiting = sample.reply.kind === "embedded" ? sample.reply.siblings.length - 1 : 0;
    return (
      <Bar tone="info" icon={InfoIcon} title={t("review.ready.title")}>
        {t("review.ready.text", { count: waiting })}
      </Bar>
    );
  }
  if (phase.kind === "delivering") {
    return (
      <Bar tone="info" icon={InfoIcon} title={t("review.delivering.title")}>
        {t("review.delivering.text")}
      </Bar>
    );
  }
  if (phase.kind !== "ended") return null;
  const { ending } = phase;
  const failed = ending.kind === "undeliverable" || ending.kind === "unknown";
  const words = endingWords(t, sample, ending);
  return (
    <Bar tone={failed ? "danger" : "info"} icon={iconOf[ending.kind]} title={words.what}>
      {words.sent}
      {words.quote !== "" && (
        <>
          {" "}
          <Quote cut>{words.quote}</Quote>
        </>
      )}
    </Bar>
  );
}

const iconOf = {
  replied: DoneIcon,
  undeliverable: WarnIcon,
  unknown: WarnIcon,
  rejected: CloseIcon,
  refused: RefusedIcon,
  cancelled: LateIcon,
} as const;

/** The outcome in words, with the foreign words that belong to it apart. */
export function endingWords(
  t: T,
  sample: Sample,
  ending: Ending,
): { what: string; sent: string; quote: string } {
  const server = sample.asker.name;
  const embedded = sample.reply.kind === "embedded";
  switch (ending.kind) {
    case "replied":
      return {
        what: t("review.end.replied", { server }),
        sent: t("review.end.repliedSent"),
        quote: "",
      };
    case "undeliverable":
      return {
        what: t("review.end.undeliverable", { server }),
        sent: t("review.end.undeliverableSent"),
        quote: ending.detail,
      };
    case "unknown":
      return {
        what: t("review.end.unknown", { server }),
        sent: t("review.end.unknownSent"),
        quote: "",
      };
    case "rejected":
      return {
        what: t("review.end.rejected", { gate: ending.gate }),
        sent: t(
          embedded
            ? "review.end.rejectedEmbedded"
            : ending.noteSent
              ? "review.end.rejectedNote"
              : "review.end.rejectedSent",
        ),
        quote: ending.note ?? "",
      };
    case "refused":
      return {
        what: t(`review.end.refused.${ending.refusal.reason}`),
        sent: embedded
          ? t("review.end.rejectedEmbedded")
          : t("review.end.refusedSent", { code: ending.refusal.code }),
        quote: ending.refusal.message,
      };
    case "cancelled":
      return cancelWords(t, server, ending.because);
  }
}

function cancelWords(t: T, server: string, because: CancelReason) {
  const sent =
    because.kind === "quit" || because.kind === "switched-off"
      ? t("review.end.closingSent")
      : t("review.end.nothingSent");
  switch (because.kind) {
    case "server-cancelled":
      return {
        what: t("review.end.serverCancelled", { server }),
        sent,
        quote: because.reason ?? "",
      };
    case "call-ended":
      return {
        what: t("review.end.callEnded", { server, time: took(t, because.afterMs) }),
        sent,
        quote: "",
      };
    case "server-died":
      return { what: t("review.end.serverDied", { server }), sent, quote: because.detail ?? "" };
    default:
      return { what: t(`review.end.${because.kind}`, { server }), sent, quote: "" };
  }
}

function EndedSide({ sample, attempt }: { sample: Sample; attempt: Attempt | undefined }) {
  const t = useT();
  const models = useMirror((state) => state.models);
  const state = attempt?.state;
  return (
    <>
      {attempt !== undefined && (
        <Section heading={t("review.answer.title")}>
          <Facts
            rows={[
              {
                name: t("review.answer.model"),
                value:
                  attempt.model === null
                    ? t("review.attempts.byHand")
                    : findModel(models, attempt.model).name,
              },
              attempt.model !== null &&
                state !== undefined &&
                "usage" in state && {
                  name: t("review.answer.tokens"),
                  value: usageWords(t, state.usage, attempt.document.maxTokens),
                },
              attempt.model !== null &&
                state !== undefined &&
                "tookMs" in state && {
                  name: t("review.answer.took"),
                  value: took(t, state.tookMs),
                },
              { name: t("review.ended.attempts"), value: String(sample.attempts.length) },
            ]}
          />
        </Section>
      )}
      <Section heading={t("review.ended.timeline")} last>
        <ol className={ended.timeline}>
          {sample.timeline.map((entry, index) => (
            <li key={index}>
              <span className="ink3">{timeOfDay(entry.atMs)}</span>
              <span>
                {t(`review.event.${entry.kind}`)}
                <span className="ink3"> · {t(`review.actor.${entry.by.kind}`)}</span>
                {entry.hash !== undefined && (
                  <span className="wire ink3" title={entry.hash}>
                    {" "}
                    {entry.hash.slice(0, 4)} {entry.hash.slice(4, 8)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

/** An approved answer that still waits for its siblings can be taken back; an ended one can be put away. */
function EndedActions({ sample }: { sample: Sample }) {
  const t = useT();
  const samples = useMirror((state) => state.samples);
  const next = Object.values(samples)
    .filter((other) => other.id !== sample.id && other.phase.kind !== "ended")
    .toSorted((a, b) => b.receivedAtMs - a.receivedAtMs)[0];
  return (
    <footer className={ended.bar}>
      {sample.phase.kind === "ready" && (
        <Button level="plain" icon={BackIcon} onClick={() => void send("desk.takeBack", sample.id)}>
          {t("review.ready.takeBack")}
        </Button>
      )}
      {sample.phase.kind === "ended" && (
        <Button level="plain" icon={CloseIcon} onClick={() => void send("desk.dismiss", sample.id)}>
          {t("review.ended.dismiss")}
        </Button>
      )}
      <span className="grow" />
      {next !== undefined && (
        <Button level="normal" onClick={() => openSample(next.id)}>
          {t("review.ended.next")}
        </Button>
      )}
    </footer>
  );
}
