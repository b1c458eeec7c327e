// The arguments of a call, as the form of their schema or as JSON. Both edit one draft.
import { useMemo } from "react";
import type { ArgumentDraft } from "#shared/forms/argumentDraft.ts";
import type { Field } from "#shared/forms/field.ts";
import type { Faults } from "#shared/findings/arguments.ts";
import type { JsonObject } from "#shared/json.ts";
import { JsonEditor } from "#editor/index.ts";
import type { JsonFault } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { ArgumentCheck } from "./check/argumentCheck.ts";
import { FaultLine } from "./FaultLine.tsx";
import { SchemaForm } from "./SchemaForm.tsx";
import { draftText, parseArguments, typedJson } from "./values.ts";
import s from "./Form.module.css";

const NO_FAULTS: Faults = new Map();

interface Props {
  /** Changes with what is called: fields then drop their typed text. */
  identity: string;
  label: string;
  side: "form" | "json";
  schema: JsonObject | undefined;
  /** Null: there is no form. */
  fields: readonly Field[] | null;
  draft: ArgumentDraft;
  /** Null before the first check. */
  check: ArgumentCheck | null;
  /** Whether the form shows what is wrong. */
  showsFaults: boolean;
  /** Undefined: read only. */
  onDraft: ((draft: ArgumentDraft) => void) | undefined;
  /** Told whether a field holds text that is not a value. */
  onUnreadable: (unreadable: boolean) => void;
  /** Told what is wrong in the JSON view, by line. */
  onJsonFaults?: (faults: JsonFault[]) => void;
}

export function ArgumentEditor({
  identity,
  label,
  side,
  schema,
  fields,
  draft,
  check,
  showsFaults,
  onDraft,
  onUnreadable,
  onJsonFaults,
}: Props) {
  const t = useT();
  const faults: Faults = useMemo(
    () => (showsFaults && check?.kind === "checked" ? new Map(check.faults) : NO_FAULTS),
    [showsFaults, check],
  );
  const { args, json } = draft;
  const parsed = json === null ? null : parseArguments(json);
  if (side === "json" || fields === null) {
    return (
      <div className={s.json}>
        <JsonEditor
          identity={identity}
          label={label}
          value={draftText(draft)}
          readOnly={onDraft === undefined}
          onChange={onDraft && ((text) => onDraft(typedJson(draft, text)))}
          onFaults={onJsonFaults}
          {...(schema === undefined ? {} : { schema: { name: "arguments", schema } })}
        />
        {parsed !== null && parsed.kind !== "object" && (
          <div className={s.jsonFault}>
            {parsed.kind === "not-object" ? (
              <FaultLine text={t("form.notObject")} />
            ) : (
              <FaultLine text={t("form.notJson")} quote={parsed.detail} />
            )}
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={s.whole}>
      {parsed !== null && parsed.kind !== "object" && <FaultLine text={t("form.jsonBroken")} />}
      {check?.kind === "unchecked" && <p className={s.note}>{t("form.unchecked")}</p>}
      {fields.length === 0 && Object.keys(args).length === 0 && (
        <p className={s.note}>{t("form.noArguments")}</p>
      )}
      <SchemaForm
        key={identity}
        fields={fields}
        value={args}
        faults={faults}
        onValue={onDraft && ((next) => onDraft({ args: next, json: null }))}
        onUnreadable={onUnreadable}
      />
    </div>
  );
}
