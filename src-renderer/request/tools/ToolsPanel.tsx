// The tools offered to the model, and the edits a user can make. The server runs the tools, never Countersign.
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { ProviderTraits } from "#shared/models/ranking/traits.ts";
import { isJsonObject } from "#shared/json.ts";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import type { RequestDocument, Tool } from "#shared/request/document/message.ts";
import { TOOL_CHOICES } from "#shared/request/checks/toolCalls.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { cx } from "#kit/cx.ts";
import { RemoveIcon } from "#kit/controls/icons.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Section } from "#kit/layout/Section.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { Change } from "../document/document.ts";
import { removeAllTools, removeTool, restoreTool, toolRows, withToolChoice } from "./toolRows.ts";
import type { ToolRow } from "./toolRows.ts";
import s from "./Tools.module.css";
import { Hint } from "#kit/text/Text.tsx";

export interface ToolsPanelProps {
  document: RequestDocument;
  asked: RequestDocument;
  /** Undefined: read only. */
  onChange: Change | undefined;
  options: GenerationOptions;
  onOptions: ((options: GenerationOptions) => void) | undefined;
  /** The provider of the selected model; null without a model. */
  provider: { name: string; traits: ProviderTraits } | null;
  children?: ReactNode;
}

/** Radix Select has no empty value. */
const UNSET = "countersign:unset";

export function ToolsPanel({
  document,
  asked,
  onChange,
  options,
  onOptions,
  provider,
  children,
}: ToolsPanelProps) {
  const t = useT();
  const rows = useMemo(() => toolRows(asked, document), [asked, document]);
  const given = rows.filter((row) => row.index !== null).length;
  if (rows.length === 0 && document.toolChoice === undefined && asked.toolChoice === undefined) {
    return null;
  }
  const mode = document.toolChoice?.mode;
  const foreign = [mode, asked.toolChoice?.mode].filter(
    (word) => word !== undefined && !TOOL_CHOICES.some((known) => known === word),
  );
  const others = [...new Set(foreign)].map((word) => ({
    value: word ?? "",
    label: word ?? "",
    wire: true,
  }));
  const { parallelToolCalls, ...otherOptions } = options;
  const canBeOne = provider?.traits.parallelSwitch === true;
  const isOne = parallelToolCalls === false;
  return (
    <Section heading={t("tools.title")} end={given}>
      {children}
      {given === 0 && <Hint above>{t("tools.none")}</Hint>}
      <ul className={s.tools}>
        {rows.map((row, at) => (
          <ToolItem key={at} row={row} asked={asked} onChange={onChange} />
        ))}
      </ul>
      {onChange !== undefined && rows.length > 1 && (
        <Hint above className={s.all}>
          {given > 0 && (
            <LinkButton onClick={() => onChange(removeAllTools)}>{t("tools.removeAll")}</LinkButton>
          )}
          {given < rows.length && (
            <LinkButton onClick={() => onChange((now) => restoreTool(now, asked))}>
              {t("tools.undoAll")}
            </LinkButton>
          )}
        </Hint>
      )}
      <div className={s.choice}>
        <span>{t("tools.choice")}</span>
        <Select
          size="s"
          aria-label={t("tools.choice")}
          disabled={onChange === undefined}
          value={document.toolChoice === undefined ? UNSET : (mode ?? null)}
          options={[
            ...TOOL_CHOICES.map((value) => ({
              value: value as string,
              label: value as string,
              wire: true,
              hint: t(`tools.choiceHint.${value}`),
            })),
            ...others,
            { value: UNSET, label: t("tools.choiceUnset"), hint: t("tools.choiceHint.unset") },
          ]}
          onChange={(value) =>
            onChange?.((now) => withToolChoice(now, asked, value === UNSET ? null : value))
          }
        />
      </div>
      {given > 0 && (
        <Checkbox
          checked={isOne}
          // A tick from before the model was changed can always be removed.
          disabled={onOptions === undefined || (!canBeOne && !isOne)}
          onChange={(one) =>
            onOptions?.(one ? { ...otherOptions, parallelToolCalls: false } : otherOptions)
          }
          hint={
            provider === null
              ? undefined
              : t(canBeOne ? "tools.oneHint" : "tools.oneNot", { provider: provider.name })
          }
        >
          {t("tools.oneAtATime")}
        </Checkbox>
      )}
      <Hint above>{t(completionIn(document) === null ? "tools.who" : "tools.whoProgram")}</Hint>
    </Section>
  );
}

/** The tool's `title` (2025-11-25, "BaseMetadata"), else that of its annotations. */
function titleOf(tool: Tool): string | null {
  const { title, annotations } = tool;
  if (typeof title === "string") return title;
  const other = isJsonObject(annotations) ? annotations["title"] : undefined;
  return typeof other === "string" ? other : null;
}

function ToolItem({
  row: { tool, index, state },
  asked,
  onChange,
}: {
  row: ToolRow;
  asked: RequestDocument;
  onChange: Change | undefined;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const whole = useMemo(() => (open ? JSON.stringify(tool, null, 2) : ""), [open, tool]);
  const properties = tool.inputSchema?.["properties"];
  const names = isJsonObject(properties) ? Object.keys(properties).length : 0;
  const title = titleOf(tool);
  const { description } = tool;
  return (
    <li className={cx(s.tool, index === null && s.removed)}>
      <div className={s.head}>
        <Quote cut>{tool.name}</Quote>
        {title !== null && (
          <span className="cut ink2">
            <Quote bare>{title}</Quote>
          </span>
        )}
        {state !== "asked" && <span className={s.state}>{t(`tools.${state}`)}</span>}
        <span className="grow" />
        {onChange !== undefined &&
          (index === null ? (
            <LinkButton onClick={() => onChange((now) => restoreTool(now, asked, tool))}>
              {t("tools.undo")}
            </LinkButton>
          ) : (
            <IconButton
              icon={RemoveIcon}
              label={t("tools.remove", { name: tool.name.slice(0, 60) })}
              onClick={() => onChange((now) => removeTool(now, index))}
            />
          ))}
      </div>
      {description !== undefined && !open && (
        <p className={cx(s.description, "cut")}>
          <Quote bare>{description}</Quote>
        </p>
      )}
      <p className={s.more}>
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "common.hide" : "tools.whole")}
        </LinkButton>
        <span className="ink3">
          {t("tools.arguments", { count: names })}
          {description !== undefined &&
            ` · ${t("tools.descriptionLength", { count: description.length })}`}
        </span>
      </p>
      {open && (
        <div className={s.whole}>
          {description !== undefined && description.includes("\n") && (
            <Paper
              small
              text={description}
              label={t("tools.description", { name: tool.name.slice(0, 60) })}
            />
          )}
          <Paper small text={whole} label={t("tools.wholeOf", { name: tool.name.slice(0, 60) })} />
        </div>
      )}
    </li>
  );
}
