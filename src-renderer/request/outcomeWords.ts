// How a request ended, in words: what happened and who caused it, and what who asked got.
import type { T } from "#words/index.ts";
import { refusalOf } from "#shared/dialects/refusals.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import { requesterKindOf } from "#shared/request/life/actors.ts";
import { SILENT } from "#shared/request/checks/codes.ts";
import { replyMessage } from "#shared/request/checks/wire.ts";
import type { CancelReason, Ending, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import { refusedWords } from "./refusalWords.ts";
import { actorWords, requesterName, hostName, isLetThrough } from "./attemptAuthor.ts";
import { gotInStream, settlementTold } from "./sentMessage.ts";
import { mebibytes, timeOfDay, elapsed } from "#kit/text/time.ts";

type EndingOf<K extends Ending["kind"]> = Extract<Ending, { kind: K }>;

/** Streamed to its program while the model wrote, under a standing permission. */
const isLive = ({ reply }: HeldRequest, { by }: EndingOf<"replied">): boolean =>
  reply.kind === "http" && reply.stream && isPermission(by);

/** What the program had got before the request ended, in words; null: nothing. */
export function streamedWords(t: T, request: HeldRequest): string | null {
  const had = streamedOf(request)?.streamed;
  if (had === undefined) return wasCutOff(request) ? t("review.streamed.perhaps") : null;
  return had.whole === true
    ? t("review.streamed.hadWhole")
    : t("review.streamed.had", { count: had.characters });
}

/** Countersign ended while a response may have been streaming, so nothing was recorded. */
const wasCutOff = ({ reply, phase, attempts }: HeldRequest): boolean =>
  phase.kind === "ended" &&
  phase.ending.kind === "cancelled" &&
  phase.ending.because.kind === "interrupted" &&
  reply.kind === "http" &&
  reply.stream &&
  attempts.some(
    ({ by, state }) =>
      isPermission(by) && state.kind === "failed" && state.failure.kind === "model-desk-ended",
  );

function repliedSent(t: T, request: HeldRequest, ending: EndingOf<"replied">): string {
  const had = streamedOf(request)?.streamed;
  if (isLive(request, ending) || had?.whole === true) return t("review.end.repliedLive");
  return had === undefined
    ? t("review.end.repliedSent")
    : t("review.end.repliedPart", { count: had.characters });
}

interface Words {
  /** What happened, and who caused it. */
  what: string;
  /** What who asked got. */
  sent: string;
  /** Text from outside that belongs to it. */
  quote: string;
}

/** The outcome in words. */
export function endingWords(t: T, request: HeldRequest, ending: Ending): Words {
  const words = endingOnly(t, request, ending);
  const had = ending.kind === "replied" ? null : streamedWords(t, request);
  return had === null ? words : { ...words, sent: `${had} ${words.sent}`.trim() };
}

/** What who asked got in place of a response, as a sentence without what it quotes. */
export function notSentWords(t: T, request: HeldRequest): string {
  const { phase } = request;
  if (phase.kind !== "ended" || request.reply.kind === "replay")
    return t("review.ended.nothingSent");
  const { sent } = endingWords(t, request, phase.ending);
  return sent.replace(/[:：]$/, t("common.fullStop")) || t("review.ended.nothingSent");
}

function endingOnly(t: T, request: HeldRequest, ending: Ending): Words {
  switch (ending.kind) {
    case "replied":
      return { ...repliedWords(t, request, ending), quote: "" };
    case "undeliverable":
      return {
        what: isLetThrough(request)
          ? t("review.end.notLetThrough", { server: request.requester.name })
          : t(`review.end.${isAction(request) ? "verdictUndelivered" : "undeliverable"}`, {
              who: requesterName(t, request),
            }),
        sent: t("review.end.undeliverableSent"),
        quote: ending.detail,
      };
    case "unknown":
      return {
        what: isLetThrough(request)
          ? t("review.end.unknownCall", { server: request.requester.name })
          : t(`review.end.${isAction(request) ? "verdictUnknown" : "unknown"}`, {
              who: requesterName(t, request),
            }),
        sent: t("review.end.unknownSent"),
        quote: "",
      };
    case "rejected": {
      const { by, gate } = ending;
      const isOwn = by.kind === "person" && by.login === undefined;
      return {
        what: isOwn
          ? t(`review.end.${isAction(request) ? "rejectedAction" : "rejected"}`, { gate })
          : t("review.end.rejectedBy", { gate, who: actorWords(t, by) }),
        ...toldWords(t, request, ending),
      };
    }
    case "refused":
      return {
        what: refusedWords(t, ending.refusal, 1 + (request.more?.count ?? 0)),
        ...(SILENT.has(ending.refusal.reason)
          ? { sent: t("refusals.silentSent"), quote: "" }
          : toldWords(t, request, ending)),
      };
    case "cancelled":
      return cancelWords(t, request, ending);
  }
}

const isAction = (request: HeldRequest): boolean => requesterKindOf(request) === "agent";

function repliedWords(
  t: T,
  request: HeldRequest,
  ending: EndingOf<"replied">,
): Omit<Words, "quote"> {
  const who = requesterName(t, request);
  if (ending.by.kind === "fixture") {
    return {
      what: t("fixtures.end", { server: who, name: ending.by.name }),
      sent: t("fixtures.endSent"),
    };
  }
  if (isLetThrough(request)) {
    return {
      what: t("review.end.letThrough", { server: request.requester.name }),
      sent: t("review.end.resultUnseen", { who }),
    };
  }
  // What it was told and whether it ran stand below.
  if (isAction(request)) return { what: t("review.end.repliedVerdict", { who }), sent: "" };
  const isResult = requesterKindOf(request) === "host";
  return {
    what: t(isResult ? "review.end.repliedResult" : "review.end.replied", { who }),
    sent: repliedSent(t, request, ending),
  };
}

/** For a replay: how it ended, and how the original did. */
export function replayWords(
  t: T,
  { was }: Extract<HeldRequest["reply"], { kind: "replay" }>,
  ending: Ending,
): Words {
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
export const moreWords = (
  t: T,
  { lastAtMs, undelivered }: NonNullable<HeldRequest["more"]>,
): string =>
  [
    t("refusals.countOnly"),
    t("refusals.last", { time: timeOfDay(lastAtMs) }),
    ...(undelivered === undefined ? [] : [t("refusals.undelivered", { count: undelivered })]),
  ].join(" ");

type Sent = Omit<Words, "what">;
type ErrorEnding = EndingOf<"rejected" | "refused" | "cancelled">;

/** What who asked gets in place of a response, as a noun, and the words in it; null: nothing is sent. */
function toldIn(
  t: T,
  request: HeldRequest,
  ending: ErrorEnding,
): { what: string; quote: string } | null {
  const settlement = settlementTold(request, ending);
  if (settlement.kind === "silence" || replyMessage(request.reply, settlement) === null)
    return null;
  if (settlement.kind === "result") {
    const isDecline = (settlement.document as { action?: unknown }).action === "decline";
    return { what: t(`review.end.told.${isDecline ? "decline" : "cancel"}`), quote: "" };
  }
  const own = ending.kind === "rejected" ? (settlement.data?.note ?? "") : settlement.message;
  switch (requesterKindOf(request)) {
    case "host":
      return { what: t("review.end.told.toolError"), quote: own };
    case "program": {
      const { status, code, message } = refusalOf(settlement);
      const { delivery } = ending;
      // Whether a stream had begun is known once it was delivered.
      const isEither =
        delivery?.kind !== "delivered" && "stream" in request.reply && request.reply.stream;
      const how = isEither ? "error" : gotInStream(delivery) ? "inStream" : "http";
      return {
        what: t(`review.end.told.${how}`, { status, code }),
        quote: ending.kind === "rejected" ? own : message,
      };
    }
    case "agent":
      return { what: t("review.end.told.rejection"), quote: own };
    default:
      return { what: t("review.end.told.error", { code: minus(settlement.code) }), quote: own };
  }
}

const minus = (code: number): string => String(code).replace("-", "−");

/** What who asked got in place of a response, by the state of its delivery. */
function toldWords(t: T, request: HeldRequest, ending: ErrorEnding): Sent {
  const who = requesterName(t, request);
  const told = toldIn(t, request, ending);
  const note = ending.kind === "rejected" ? (ending.note ?? "") : "";
  if (told === null) {
    const sent = t(isOneOfMany(request) ? "review.end.notRepeatedAll" : "review.end.notRepeated", {
      who,
    });
    const hostTold =
      request.requester.host === undefined
        ? ""
        : t("review.end.hostTold", { host: hostName(t, request) });
    const noted = note === "" ? "" : t("review.end.noteKept");
    const quote = ending.kind === "refused" ? ending.refusal.message : note;
    return { sent: [sent, hostTold, noted].filter(Boolean).join(" "), quote };
  }
  const { delivery } = ending;
  const { quote } = told;
  const isReason = ending.kind === "rejected" && quote !== "";
  const what = isReason ? t("review.end.told.withReason", { what: told.what }) : told.what;
  const quoting = quote === "" ? "" : "Quote";
  const tool = toolWords(t, request);
  const say = (sent: string, kept: string): Sent => {
    const noted = quote === "" && kept === "" && note !== "" ? t("review.end.noteKept") : "";
    return {
      sent: [tool, sent, noted].filter(Boolean).join(" "),
      quote: [kept, quote || note].filter(Boolean).join(" · "),
    };
  };
  switch (delivery?.kind) {
    case "delivered":
      return say(t(`review.end.told.delivered${quoting}`, { who, what }), "");
    case "failed":
      return say(t("review.end.told.failed", { who, what: told.what }), delivery.detail);
    case "unknown":
      return say(t("review.end.told.unknown", { who, what: told.what }), "");
    case undefined:
      return say(
        request.reply.kind === "task"
          ? t(`review.end.told.task${quoting}`, { who, what })
          : t("review.end.told.unconfirmed", { who, what: told.what }),
        "",
      );
  }
}

/** Whether a host's tool has run; empty for all else. */
function toolWords(t: T, request: HeldRequest): string {
  if (requesterKindOf(request) !== "host") return "";
  const hasRun = request.timeline.some(({ kind }) => kind === "run-approved");
  return t(hasRun ? "review.end.toolRan" : "review.end.toolNotRun");
}

/** Sibling requests get no response either. */
const isOneOfMany = ({ reply }: HeldRequest): boolean =>
  reply.kind === "embedded" && (reply.siblings.length > 1 || reply.questions !== undefined);

/** True if the user's approval still stood when the request ended. */
const wasApproved = ({ timeline }: HeldRequest): boolean =>
  timeline.findLast(({ kind }) => kind === "response-approved" || kind === "taken-back")?.kind ===
  "response-approved";

/** Why a request ended without a decision, by whom. */
function becauseWords(t: T, request: HeldRequest, because: CancelReason): string {
  const asked = requesterKindOf(request);
  const [who, server, host] = [
    requesterName(t, request),
    request.requester.name,
    hostName(t, request),
  ];
  const hasHost = request.requester.host !== undefined;
  const isCall = asked === "host";
  switch (because.kind) {
    case "server-cancelled":
      // Older versions said so of a program.
      return t(`review.end.${asked === "program" ? "program-left" : "server-cancelled"}`, { who });
    case "program-left":
      return t("review.end.program-left", { who });
    case "host-cancelled":
      return t(isCall ? "review.end.callGivenUp" : "review.end.host-cancelled", { host });
    case "host-left":
      return t("review.end.host-left", { host });
    case "call-ended": {
      const words = because.guessed === true ? "callEndedGuessed" : "callEnded";
      return t(`review.end.${words}`, { server, time: elapsed(t, because.afterMs) });
    }
    case "call-cancelled":
      // Older versions said so of whatever ended a held call.
      return t(isCall ? "review.end.callOrConnectionEnded" : "review.end.call-cancelled");
    case "call-refused":
      return t(isCall ? "review.end.resultTooLarge" : "review.end.call-refused");
    case "server-died":
      return t("review.end.serverDied", { server });
    case "disconnected":
      return hasHost
        ? t("review.end.sessionLost", { host, server })
        : t("review.end.disconnected", { server });
    case "switched-off":
      if (asked === "program") return t("review.end.programRemoved", { who });
      return hasHost
        ? t("review.end.sessionEnded", { host, server })
        : t("review.end.switched-off", { server });
    case "sibling-declined":
      return t(`review.end.${wasApproved(request) ? "siblingDeclinedApproved" : because.kind}`);
    case "agent-left":
      return t("review.end.agent-left", { who });
    default:
      return t(`review.end.${because.kind}`);
  }
}

/** The server was lost, or its result could not be passed on, so that its host got an error for the call. */
const FAILS_CALL: ReadonlySet<CancelReason["kind"]> = new Set<CancelReason["kind"]>([
  "server-died",
  "disconnected",
  "call-refused",
]);

function cancelWords(t: T, request: HeldRequest, ending: EndingOf<"cancelled">): Words {
  const { because } = ending;
  const what = becauseWords(t, request, because);
  if (because.kind === "sibling-declined" && wasApproved(request))
    return { what, sent: t("review.end.approvedNotSent"), quote: "" };
  const isTold = toldIn(t, request, ending) !== null;
  const { sent, quote } = isTold ? toldWords(t, request, ending) : untold(t, request, because);
  const said = "reason" in because ? because.reason : "detail" in because ? because.detail : "";
  // Older versions wrote words of their own for a program that had hung up.
  const words = request.reply.kind === "http" && !isTold ? "" : (said ?? "");
  if (because.kind !== "call-ended") return { what, sent, quote: quote || words };
  const longer = t("refusals.again.longer");
  return { what, sent: isTold ? `${longer} ${sent}` : `${sent} ${longer}`, quote };
}

/** Nothing is sent for it: who asked gave up, or has ended. */
function untold(t: T, request: HeldRequest, because: CancelReason): Sent {
  if (requesterKindOf(request) !== "host") {
    return {
      sent: streamedWords(t, request) === null ? t("common.nothingWasSent") : "",
      quote: "",
    };
  }
  const who = hostName(t, request);
  const got = FAILS_CALL.has(because.kind)
    ? t("review.end.told.delivered", { who, what: t("review.end.told.callError") })
    : t("common.nothingWasSent");
  return { sent: `${toolWords(t, request)} ${got}`, quote: "" };
}
