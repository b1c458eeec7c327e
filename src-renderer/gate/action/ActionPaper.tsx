// The paper of an action: all of what the agent would do, its own words quoted as such, and what is known of its files.
import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import type { EditableText } from "#shared/agents/agent.ts";
import type { JsonObject } from "#shared/json.ts";
import { changedLines, CodeBlock } from "#editor/index.ts";
import type { BlockLanguage } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ByHandIcon, LockIcon } from "#kit/controls/icons.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { DocumentEnd, Heading } from "#request/document/Heading.tsx";
import { JsonBlock } from "#request/document/JsonBlock.tsx";
import { useElementPlace, usePlace } from "#request/document/places.ts";
import { blankRuns, fileOf, restOf } from "./about.ts";
import type { About } from "./about.ts";
import type { Edited } from "./useInput.ts";
import s from "./Action.module.css";

export interface PaperProps {
  id: string;
  about: About;
  edited: Edited;
}

/** Whatever has no place of its own on the paper is shown by the whole of it. */
export function ActionPaper({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <div ref={useElementPlace([])} tabIndex={-1} className={s.place}>
        {children}
      </div>
      <DocumentEnd>{t("action.end")}</DocumentEnd>
    </>
  );
}

/** All but changes of files: its texts, each under its heading, and the other fields of the input. */
export function ActionTexts({ id, about, edited }: PaperProps) {
  const t = useT();
  const { action, request, table } = about;
  const agent = table.name;
  const rest = useRest(about);
  const claim = "claim" in action ? action.claim : undefined;
  const folder = (action.kind === "command" ? action.folder : undefined) ?? request.folder;
  const path = "path" in action ? action.path : undefined;
  const real = path === undefined ? undefined : fileOf(request, path);
  return (
    <>
      {action.kind === "command" && (
        <InputText
          id={`${id} command`}
          name={t("action.kind.command")}
          text={action.command}
          about={about}
          change={edited.change}
        />
      )}
      {action.kind === "plan" && (
        <InputText
          id={`${id} plan`}
          name={t("action.kind.plan")}
          hint={t("action.markdown", { count: linesIn(action.plan.text) })}
          language="markdown"
          text={action.plan}
          about={about}
          change={edited.change}
        />
      )}
      {action.kind === "fetch" && <Text name={t("common.address")}>{action.url}</Text>}
      {action.kind === "search" && <Text name={t("action.query")}>{action.query}</Text>}
      {action.kind === "mcp-call" && (
        <>
          <Text name={t("common.server")}>{action.server}</Text>
          <Text name={t("toolCall.tool")}>{action.tool}</Text>
        </>
      )}
      {action.kind === "other" && <Text name={t("toolCall.tool")}>{request.tool}</Text>}
      {path !== undefined && <Text name={t("action.path")}>{path}</Text>}
      {real?.isLinked === true && (
        <p className={s.note}>
          {t("action.leadsTo")} <Quote>{real.real}</Quote>
        </p>
      )}
      {claim !== undefined && (
        <Text name={t("action.description")} hint={t("action.ownWords", { agent })}>
          {claim}
        </Text>
      )}
      {rest !== null && (
        <>
          <Heading>
            <b>{t("action.input")}</b>
            <span>{t("action.inputHint", { agent })}</span>
          </Heading>
          <JsonBlock
            value={rest}
            wants="object"
            path={["input"]}
            onChange={undefined}
            label={t("action.input")}
          />
        </>
      )}
      {action.kind === "plan" ? null : folder === null ? (
        <>
          <Heading>
            <b>{t("action.runsIn")}</b>
          </Heading>
          <p className={s.note}>{t("action.doesNotSay", { agent })}</p>
        </>
      ) : (
        <Text name={t("action.runsIn")} hint={t("action.reported", { agent })}>
          {folder}
        </Text>
      )}
    </>
  );
}

/** The same value for the same text, so that its editor stays. */
function useRest({ action, input }: About): JsonObject | null {
  const shown = Object.values(action).map((value) =>
    typeof value === "object" && "text" in value ? value.text : String(value),
  );
  const key = JSON.stringify(restOf(input, shown));
  return useMemo(() => JSON.parse(key) as JsonObject | null, [key]);
}

function Text({ name, hint, children }: { name: string; hint?: string; children: string }) {
  return (
    <>
      <Heading>
        <b>{name}</b>
        {hint !== undefined && <span>{hint}</span>}
      </Heading>
      <Paper text={children} label={name} />
    </>
  );
}

/** A text of the input at its place, editable where the agent takes edits. */
export function InputText({
  id,
  name,
  hint,
  language = "plaintext",
  text,
  about,
  change,
}: {
  id: string;
  name: ReactNode;
  hint?: string;
  language?: BlockLanguage;
  text: EditableText;
  about: About;
  /** Undefined: it can't be edited. */
  change: Edited["change"];
}) {
  const t = useT();
  const { request, table } = about;
  const agent = table.name;
  const path = useMemo(() => ["input", ...text.at], [text.at]);
  const { found, register } = usePlace(path);
  const first = useRef(text.text).current;
  const asked = textAt(request.input, text) ?? first;
  const isAsked = asked === text.text;
  const blanks = useMemo(
    () =>
      blankRuns(text.text).map(({ start, end, onlySpaces }) => ({
        start,
        end,
        // In one piece, however the line wraps.
        box: t(`action.${onlySpaces ? "spaces" : "blanks"}`, { count: end - start }).replaceAll(
          " ",
          "\u00A0",
        ),
      })),
    [t, text.text],
  );
  const label = typeof name === "string" ? name : id;
  return (
    <>
      <Heading>
        <b>{name}</b>
        <span>{hint ?? t("common.countLines", { count: linesIn(text.text) })}</span>
        <span className={s.end}>
          <Icon of={change === undefined ? LockIcon : ByHandIcon} />
          {change === undefined ? t("action.locked", { agent }) : t("action.editable")}
        </span>
      </Heading>
      <CodeBlock
        ref={register}
        identity={id}
        value={text.text}
        language={language}
        readOnly={change === undefined}
        {...(change === undefined ? {} : { onChange: (next: string) => change(text.at, next) })}
        marks={{
          found,
          edited: isAsked ? undefined : changedLines(asked, text.text),
          blanks,
        }}
        label={label}
        start="now"
      />
    </>
  );
}

/** Without the end of the last one. */
export const linesIn = (text: string): number => text.replace(/\n$/, "").split("\n").length;

function textAt(input: JsonObject, { at }: EditableText): string | null {
  let value: unknown = input;
  for (const key of at) value = (value as Record<string | number, unknown> | undefined)?.[key];
  return typeof value === "string" ? value : null;
}
