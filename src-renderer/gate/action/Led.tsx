// The second line of the band: what the agent wants, with which tool, and where, as it says.
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { LedHereIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Branch } from "#request/sessionParts.tsx";
import { aboutOf, pathsOf, subjectOf } from "./about.ts";

export function ActionLed({ request: held }: { request: HeldRequest }) {
  const t = useT();
  const request = held.proposed === null ? null : actionIn(held.proposed);
  if (request === null) return null;
  const { action } = aboutOf(request);
  const subject = subjectOf(action, request);
  const more = pathsOf(action).length - 1;
  return (
    <>
      <Icon of={LedHereIcon} />
      <span className="nowrap">{t(`action.wants.${action.kind}`)}</span>
      {action.kind === "question" ? (
        <span className="nowrap">
          {t("action.answer.questions", { count: action.questions.length })}
        </span>
      ) : (
        action.kind !== "plan" && <Quote cut>{subject}</Quote>
      )}
      {more > 0 && <span className="nowrap">{t("action.andFiles", { count: more })}</span>}
      {subject !== request.tool && (
        <>
          <span className="nowrap">{t("action.with")}</span>
          <Quote>{request.tool}</Quote>
        </>
      )}
      {request.folder !== null && (
        <>
          <span className="nowrap">{t("review.hostFolder")}</span>
          <Quote cut>{request.folder}</Quote>
          <Branch of={request} />
        </>
      )}
      {request.subagent !== undefined && (
        <>
          <span className="nowrap">{t("action.subagent")}</span>
          <Quote cut>{request.subagent}</Quote>
        </>
      )}
    </>
  );
}
