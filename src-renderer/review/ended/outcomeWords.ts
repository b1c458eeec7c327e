// How a request ended, in words: what happened, and what the server or program got.
import type { T } from "../../i18n/index.ts";
import { refusalOf } from "../../../src-shared/dialects/refusals.ts";
import { isPermission } from "../../../src-shared/policy/standingPermission.ts";
import { SILENT } from "../../../src-shared/sampling/checks/codes.ts";
import {
  REJECTED,
  replyMessage,
  settlementOf,
  settlementOfCancelled,
} from "../../../src-shared/sampling/checks/wire.ts";
import type { Settlement } from "../../../src-shared/sampling/life/event.ts";
import type { Ending, ErrorDelivery, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { streamedOf } from "../../../src-shared/sampling/life/streamed.ts";
import { refusedWords } from "../../components/limits/refusalWords.ts";
import { gotInStream } from "./sentMessage.ts";
import { mebibytes, timeOfDay, elapsed } from "../../ui/text/time.ts";

type EndingOf<K extends Ending["kind"]> = Extract<Ending, { kind: K }>;

/** Who gets the response: the server, or the host that called a tool of it. */
const receiverOf = ({ asker, producer }: Sample): string => {
  const host = producer === undefined ? "" : (asker.host?.name ?? "");
  return host === "" ? asker.name : host;
};

/** Streamed to its program while the model wrote, under a standing permission. */
const isLive = ({ reply }: Sample, { by }: EndingOf<"replied">): boolean =>
  reply.kind === "http" && reply.stream && isPermission(by);

/** What the program had got before the request ended, in words; null: nothing. */
export function streamedWords(t: T, sample: Sample): string | null {
  const had = streamedOf(sample)?.streamed;
  if (had === undefined) return wasCutOff(sample) ? t("review.streamed.perhaps") : null;
  return had.whole === true
    ? t("review.streamed.hadWhole")
    : t("review.streamed.had", { count: had.characters });
}

/** Countersign ended while a response may have been streaming, so nothing was recorded. */
const wasCutOff = ({ reply, phase, attempts }: Sample): boolean =>
  phase.kind === "ended" &&
  phase.ending.kind === "cancelled" &&
  phase.ending.because.kind === "interrupted" &&
  reply.kind === "http" &&
  reply.stream &&
  attempts.some(
    ({ by, state }) =>
      isPermission(by) && state.kind === "failed" && state.failure.kind === "model-desk-ended",
  );

function repliedSent(t: T, sample: Sample, ending: EndingOf<"replied">): string {
  const had = streamedOf(sample)?.streamed;
  if (isLive(sample, ending) || had?.whole === true) return t("review.end.repliedLive");
  return had === undefined
    ? t("review.end.repliedSent")
    : t("review.end.repliedPart", { count: had.characters });
}

/** The outcome in words; text from outside in `quote`. */
export function endingWords(
  t: T,
  sample: Sample,
  ending: Ending,
): { what: string; sent: string; quote: string } {
  const words = endingOnly(t, sample, ending);
  const had = ending.kind === "replied" ? null : streamedWords(t, sample);
  return had === null ? words : { ...words, sent: `${had} ${words.sent}`.trim() };
}

function endingOnly(
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
        sent: repliedSent(t, sample, ending),
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
export function replayWords(
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

export function notKeptWords(t: T, { bytes }: { bytes?: number }): string {
  return bytes === undefined
    ? t("refusals.notKept")
    : t("refusals.notKeptSize", { size: mebibytes(t, bytes) });
}

/** For requests that were counted and not kept. */
export const moreWords = (t: T, { lastAtMs, undelivered }: NonNullable<Sample["more"]>): string =>
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

/** What a program got in place of a response; null where a server waits, or nothing is sent. */
function programGot(
  t: T,
  sample: Sample,
  delivery: ErrorDelivery | undefined,
  settlement: Settlement,
  quote: string,
): Sent | null {
  if (sample.reply.kind !== "http" || settlement.kind !== "error") return null;
  const { status, code } = refusalOf(settlement);
  const note = quote === "" ? "" : "Note";
  // Once a stream has begun, the error is an event in it.
  const had = streamedOf(sample) === null ? "streamEnded" : "streamGot";
  const words = gotInStream(delivery) ? had : "programGot";
  const arrived = { sent: t(`review.end.${words}${note}`, { status, code }), quote };
  const named = sample.reply.stream ? code : `HTTP ${status}`;
  return errorSent(t, sample, delivery, named, arrived);
}

function refusedSent(t: T, sample: Sample, ending: EndingOf<"refused">): Sent {
  const { refusal, delivery } = ending;
  const got = programGot(t, sample, delivery, settlementOf(refusal), refusal.message);
  if (got !== null) return got;
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
  const settlement = { kind: "error", ...REJECTED } as const;
  const got = programGot(t, sample, delivery, settlement, noteSent ? note : "");
  if (got !== null) return noteSent ? got : { ...got, quote: got.quote || note };
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
    ? (programGot(t, sample, delivery, settlement, "") ??
      errorSent(t, sample, delivery, code, {
        ...(because.kind === "call-ended" || because.kind === "call-cancelled"
          ? { sent: t("review.end.refusedSent", { code }), quote: settlement.message }
          : { sent: t("review.end.closingSent"), quote: "" }),
      }))
    : { sent: streamedWords(t, sample) === null ? t("review.end.nothingSent") : "", quote: "" };
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
