// The model that a proposed rule sends requests to, and taking it off.
import type { RuleProposal } from "../../src-shared/ipc/rules.ts";
import { useT } from "../i18n/index.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import type { FormPart } from "./formPart.ts";
import { mayChange } from "./ruleDraft.ts";

/** The model that answered the request, as a part of the rule until it is taken off. */
export function AlwaysModel({
  proposal,
  typed,
  onTyped,
}: Pick<FormPart, "typed" | "onTyped"> & { proposal: RuleProposal }) {
  const t = useT();
  const model = proposal.rule.changes?.model;
  if (model === undefined || !mayChange(typed)) return null;
  return (
    <Checkbox
      checked={typed.model !== null}
      onChange={(on) => onTyped({ model: on ? model : null })}
    >
      {t("rules.always.model", { model: model.modelId })}
    </Checkbox>
  );
}
