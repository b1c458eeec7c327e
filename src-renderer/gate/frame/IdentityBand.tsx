// The identity band: the server, its connection, the call behind the request, how long it has been waiting.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { sessionKeyOf, useSessionRequests } from "#data/requests/sessions.ts";
import { SessionTitle } from "#request/sessionParts.tsx";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import type { OriginCall, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Deadline } from "#kit/text/Deadline.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  AttentionIcon,
  GlobeIcon,
  LedHereIcon,
  PlugIcon,
  ProgramIcon,
  ReplayIcon,
  TerminalIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Popover } from "#kit/overlays/Popover.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { stageWordOf, StageWord } from "#request/StageGlyph.tsx";
import { deadlineOf } from "#shared/request/life/deadline.ts";
import { replyKind, visibleStage } from "#shared/request/life/stage.ts";
import { TeamLine } from "../team/TeamLine.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { IdentityCard } from "./IdentityCard.tsx";
import s from "./IdentityBand.module.css";

const OF_REPLY: Readonly<Partial<Record<HeldRequest["reply"]["kind"], IconKind>>> = {
  http: ProgramIcon,
  hook: TerminalIcon,
};

/**
 * @param led in place of the call behind the request
 * @param size after that
 */
export function IdentityBand({
  request,
  led,
  size,
}: {
  request: HeldRequest;
  led?: ReactNode;
  size?: ReactNode;
}) {
  const t = useT();
  const { requester, phase } = request;
  const { host } = requester;
  const remote = requester.transport === "http" || requester.transport === "sse";
  const icon = remote ? GlobeIcon : (OF_REPLY[request.reply.kind] ?? PlugIcon);
  return (
    <div className={s.whole}>
      <header className={s.band}>
        <div className={s.by}>
          <Icon of={icon} size="m" className="ink2" />
          <h1 className={s.name}>
            {host !== undefined && (
              <span title={t("review.fromHost")}>
                <Quote bare cut>
                  {host.name === "" ? "?" : host.name}
                </Quote>
                <span aria-hidden="true"> › </span>
              </span>
            )}
            <IdentityCard requester={requester} />
          </h1>
          <OfSession request={request} />
          <Where
            requester={requester}
            isBelow={isOwnCall(request) || request.reply.kind === "hook"}
          />
        </div>
        <div className={s.time}>
          {phase.kind === "ended" ? (
            <div className={s.ended}>
              <p className={s.endedStage}>
                <StageWord
                  stage={visibleStage(request)}
                  reply={replyKind(request)}
                  word={stageWordOf(t, request)}
                />
              </p>
              <p className={s.endedAt}>{t("review.endedAt", { time: timeOfDay(phase.atMs) })}</p>
            </div>
          ) : (
            <Deadline
              deadline={deadlineOf(request)}
              sinceMs={request.receivedAtMs}
              host={host?.name}
            />
          )}
        </div>
        <div className={s.led}>
          {led ?? ledHere(t, request)}
          {size}
        </div>
      </header>
      <TeamLine id={request.id} isOpen={phase.kind !== "ended"} />
    </div>
  );
}

/** The session of an action, by its agent's name for it. */
function OfSession({ request }: { request: HeldRequest }) {
  const key = sessionKeyOf(request);
  const requests = useSessionRequests(key);
  if (key === null) return null;
  return (
    <>
      <span aria-hidden="true" className="ink2">
        ›
      </span>
      <SessionTitle requests={requests.length === 0 ? [request] : requests} />
    </>
  );
}

/** A program asks of itself, not for a tool call of its server. */
const isOwnCall = ({ origin, reply }: HeldRequest): boolean =>
  origin.kind === "none" && reply.kind === "http";

/** The server's package or host name; the transport if it has neither. */
function Where({
  requester,
  isBelow,
}: {
  requester: HeldRequest["requester"];
  /** The line below has the place. */
  isBelow: boolean;
}) {
  const t = useT();
  return (
    <span className={s.where0}>
      {requester.where === "" && <span>{t(`review.transport.${requester.transport}`)}</span>}
      {typeof requester.caller?.path === "string" && (
        <Quote bare cut className={s.where}>
          {requester.caller.path}
        </Quote>
      )}
      {requester.where !== "" && !isBelow && (
        <Quote bare cut className={s.where}>
          {requester.where}
        </Quote>
      )}
      {requester.host?.folder !== undefined && (
        <span className={cx("row cut", s.folder)} title={t("review.hostFolderHint")}>
          {t("review.hostFolder")}&nbsp;
          <Quote bare cut>
            {requester.host.folder}
          </Quote>
        </span>
      )}
      {requester.encrypted === false && (
        <span className={cx(s.warned, "warn")}>
          <Icon of={WarnIcon} /> {t("review.notEncrypted")}
        </span>
      )}
    </span>
  );
}

/** What a program calls, and how its response goes. */
function ownCall(t: T, request: HeldRequest): ReactNode {
  const { requester, reply, proposed, judged = [], phase } = request;
  const asked = completionIn(proposed);
  // A standing permission or a rule lets the stream through while the model writes.
  const isHeld = phase.kind !== "ended" && judged.every(({ decide }) => decide !== "allow");
  return (
    <>
      <Icon of={LedHereIcon} />
      <span className="nowrap">{t("common.calls")}</span>
      <Quote>{requester.where}</Quote>
      {asked !== null && (
        <>
          <span className="nowrap">{t("review.origin.model")}</span>
          <Quote cut>{asked.completion.model}</Quote>
        </>
      )}
      {isHeld && reply.kind === "http" && reply.stream && (
        <span className={cx("cut ink3", s.remark)}>{t("review.origin.streamHeld")}</span>
      )}
    </>
  );
}

/** The call that led to the request, as far as it is known. */
function ledHere(t: T, request: HeldRequest): ReactNode {
  const { origin, reply } = request;
  if (reply.kind === "replay") {
    return (
      <>
        <Icon of={ReplayIcon} />
        <span className="nowrap">
          {t(reply.of === null ? "review.replay.pastedHere" : "review.replay.ledHere")}
        </span>
      </>
    );
  }
  if (isOwnCall(request)) return ownCall(t, request);
  if (origin.kind === "none") {
    return (
      <>
        <Icon of={AttentionIcon} className="warn" />
        <span className="warn nowrap">{t("review.origin.none")}</span>
      </>
    );
  }
  if (origin.kind === "ambiguous") {
    const all = t("review.origin.all", { count: origin.calls.length });
    const text = origin.calls
      .map((call) => `${call.name} ${JSON.stringify(call.arguments, null, 2)}`)
      .join("\n\n");
    return (
      <>
        <Icon of={AttentionIcon} className="warn" />
        <span className="nowrap">
          {t("review.origin.ambiguous", { count: origin.calls.length })}
        </span>
        {origin.calls.slice(0, 3).map((call) => (
          <Quote key={call.runId} cut>
            {call.name}
          </Quote>
        ))}
        <Popover label={all} align="end" trigger={<LinkButton>{all}</LinkButton>}>
          <Paper text={text} label={all} small />
        </Popover>
      </>
    );
  }
  return oneCall(t, origin.call, origin.counted === true);
}

/** @param counted known only as the one call that was active */
function oneCall(t: T, call: OriginCall, counted: boolean): ReactNode {
  const args = call.arguments;
  const count = typeof args === "object" && args !== null ? Object.keys(args).length : 0;
  const whole = JSON.stringify(args, null, 2);
  return (
    <>
      <Icon of={LedHereIcon} />
      <span className="nowrap">{t(`review.origin.${verbOf[call.method]}`)}</span>
      <Quote>{call.name}</Quote>
      {count > 0 && (
        <>
          <Quote cut>{inline(args)}</Quote>
          <Popover
            label={t("review.origin.arguments", { count })}
            align="end"
            trigger={
              <LinkButton title={t("common.characters", { count: whole.length })}>
                {t("review.origin.arguments", { count })}
              </LinkButton>
            }
          >
            {counted && (
              <p className="xs ink2">
                {t("review.origin.counted")}: {t("review.origin.countedWhy")}
              </p>
            )}
            <Paper text={whole} label={t("review.origin.arguments", { count })} small />
          </Popover>
        </>
      )}
    </>
  );
}

const verbOf = {
  "tools/call": "called",
  "prompts/get": "prompted",
  "resources/read": "read",
} as const;

/** Arguments in one line: `text: "…", floor: 3`. */
function inline(args: OriginCall["arguments"]): string {
  if (typeof args !== "object" || args === null) return JSON.stringify(args);
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value) ?? ""}`)
    .join(", ");
}
