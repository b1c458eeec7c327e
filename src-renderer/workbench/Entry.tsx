// The arguments, as a form or as JSON.
import { useEffect, useMemo } from "react";
import type { JsonObject } from "../../src-shared/json.ts";
import { useT } from "../i18n/index.ts";
import { ArgumentForm } from "./arguments/ArgumentForm.tsx";
import type { ArgumentDraft } from "./drafts.ts";
import { JsonArguments } from "./arguments/JsonArguments.tsx";
import type { FormField } from "./arguments/schema.ts";
import type { Faults } from "../../src-shared/inspect/arguments.ts";
import type { ArgumentCheck } from "../components/arguments/argumentCheck.ts";
import { parseArguments } from "./arguments/values.ts";
import { FaultLine } from "./arguments/FaultLine.tsx";
import s from "./arguments/Form.module.css";

const noFaults: Faults = new Map();

export function Entry({
  side,
  identity,
  fields,
  draft,
  check,
  tried,
  onDraft,
  onUnreadable,
}: {
  side: "form" | "json";
  identity: string;
  fields: readonly FormField[] | null;
  draft: ArgumentDraft;
  /** Null before the first check. */
  check: ArgumentCheck | null;
  /** Faults are shown once the user tried to run, not while typing. */
  tried: boolean;
  onDraft: (draft: ArgumentDraft) => void;
  onUnreadable: (unreadable: boolean) => void;
}) {
  const t = useT();
  const faults: Faults = useMemo(
    () => (tried && check?.kind === "checked" ? new Map(check.faults) : noFaults),
    [tried, check],
  );
  useEffect(() => {
    // JSON that is a valid object is dropped when the form is shown, and generated again from its values.
    if (side === "form" && draft.json !== null && parseArguments(draft.json).kind === "object")
      onDraft({ args: draft.args, json: null });
  });
  if (side === "json" || fields === null)
    return <JsonArguments identity={identity} draft={draft} onDraft={onDraft} />;
  return (
    <div className={s.form}>
      {draft.json !== null && <FaultLine text={t("workbench.form.jsonBroken")} />}
      {check?.kind === "unchecked" && <p className="xs ink3">{t("workbench.form.unchecked")}</p>}
      <ArgumentForm
        identity={identity}
        fields={fields}
        args={draft.args}
        faults={faults}
        onArgs={(next: JsonObject) => onDraft({ args: next, json: null })}
        onUnreadable={onUnreadable}
      />
    </div>
  );
}
