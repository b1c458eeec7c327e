// How a request ended, in words: what happened, and what the server got.
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { placeOf } from "../../../src-shared/policy/limits/raise.ts";
import { SILENT } from "../../../src-shared/sampling/checks/codes.ts";
import type { Ending, ErrorDelivery, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { missedDelivery } from "../../../src-shared/sampling/life/stage.ts";
import { replyMessage, settlementOfCancelled } from "../../../src-shared/sampling/checks/wire.ts";
import { openRun } from "../../state/commands.ts";
import { openComparison } from "../../state/view.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import {
  CloseIcon,
  DoneIcon,
  InfoIcon,
  LateIcon,
  RefusedIcon,
  WarnIcon,
} from "../../ui/controls/icons.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { isSettable, refusedWords } from "../../components/limits/refusalWords.ts";
import { mebibytes, timeOfDay, elapsed } from "../../ui/text/time.ts";
import { RaiseLimit } from "../rules/RaiseLimit.tsx";
import { useUnsentDraft } from "./useUnsentDraft.ts";

type EndingOf<K extends Ending["kind"]> = Extract<Ending, { kind: K }>;

export function Outcome({ sample }: { sample: Sample }) {
  const t = useT();
  const draft = useUnsentDraft(sample);
  const { phase } = sample;
  if (phase.kind === "ready") {
    return <Ready sample={sample} />;
  }
  if (phase.kind === "delivering") {
    return (
      <Bar tone="info" icon={InfoIcon} title={t("review.delivering.title")}>
        {t(sample.reply.kind === "task" ? "review.delivering.task" : "review.delivering.text")}
      </Bar>
    );
  }
  if (phase.kind !== "ended") return null;
  const { ending } = phase;
  const failed = missedDelivery(ending) !== null;
  const words =
    sample.reply.kind === "replay"
      ? replayWords(t, sample.reply, ending)
      : endingWords(t, sample, ending);
  return (
    <Bar
      tone={failed ? "danger" : "info"}
      icon={failed ? WarnIcon : iconOf[ending.kind]}
      title={words.what}
      {...(ending.kind === "refused" && placeOf(ending.refusal) !== null
        ? { actions: <RaiseLimit key={sample.id} sample={sample} /> }
        : isCompared(sample)
          ? {
              actions: (
                <LinkButton onClick={() => openComparison(sample.id)}>
                  {t("review.replay.compare")}
                </LinkButton>
              ),
            }
          : {})}
    >
      {words.sent}
      {words.quote !== "" && (
        <>
          {" "}
          <Quote cut>{words.quote}</Quote>
        </>
      )}
      {ending.kind === "refused" && isSettable(ending.refusal) && ` ${t("refusals.settable")}`}
      {sample.notKept !== undefined && ` ${notKeptWords(t, sample.notKept)}`}
      {sample.more !== undefined && ` ${moreWords(t, sample.more)}`}
      {draft !== null && ` ${t("review.end.draftKept")}`}
    </Bar>
  );
}

/** A replay with a response, of a request that had one too. */
const isCompared = ({ reply, phase }: Sample): boolean =>
  reply.kind === "replay" &&
  reply.of !== null &&
  reply.was === "replied" &&
  phase.kind === "ended" &&
  phase.ending.kind === "replied";

/** An approved response that waits for requests of the same call. */
function Ready({ sample }: { sample: Sample }) {
  const t = useT();
  const { reply, origin } = sample;
  const siblings = reply.kind === "embedded" ? reply.siblings.length - 1 : 0;
  const questions = reply.kind === "embedded" ? (reply.questions ?? 0) : 0;
  return (
    <Bar
      tone="info"
      icon={InfoIcon}
      title={t("review.ready.title")}
      {...(questions > 0 && origin.kind === "certain"
        ? {
            actions: (
              <LinkButton onClick={() => openRun(origin.call.runId)}>
                {t("review.ready.toQuestion")}
              </LinkButton>
            ),
          }
        : {})}
    >
      {t("review.ready.text", { count: siblings + questions })}{" "}
      {questions > 0 && t("review.ready.questions", { count: questions })}
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

/** Who gets the response: the server, or the host that called a tool of it. */
const receiverOf = ({ asker, producer }: Sample): string => {
  const host = producer === undefined ? "" : (asker.host?.name ?? "");
  return host === "" ? asker.name : host;
};

/** The outcome in words; text from outside in `quote`. */
export function endingWords(
  t: T,
  sample: Sample,
  ending: Ending,
): { what: string; sent: string; quote: string } {
  const server = receiverOf(sample);
  const embedded = sample.reply.kind === "embedded";
  switch (ending.kind) {
    case "replied":
      if (ending.by.kind === "fixture") {
        return {
          what: t("fixtures.end", { server, name: ending.by.name }),
          sent: t("fixtures.endSent"),
          quote: "",
        };
      }
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
        ...(embedded
          ? { sent: t(rejectedEmbedded(sample)), quote: ending.note ?? "" }
          : rejectedSent(t, sample, ending)),
      };
    case "refused":
      return {
        what: refusedWords(t, ending.refusal, 1 + (sample.more?.count ?? 0)),
        ...refusedSent(t, sample, ending),
      };
    case "cancelled":
      return cancelWords(t, sample, ending);
  }
}

/** For a replay: how it ended, and how the original did. */
function replayWords(
  t: T,
  { was }: Extract<Sample["reply"], { kind: "replay" }>,
  ending: Ending,
): { what: string; sent: string; quote: string } {
  return {
    what: t(`review.replay.${ending.kind === "replied" ? "done" : "notDone"}`),
    sent: [
      t("review.replay.nothingSent"),
      ...(was === undefined ? [] : [t(`review.replay.was.${was}`)]),
    ].join(" "),
    quote:
      ending.kind === "rejected"
        ? (ending.note ?? "")
        : ending.kind === "refused"
          ? ending.refusal.message
          : "",
  };
}

function notKeptWords(t: T, { bytes }: { bytes?: number }): string {
  return bytes === undefined
    ? t("refusals.notKept")
    : t("refusals.notKeptSize", { size: mebibytes(t, bytes) });
}

/** For requests that were counted and not kept. */
const moreWords = (t: T, { lastAtMs, undelivered }: NonNullable<Sample["more"]>): string =>
  [
    t("refusals.countOnly"),
    t("refusals.last", { time: timeOfDay(lastAtMs) }),
    ...(undelivered === undefined ? [] : [t("refusals.undelivered", { count: undelivered })]),
  ].join(" ");

interface Sent {
  sent: string;
  quote: string;
}

/**
 * What the server got in place of a response, by the state of its delivery; `arrived` is used once it was delivered.
 */
function errorSent(
  t: T,
  { asker, reply }: Sample,
  delivery: ErrorDelivery | undefined,
  code: number | string,
  arrived: Sent & { note?: string },
): Sent {
  const server = asker.name;
  const { quote, note = "" } = arrived;
  switch (delivery?.kind) {
    case "delivered":
      return arrived;
    case "failed": {
      const quotes = [delivery.detail, note].filter((text) => text !== "");
      return { sent: t("review.end.errorFailed", { code, server }), quote: quotes.join(" · ") };
    }
    case "unknown":
      return { sent: t("review.end.errorUnknown", { code, server }), quote };
    case undefined:
      return {
        sent: t(reply.kind === "task" ? "review.end.errorTask" : "review.end.errorSent", { code }),
        quote,
      };
  }
}

function refusedSent(t: T, sample: Sample, ending: EndingOf<"refused">): Sent {
  const { refusal, delivery } = ending;
  if (sample.reply.kind === "embedded") {
    return { sent: t(rejectedEmbedded(sample)), quote: refusal.message };
  }
  if (SILENT.has(refusal.reason)) return { sent: t("refusals.silentSent"), quote: "" };
  const { code, message } = refusal;
  const arrived = { sent: t("review.end.refusedSent", { code }), quote: message };
  return errorSent(t, sample, delivery, code, arrived);
}

function rejectedSent(
  t: T,
  sample: Sample,
  { delivery, noteSent, note = "" }: EndingOf<"rejected">,
): Sent {
  // Not delivered yet; the server gets it when it polls the task.
  const isTask = sample.reply.kind === "task" && delivery === undefined;
  const words = isTask
    ? (["review.end.rejectedTask", "review.end.rejectedTaskNote"] as const)
    : (["review.end.rejectedSent", "review.end.rejectedNote"] as const);
  const arrived = { sent: t(words[noteSent ? 1 : 0]), quote: note, note };
  return isTask ? arrived : errorSent(t, sample, delivery, "−1", arrived);
}

/** Sibling requests get no response either. */
const rejectedEmbedded = ({ reply }: Sample) =>
  reply.kind === "embedded" && (reply.siblings.length > 1 || reply.questions !== undefined)
    ? "review.end.rejectedEmbeddedAll"
    : "review.end.rejectedEmbedded";

/** True if the user's approval still stood when the request ended. */
const wasApproved = ({ timeline }: Sample): boolean =>
  timeline.findLast(({ kind }) => kind === "response-approved" || kind === "taken-back")?.kind ===
  "response-approved";

function cancelWords(t: T, sample: Sample, { because, delivery }: EndingOf<"cancelled">) {
  const server = sample.asker.name;
  const settlement = settlementOfCancelled(because);
  const code = settlement.kind === "error" ? settlement.code : 0;
  const isTold = replyMessage(sample.reply, settlement) !== null && settlement.kind === "error";
  const { sent, quote } = isTold
    ? errorSent(t, sample, delivery, code, {
        ...(because.kind === "call-ended" || because.kind === "call-cancelled"
          ? { sent: t("review.end.refusedSent", { code }), quote: settlement.message }
          : { sent: t("review.end.closingSent"), quote: "" }),
      })
    : { sent: t("review.end.nothingSent"), quote: "" };
  switch (because.kind) {
    case "server-cancelled":
      return {
        what: t("review.end.serverCancelled", { server }),
        sent,
        quote: because.reason ?? "",
      };
    case "call-ended":
      return {
        what: t(`review.end.${because.guessed === true ? "callEndedGuessed" : "callEnded"}`, {
          ...{ server, time: elapsed(t, because.afterMs) },
        }),
        sent: isTold
          ? `${t("refusals.again.longer")} ${sent}`
          : `${sent} ${t("refusals.again.longer")}`,
        quote,
      };
    case "server-died":
      return { what: t("review.end.serverDied", { server }), sent, quote: because.detail ?? "" };
    case "sibling-declined":
      return wasApproved(sample)
        ? {
            what: t("review.end.siblingDeclinedApproved"),
            sent: t("review.end.approvedNotSent"),
            quote: "",
          }
        : { what: t("review.end.sibling-declined"), sent, quote: "" };
    default:
      return { what: t(`review.end.${because.kind}`, { server }), sent, quote };
  }
}
