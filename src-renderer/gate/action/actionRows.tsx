// The side of an action: what it names, its session so far, and how long the agent waits.
import { useMemo } from "react";
import type { ReactNode } from "react";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import type { Ending, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { span } from "#kit/text/time.ts";
import type { Row } from "../gate.ts";
import { pathsOf } from "./about.ts";
import type { About } from "./about.ts";
import { effectsOf, isInside } from "./effects.ts";
import type { Answering } from "./QuestionPaper.tsx";
import s from "./Action.module.css";

export function useActionRows(request: HeldRequest, about: About | null): Row[] {
  const t = useT();
  const session = useSession(request.id, about?.request.session.id ?? "");
  if (about === null) return [];
  const first = about.action.kind === "plan" ? planRow(t, about) : effectRow(t, about);
  return [
    ...(about.action.kind === "question" ? [] : [first]),
    sessionRow(t, about, session),
    timeRow(t, about, request),
  ];
}

function effectRow(t: T, about: About): Row {
  const { action, request } = about;
  const row = (value: string, why: ReactNode): Row => ({
    id: "effect",
    label: t("action.effect.label"),
    value,
    why,
    brief: value,
  });
  if (action.kind === "command") {
    const folder = request.session.folder ?? request.folder;
    return commandRow(t, action.command.text, folder, row);
  }
  if (action.kind === "mcp-call") return row(t("action.effect.mcp"), t("action.effect.asTool"));
  if (action.kind === "fetch") return row(t("action.effect.network"), t("action.effect.asTool"));
  const paths = pathsOf(action);
  if (paths.length === 0) return row(t("action.effect.unknown"), t("action.effect.asTool"));
  const { folder } = request.session;
  const reals = request.files.filter(({ path }) => paths.includes(path)).map(({ real }) => real);
  const outside = folder === null ? [] : reals.filter((real) => !isInside(real, folder));
  const where = t(
    folder === null || reals.length === 0
      ? "action.effect.unknownFolder"
      : outside.length > 0
        ? "action.effect.someOutside"
        : "action.effect.inFolder",
    { count: outside.length > 0 ? outside.length : paths.length },
  );
  const what =
    action.kind === "write"
      ? t(`action.effect.${request.files[0]?.state === "absent" ? "creates" : "overwrites"}`)
      : action.kind === "edit"
        ? null
        : t("action.effect.reads");
  return row(
    what ?? where,
    [what === null ? [] : where, t("action.effect.asPath")].flat().join(" · "),
  );
}

/** What approving doesn't do. */
function planRow(t: T, { table }: About): Row {
  const value = t("action.plan.stillCome");
  const why = t("action.plan.asSetUp", { agent: table.name });
  return { id: "effect", label: t("action.plan.after"), value, why, brief: value };
}

export function answersRow(t: T, { table }: About, { answers }: Answering): Row {
  const given = answers.filter((answer) => answer !== null).length;
  return {
    id: "answers",
    label: t("action.answer.label"),
    value: t("action.answer.given", { given, count: answers.length }),
    why: t("action.answer.sentTo", { agent: table.name }),
  };
}

function commandRow(
  t: T,
  command: string,
  folder: string | null,
  row: (value: string, why: ReactNode) => Row,
): Row {
  const { network, git, deletes, outside, admin, starts } = effectsOf(command, folder);
  const named: [string, readonly string[]][] = [
    [t("action.effect.network"), network],
    [t("action.effect.deletes"), deletes],
    [t("action.effect.outside"), outside],
    [t("action.effect.admin"), admin],
    [t("action.effect.unread"), starts],
  ];
  const shown = named.filter(([, words]) => words.length > 0);
  const values = [
    ...shown.map(([name]) => name),
    ...git.map((what) => t("action.effect.git", { what })),
  ];
  return row(
    values.length === 0 ? t("action.effect.none") : values.join(t("common.comma")),
    <>
      {t("action.effect.asReads")}
      {shown.map(([name, words]) => (
        <span key={name} className={s.named}>
          {name}:{" "}
          {words.map((word) => (
            <Quote key={word}>{word}</Quote>
          ))}
        </span>
      ))}
    </>,
  );
}

interface Past {
  before: number;
  allowed: number;
  rejected: number;
}

/** Under the user's choice; nobody has allowed it. */
const isPassed = (ending: Ending): boolean => ending.kind === "replied" && isPermission(ending.by);

/** The actions of the same session that this window knows. */
function useSession(id: string, session: string): Past {
  const requests = useMirror((state) => state.requests);
  return useMemo(() => {
    const own = requests[id];
    const past = Object.values(requests).filter(
      (request) =>
        request.id !== id &&
        request.requestKind === "action" &&
        request.requester.serverId === own?.requester.serverId &&
        request.receivedAtMs <= own.receivedAtMs &&
        request.proposed !== null &&
        actionIn(request.proposed)?.session.id === session,
    );
    const count = (kind: string): number =>
      past.filter(
        ({ phase }) =>
          phase.kind === "ended" && phase.ending.kind === kind && !isPassed(phase.ending),
      ).length;
    return { before: past.length, allowed: count("replied"), rejected: count("rejected") };
  }, [requests, id, session]);
}

function sessionRow(t: T, { request }: About, { before, allowed, rejected }: Past): Row {
  return {
    id: "session",
    label: t("action.session.label"),
    value: before === 0 ? t("action.session.first") : t("action.session.held", { count: before }),
    why: (
      <>
        {before > 0 && t("action.session.so", { allowed, rejected })}{" "}
        <Quote bare className={s.named}>
          {request.session.id}
        </Quote>
      </>
    ),
  };
}

function timeRow(t: T, { table }: About, { deadline, waits }: HeldRequest): Row {
  const agent = table.name;
  const { unitMs, blocksOnFailure } = table.hook;
  const early =
    deadline === undefined || waits === undefined ? 0 : Math.max(0, deadline.atMs - waits.atMs);
  const value =
    deadline === undefined
      ? t(unitMs === null ? "action.time.unlimited" : "action.time.waits", {
          agent,
          time: span(t, table.hook.limitMs),
        })
      : t("action.time.waits", { agent, time: span(t, deadline.totalMs) });
  const then = t(blocksOnFailure ? "action.time.blocks" : "action.time.runs", { agent });
  return {
    id: "time",
    label: t("action.time.label"),
    value,
    why: (
      <>
        {early > 0 && t("action.time.refused", { time: span(t, early) })}{" "}
        {deadline !== undefined && then}
      </>
    ),
  };
}
