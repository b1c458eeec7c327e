// What the person does to each of these requests anyway, as parts of a proposed rule: the model that they go to, and how
// many tokens at most.
import type { RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import { useT } from "../../i18n/index.ts";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import type { FormPart } from "../form/formPart.ts";
import { mayChange } from "../form/ruleDraft.ts";

type Part = Pick<FormPart, "typed" | "onTyped"> & { proposal: RuleProposal };

/** The model that answered the request, as a part of the rule until it is taken off; or the one of the latest, once chosen. */
export function AlwaysModel({ proposal, typed, onTyped }: Part) {
  const t = useT();
  const answered = proposal.rule.changes?.model;
  const { route } = proposal;
  const model = answered ?? route?.model;
  if (model === undefined || !mayChange(typed)) return null;
  return (
    <Checkbox
      checked={typed.model !== null}
      onChange={(on) => onTyped({ model: on ? model : null })}
    >
      {answered === undefined && route !== undefined
        ? t("rules.always.route", { model: model.modelId, count: route.times })
        : t("rules.always.model", { model: model.modelId })}
    </Checkbox>
  );
}

/** The bound of tokens that the person sets again and again. */
export function AlwaysTokens({ proposal: { lower }, typed, onTyped }: Part) {
  const t = useT();
  if (lower === undefined || !mayChange(typed)) return null;
  const most = String(lower.maxTokens);
  return (
    <Checkbox
      checked={typed.maxTokens === most}
      onChange={(on) => onTyped({ maxTokens: on ? most : "" })}
    >
      {t("rules.always.lower", {
        most: t("rules.always.most", { count: lower.maxTokens }),
        count: lower.times,
      })}
    </Checkbox>
  );
}
