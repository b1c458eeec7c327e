// The arguments as JSON in the editor. The call is disabled unless the text is an object.
import type { JsonObject } from "../../../src-shared/json.ts";
import { JsonEditor } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import type { ArgumentDraft } from "../drafts.ts";
import { parseArguments } from "./values.ts";
import { FaultLine } from "./FaultLine.tsx";
import s from "../Bench.module.css";

export function JsonArguments({
  identity,
  draft,
  onDraft,
}: {
  identity: string;
  draft: ArgumentDraft;
  onDraft: (draft: ArgumentDraft) => void;
}) {
  const t = useT();
  const text = draft.json ?? asText(draft.args);
  const parsed = draft.json === null ? null : parseArguments(draft.json);
  return (
    <div className={s.json}>
      <JsonEditor
        identity={identity}
        label={t("workbench.form.json")}
        value={text}
        onChange={(next) => {
          const read = parseArguments(next);
          onDraft(
            read.kind === "object"
              ? { args: read.value, json: next }
              : { args: draft.args, json: next },
          );
        }}
      />
      {parsed !== null && parsed.kind !== "object" && (
        <div className={s.below}>
          {parsed.kind === "not-object" ? (
            <FaultLine text={t("workbench.form.notObject")} />
          ) : (
            <FaultLine text={t("workbench.form.notJson")} quote={parsed.detail} />
          )}
        </div>
      )}
    </div>
  );
}

export const asText = (args: JsonObject): string => JSON.stringify(args, null, 2);
