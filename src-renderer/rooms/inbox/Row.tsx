// One row of the inbox: stage, server, tool, time; below it the first words of the request and the badges.
import { memo, useMemo } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { running } from "#shared/request/life/attempts.ts";
import { ruleResultsOf } from "#data/requests/ruleResults.ts";
import { stageOf } from "#data/select.ts";
import { useStreamedTokens } from "#data/requests/streamed.ts";
import { firstWords } from "#data/words.ts";
import type { RefusalReason, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { follow, isNewMessage } from "#shared/request/life/turns.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { Tally } from "#shared/findings/tally.ts";
import { deadlineOf } from "#shared/request/life/deadline.ts";
import { replyKind, visibleStage } from "#shared/request/life/stage.ts";
import { cx } from "#kit/cx.ts";
import { DeadlineShort } from "#kit/text/Deadline.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import {
  AttentionIcon,
  AudioIcon,
  FixtureIcon,
  ClosedIcon,
  ImageIcon,
  OpenIcon,
  RulesIcon,
  TerminalIcon,
  ToolIcon,
  TurnIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { ErrorBoundary } from "#kit/layout/ErrorBoundary.tsx";
import { TeamBadges } from "./TeamBadges.tsx";
import { Unencrypted } from "#request/identity/NotEncrypted.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { ChangedLines } from "#request/ChangedLines.tsx";
import { useEarlierTurn } from "#request/document/useTurns.ts";
import { kindGlyphOf } from "#request/kindGlyph.ts";
import { SessionTitle } from "#request/sessionParts.tsx";
import { stageWord, StageGlyph, stageWordOf } from "#request/StageGlyph.tsx";
import { useShownTally } from "#data/shownTally.ts";
import { useMirror } from "#data/mirror.ts";
import { useSessionRequests } from "#data/requests/sessions.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import { refusedWords } from "#request/refusalWords.ts";
import { judgedWords } from "#request/ruleWords.ts";
import { age, timeOfDay } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { rowFacts } from "./facts.ts";
import { mostUrgent } from "./batch/SessionPane.tsx";
import { isTurnOfProgram, timedOut } from "./folds.ts";
import { isSameRow, refusalOf } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import s from "./Row.module.css";

/** One row; of a request with odd values, only that it cannot be shown. */
export function Row({ row }: { row: InboxRow }) {
  return (
    <ErrorBoundary of={row} failed={FailedRow}>
      <DrawnRow row={row} />
    </ErrorBoundary>
  );
}

const DrawnRow = memo(RowOf, (before, after) => isSameRow(before.row, after.row));

function FailedRow() {
  const t = useT();
  return (
    <div className={s.past}>
      <Icon of={WarnIcon} />
      <span className="grow cut ink2">{t("inbox.rowFailed")}</span>
    </div>
  );
}

function RowOf({ row }: { row: InboxRow }) {
  const t = useT();
  switch (row.kind) {
    case "heading":
      return <div className={s.heading}>{t("inbox.ended", { count: row.count })}</div>;
    case "call":
      return (
        <div className={s.call}>
          <Icon of={TurnIcon} size="m" className="ink2" />
          <Who request={row.request} />
          <span className={s.when}>{t("inbox.turns", { count: row.turns })}</span>
        </div>
      );
    case "past":
      return (
        <div className={cx(s.past, s.in)}>
          <StageGlyph stage={visibleStage(row.request)} reply={replyKind(row.request)} />
          <span className="grow cut ink2">
            {t("inbox.pastTurn", {
              turn: row.turn,
              stage: stageWord(t, visibleStage(row.request)),
            })}
          </span>
          <FixtureBadge request={row.request} />
          <span className={s.when}>{endTime(row.request)}</span>
        </div>
      );
    case "same":
      return <SameRow row={row} />;
    case "session":
      return <SessionRow row={row} />;
    case "request":
      return <RequestRow row={row} />;
  }
}

/** An agent and the session whose actions follow. */
function SessionRow({ row }: { row: Extract<InboxRow, { kind: "session" }> }) {
  const t = useT();
  const { request, requests, session } = row;
  const all = useSessionRequests(session);
  const folder = request.proposed === null ? null : actionIn(request.proposed)?.session.folder;
  return (
    <div className={s.request}>
      <span className={s.glyph}>
        <Icon of={TerminalIcon} size="m" className="ink2" />
      </span>
      <span className={s.first}>
        <b className={s.name}>{request.requester.name}</b>
        <span className="cut ink2">
          <SessionTitle requests={all} bare />
        </span>
      </span>
      <span className={s.when}>
        <When request={mostUrgent(requests) ?? request} />
      </span>
      <span className={s.said}>
        <span className="grow cut">
          {typeof folder === "string" && <Quote bare>{folder}</Quote>}
        </span>
        <b className={s.badges}>{t("session.held", { count: requests.length })}</b>
      </span>
    </div>
  );
}

/**
 * Identical requests in one expandable row. A list option cannot contain buttons: the list handles clicks by part
 * (`data-same`), and the keyboard has its own keys.
 */
function SameRow({ row }: { row: Extract<InboxRow, { kind: "same" }> }) {
  const t = useT();
  const { request, requests, open, inConversation } = row;
  const count = requests.length;
  const late = timedOut(request);
  const grave = useGrave(request);
  return (
    <div className={cx(s.request, inConversation && s.in, grave && s.serious)}>
      <span className={s.glyph}>
        <span
          data-same="fold"
          className={s.fold}
          title={t(open ? "batch.sameClose" : "batch.sameOpen", { count })}
        >
          <Icon of={open ? OpenIcon : ClosedIcon} />
        </span>
      </span>
      {row.session === undefined ? <Who request={request} /> : <KindOf request={request} />}
      <span className={s.when}>
        <When request={request} />
      </span>
      <span className={s.said}>
        <span className="grow cut">
          {row.session === undefined ? (
            <Said request={request} times={late ? count : 1} />
          ) : (
            <Quote bare>{requests.map(firstWords).join(", ")}</Quote>
          )}
        </span>
        <Badges request={request} turn={null} />
        <span data-same="mark" className={s.count} title={t(sameWord(row, "Label"), { count })}>
          <span aria-hidden="true">{t("batch.same", { count })}</span>
          <span className="sr">{t(sameWord(row, "Times"), { count })}</span>
        </span>
      </span>
    </div>
  );
}

const sameWord = <Of extends "Label" | "Times">(
  { session, request }: Extract<InboxRow, { kind: "same" }>,
  of: Of,
) =>
  session === undefined
    ? (`batch.${timedOut(request) ? "late" : isTurnOfProgram(request) ? "turns" : "same"}${of}` as const)
    : (`session.reads${of}` as const);

/** What an action is, where its session is named above. */
function KindOf({ request }: { request: HeldRequest }) {
  const t = useT();
  const glyph = kindGlyphOf(request);
  return (
    <span className={s.first}>
      <b>{glyph !== null && t(glyph.name)}</b>
    </span>
  );
}

function RequestRow({ row }: { row: Extract<InboxRow, { kind: "request" }> }) {
  const t = useT();
  const { request, turn, inConversation, inSame = false, inSession = false } = row;
  const { earlier, open = false } = row;
  const grave = useGrave(request);
  return (
    <div
      className={cx(
        s.request,
        (inConversation || inSame || inSession) && s.in,
        row.stays && s.stays,
        grave && s.serious,
      )}
    >
      <span className={s.glyph}>
        <StageGlyph
          stage={visibleStage(request)}
          reply={replyKind(request)}
          word={isDecidedAction(request) ? stageWordOf(t, request) : undefined}
          silent={inSession && request.phase.kind !== "ended"}
          kind={kindGlyphOf(request)}
        />
      </span>
      {inConversation ? (
        <span className={s.first}>
          <b>{turnWords(t, request, turn ?? 1)}</b>
        </span>
      ) : inSession ? (
        <KindOf request={request} />
      ) : (
        <Who request={request} />
      )}
      <span className={s.when}>
        {row.stays === true ? <Stays request={request} /> : <When request={request} />}
      </span>
      <span className={s.said}>
        <span className="grow cut">
          <Said request={request} />
        </span>
        <Badges request={request} turn={inConversation || earlier !== undefined ? null : turn} />
        {earlier !== undefined && (
          <span
            data-same="fold"
            className={s.count}
            title={t(open ? "inbox.earlierHide" : "inbox.earlierShow", { count: earlier.length })}
          >
            {turnWords(t, request, turn ?? earlier.length + 1)}
          </span>
        )}
      </span>
    </div>
  );
}

/** "Turn 7 of 10" if every turn so far used tools, so that both numbers count the same. */
const turnWords = (t: T, { round }: HeldRequest, turn: number): string =>
  round?.number === turn && turn <= round.limit
    ? t("tools.turnOf", { turn, limit: round.limit })
    : t("common.turnTurn", { turn });

/** Refusals that are about the server, not the request: too many requests, too expensive. */
const OF_THE_SERVER: ReadonlySet<string> = new Set<RefusalReason>([
  "rate-limited",
  "too-many-waiting",
  "too-many-for-call",
  "tokens-budget",
  "cost-budget",
]);

/**
 * The request's text; for refusals that are only counted, that are the server's fault, or whose content is gone, the
 * reason.
 */
function Said({ request, times = 1 }: { request: HeldRequest; times?: number }) {
  const t = useT();
  const refusal = refusalOf(request);
  const words = firstWords(request);
  const ownWords = request.more === undefined && times === 1 && words !== "";
  if (refusal === null || (ownWords && !OF_THE_SERVER.has(refusal.reason))) {
    return words === "" && request.proposed !== null ? (
      <span className="ink2">{t("inbox.noText")}</span>
    ) : (
      <Quote bare>{words}</Quote>
    );
  }
  return (
    <span className="ink2">{refusedWords(t, refusal, times + (request.more?.count ?? 0))}</span>
  );
}

function Who({ request }: { request: HeldRequest }) {
  const call = request.origin.kind === "certain" ? request.origin.call.name : undefined;
  const tool = call ?? kindGlyphOf(request)?.tool;
  return (
    <span className={s.first}>
      <b className={s.name}>{request.requester.name}</b>
      {request.requester.encrypted === false && <Unencrypted brief />}
      {tool !== undefined && (
        <span className="cut ink2">
          <Quote bare>{tool}</Quote>
        </span>
      )}
    </span>
  );
}

function When({ request }: { request: HeldRequest }) {
  const generating = stageOf(request) === "generating" ? running(request)[0] : undefined;
  const tokens = useStreamedTokens(generating?.id ?? null);
  const t = useT();
  if (request.phase.kind === "ended") return endTime(request);
  if (generating !== undefined) return t("inbox.tokens", { count: tokens });
  const deadline = deadlineOf(request);
  if (deadline !== undefined)
    return <DeadlineShort deadline={deadline} sinceMs={request.receivedAtMs} />;
  return <Age sinceMs={request.receivedAtMs} />;
}

/** The outcome of a request that has just ended, in place of its time. */
function Stays({ request }: { request: HeldRequest }) {
  const t = useT();
  const stage = visibleStage(request);
  if (isDecidedAction(request)) return stageWordOf(t, request);
  return stage === "replied" || stage === "rejected" ? t(`inbox.stays.${stage}`) : endTime(request);
}

/** An action has no reply: it is allowed, or its agent decides. */
const isDecidedAction = (request: HeldRequest): boolean =>
  request.reply.kind === "hook" && visibleStage(request) === "replied";

function Age({ sinceMs }: { sinceMs: number }) {
  return age(useT(), useNow() - sinceMs);
}

const endTime = (request: HeldRequest): string =>
  timeOfDay(request.phase.kind === "ended" ? request.phase.atMs : request.receivedAtMs).slice(0, 5);

/** A fixture was used for the response, or is about to be. */
function FixtureBadge({ request: { attempts } }: { request: HeldRequest }) {
  const t = useT();
  const by = attempts.at(-1)?.by;
  if (by?.kind !== "fixture") return null;
  const name = t("fixtures.badge", { name: by.name });
  return (
    <span role="img" aria-label={name} title={name} className={cx(s.badge, "warn")}>
      <Icon of={FixtureIcon} />
    </span>
  );
}

/** The review's count if it was opened; else the recorded count. */
function useTally(request: HeldRequest): Tally {
  const off = useMirror((state) => state.settings.findingsOff);
  const { findings } = rowFacts(request, off);
  const gate = request.phase.kind === "request" ? "request" : "response";
  return useShownTally(request.id, gate) ?? findings;
}

/** Red until it is decided. */
function useGrave(request: HeldRequest): boolean {
  const { serious } = useTally(request);
  return serious > 0 && (request.phase.kind === "request" || request.phase.kind === "response");
}

function FoundBadge({ tally: { serious, all } }: { tally: Tally }) {
  const t = useT();
  if (all === 0) return null;
  const said = t("inbox.badge.findings", { count: all });
  return serious > 0 ? (
    <span className={s.grave} title={said}>
      <Icon of={AttentionIcon} />
      {t("review.serious.count", { count: serious })}
    </span>
  ) : (
    <span className={cx(s.badge, "warn")} title={said}>
      <Icon of={WarnIcon} />
      <span aria-hidden="true">{all}</span>
      <span className="sr">{said}</span>
    </span>
  );
}

/** How much of a request is new since the turn that it continues. */
function NewOf({ request, asked }: { request: HeldRequest; asked: RequestDocument }) {
  const t = useT();
  const before = useEarlierTurn(request, asked);
  const fresh = useMemo(
    () => (before === null ? null : follow(asked, before).messages.filter(isNewMessage).length),
    [asked, before],
  );
  if (fresh === null) return null;
  return (
    <b className="nowrap">{t("tools.fold.newOf", { count: fresh, all: asked.messages.length })}</b>
  );
}

function Badges({ request, turn }: { request: HeldRequest; turn: number | null }) {
  const t = useT();
  const off = useMirror((state) => state.settings.findingsOff);
  const facts = rowFacts(request, off);
  const tally = useTally(request);
  const judged = ruleResultsOf(request).at(-1);
  const named = (icon: typeof ImageIcon, name: string) => (
    <span role="img" aria-label={name} title={name} className={s.badge}>
      <Icon of={icon} />
    </span>
  );
  return (
    <span className={s.badges}>
      {request.phase.kind !== "ended" && <TeamBadges id={request.id} />}
      {turn !== null && turnWords(t, request, turn)}
      {request.phase.kind === "request" && request.proposed !== null && (
        <NewOf request={request} asked={request.proposed} />
      )}
      <FixtureBadge request={request} />
      {facts.image && named(ImageIcon, t("inbox.badge.image"))}
      {facts.audio && named(AudioIcon, t("inbox.badge.audio"))}
      {facts.tools && named(ToolIcon, t("inbox.badge.tools"))}
      <ChangedLines request={request} />
      <FoundBadge tally={tally} />
      {judged !== undefined && named(RulesIcon, judgedWords(t, judged).what)}
      {abilitiesOf(request.requester).embeddedRequests && (
        <span title={request.requester.protocolVersion}>
          {request.requester.protocolVersion.slice(0, 4)}
        </span>
      )}
    </span>
  );
}
