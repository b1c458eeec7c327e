// How an action ended: what was asked, what was allowed, what the agent was told, and whether it ran, as it says.
import { Fragment } from "react";
import { actionIn, actionResponseIn } from "#shared/request/kinds/action/document.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { Heading } from "#request/document/Heading.tsx";
import { notSentWords } from "#request/outcomeWords.ts";
import { aboutOf } from "./about.ts";
import s from "./Action.module.css";

export function EndedAction({ request: held }: { request: HeldRequest }) {
  const t = useT();
  const request = held.proposed === null ? null : actionIn(held.proposed);
  if (request === null) return <p>{t("elicitation.notKept")}</p>;
  const { table } = aboutOf(request);
  const agent = table.name;
  const decided = held.phase.kind === "ended" ? held.phase.ending : held.phase;
  const response = "document" in decided ? actionResponseIn(decided.document) : null;
  const input = response?.verdict === "allow" ? response.input : undefined;
  const told = decided.kind === "rejected" ? (decided.note ?? "") : null;
  return (
    <>
      <Part title={t("action.ended.asked", { agent })}>{textOf(request, request.input)}</Part>
      {request.files.map(
        ({ path, diff }) =>
          diff !== undefined && (
            <Fragment key={path}>
              <Part title={`${t("action.ended.diff")}: ${path}`}>{diff}</Part>
            </Fragment>
          ),
      )}
      <Heading>
        <b>
          {told !== null
            ? t("action.ended.rejected", { agent })
            : response === null
              ? notSentWords(t, held)
              : response.verdict === "pass"
                ? t("action.ended.passed", { agent })
                : t(`action.ended.${allowedWord(request, input)}`)}
        </b>
      </Heading>
      {told === "" && <p className={s.note}>{t("action.ended.noReason")}</p>}
      {told !== null && told !== "" && (
        <Paper text={told} label={t("action.ended.rejected", { agent })} />
      )}
      {input !== undefined && (
        <Paper
          text={textOf(request, input)}
          label={t(`action.ended.${allowedWord(request, input)}`)}
        />
      )}
      <Ran request={held} agent={agent} isLet={response !== null} />
    </>
  );
}

/** What the agent has said afterwards. */
function Ran({ request, agent, isLet }: { request: HeldRequest; agent: string; isLet: boolean }) {
  const t = useT();
  const done = request.timeline.find(({ kind }) => kind === "completed");
  if (done === undefined)
    return isLet && <p className={s.note}>{t("action.ended.notHeard", { agent })}</p>;
  const { differs = false, failed = false } = request.completed ?? {};
  return (
    <>
      <p className={s.note}>
        {t(failed ? "action.ended.failed" : "action.ended.ran", {
          agent,
          time: timeOfDay(done.atMs),
        })}
      </p>
      {differs && (
        <p className={s.note}>
          <b className="warn">{t("action.ended.differs")}</b>
        </p>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <>
      <Heading>
        <b>{title}</b>
      </Heading>
      <Paper text={children} label={title} />
    </>
  );
}

function allowedWord(request: ActionRequest, input: JsonObject | undefined) {
  if (input === undefined) return "allowed";
  return aboutOf(request, input).action.kind === "question" ? "answered" : "allowedEdited";
}

/** A command or plan as it is, where that is all of the input; the answers to questions. */
function textOf(request: ActionRequest, input: JsonObject): string {
  const { action } = aboutOf(request, input);
  if (action.kind === "plan") return action.plan.text;
  const answers = action.kind === "question" && input["answers"];
  if (isJsonObject(answers))
    return Object.entries(answers)
      .map((both) => both.join("\n"))
      .join("\n\n");
  const isAll = action.kind === "command" && Object.keys(input).length === 1;
  return isAll ? action.command.text : JSON.stringify(input, null, 2);
}
