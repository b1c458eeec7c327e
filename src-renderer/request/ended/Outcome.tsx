// How a request ended, as the bar above it.
import { useT } from "#words/index.ts";
import { placeOf } from "#shared/rules/limits/raise.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { missedDelivery } from "#shared/request/life/stage.ts";
import { openRun } from "#data/commands.ts";
import { useGroupHold } from "#data/team.ts";
import { openComparison } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import {
  CloseIcon,
  DoneIcon,
  InfoIcon,
  LateIcon,
  RefusedIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { isSettable } from "../refusalWords.ts";
import { RaiseLimit } from "./RaiseLimit.tsx";
import { endingWords, moreWords, notKeptWords, replayWords } from "../outcomeWords.ts";
import { useUnsentDraft } from "./useUnsentDraft.ts";

export function Outcome({ request }: { request: HeldRequest }) {
  const t = useT();
  const draft = useUnsentDraft(request);
  const { phase } = request;
  if (phase.kind === "ready") {
    return <Ready request={request} />;
  }
  if (phase.kind === "delivering") {
    return (
      <Bar tone="info" icon={InfoIcon} title={t("review.delivering.title")}>
        {t(request.reply.kind === "task" ? "review.delivering.task" : "review.delivering.text")}
      </Bar>
    );
  }
  if (phase.kind !== "ended") return null;
  const { ending } = phase;
  const failed = missedDelivery(ending) !== null;
  const words =
    request.reply.kind === "replay"
      ? replayWords(t, request.reply, ending)
      : endingWords(t, request, ending);
  return (
    <Bar
      tone={failed ? "danger" : "info"}
      icon={failed ? WarnIcon : iconOf[ending.kind]}
      title={words.what}
      {...(ending.kind === "refused" && placeOf(ending.refusal) !== null
        ? { actions: <RaiseLimit key={request.id} request={request} /> }
        : isCompared(request)
          ? {
              actions: (
                <LinkButton onClick={() => openComparison(request.id)}>
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
      {request.notKept !== undefined && ` ${notKeptWords(t, request.notKept)}`}
      {request.more !== undefined && ` ${moreWords(t, request.more)}`}
      {draft !== null && ` ${t("review.end.draftKept")}`}
    </Bar>
  );
}

/** A replay with a response, of a request that had one too. */
const isCompared = ({ reply, phase }: HeldRequest): boolean =>
  reply.kind === "replay" &&
  reply.of !== null &&
  reply.was === "replied" &&
  phase.kind === "ended" &&
  phase.ending.kind === "replied";

/** An approved response that waits for requests of the same call. */
function Ready({ request }: { request: HeldRequest }) {
  const t = useT();
  const { reply, origin } = request;
  const siblings = reply.kind === "embedded" ? reply.siblings.length - 1 : 0;
  const questions = reply.kind === "embedded" ? (reply.questions ?? 0) : 0;
  const hold = useGroupHold(request);
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
      {hold === null
        ? t("review.ready.text", { count: siblings + questions })
        : t(hold === "team-stopped" ? "review.ready.stopped" : "review.ready.offline")}{" "}
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
