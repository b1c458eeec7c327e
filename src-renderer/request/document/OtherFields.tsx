// Fields of a message or block that are not its content (`_meta`, `annotations`, fields MCP does not define): a line
// each that can be opened. They are passed on unchanged unless the user edits or deletes them.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { NextIcon, OpenIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { FlagLines } from "../findings/FlagLines.tsx";
import { JsonBlock } from "./JsonBlock.tsx";
import s from "./OtherFields.module.css";

interface OtherFieldsProps {
  holder: JsonObject;
  /** Fields that are shown elsewhere. */
  shown: readonly string[];
  path: Path;
  /** The holder's name for screen readers. */
  label: string;
  onChange: ((next: JsonObject) => void) | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  inPanel?: boolean;
}

export function OtherFields({
  holder,
  shown,
  path,
  label,
  onChange,
  onBroken,
  inPanel,
}: OtherFieldsProps) {
  const names = Object.keys(holder).filter(
    (name) => !shown.includes(name) && holder[name] !== undefined,
  );
  return names.map((name) => (
    <OtherField
      key={name}
      name={name}
      value={holder[name] ?? null}
      path={[...path, name]}
      label={label}
      inPanel={inPanel === true}
      onBroken={onBroken}
      onChange={
        onChange === undefined
          ? undefined
          : (next) =>
              onChange(next === undefined ? without(holder, name) : { ...holder, [name]: next })
      }
    />
  ));
}

const without = (holder: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));

function OtherField({
  name,
  value,
  path,
  label,
  inPanel,
  onChange,
  onBroken,
}: {
  name: string;
  value: Json;
  path: Path;
  label: string;
  inPanel: boolean;
  /** Undefined deletes the field. */
  onChange: ((next: Json | undefined) => void) | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const full = t("content.members.label", { name, label });
  return (
    <>
      <div className={cx(s.field, inPanel && s.inPanel)} role="group" aria-label={full}>
        <button
          type="button"
          className={s.name}
          aria-expanded={open}
          title={t(open ? "content.members.hide" : "content.members.show", { name })}
          onClick={() => setOpen(!open)}
        >
          <Icon of={open ? OpenIcon : NextIcon} />
          <Quote bare>{name}</Quote>
        </button>
        {!open && (
          <span className={cx(s.value, "cut")}>
            <Quote bare>{JSON.stringify(value)}</Quote>
          </span>
        )}
        {open && <span className={s.value}>{t("content.members.kept")}</span>}
        {onChange !== undefined && (
          <LinkButton
            aria-label={t("common.removeName", { name })}
            onClick={() => onChange(undefined)}
          >
            {t("common.remove")}
          </LinkButton>
        )}
      </div>
      {inPanel && <FlagLines path={path} inPanel />}
      {open && (
        <JsonBlock
          value={value}
          wants="any"
          path={path}
          label={full}
          onBroken={onBroken}
          onChange={onChange === undefined ? undefined : (next) => onChange(next)}
        />
      )}
    </>
  );
}
