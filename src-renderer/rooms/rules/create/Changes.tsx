// Changes that the rule could make, taken from edits of this request or repeated edits of earlier ones. Shows nothing
// if there are none.
import type { RuleProposal } from "#shared/policy/rules/proposal.ts";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import type { FormPart } from "../form/formPart.ts";
import { mayChange } from "../form/ruleDraft.ts";
import type { RuleFormValues } from "../form/ruleDraft.ts";
import { Panel, Stack } from "#kit/layout/Stack.tsx";
import { Label } from "#kit/text/Text.tsx";

type Part = Pick<FormPart, "typed" | "onTyped"> & { proposal: RuleProposal };

/** @param redact what the user redacted in this request */
export function Changes({
  redact,
  ...part
}: Part & {
  redact: RuleFormValues["redact"];
}) {
  const t = useT();
  const { proposal, typed, onTyped } = part;
  const { edit, lower, route, rule } = proposal;
  const none = [edit, lower, route, rule.changes?.model].every((one) => one === undefined);
  if (!mayChange(typed) || (none && redact.length === 0)) return null;
  return (
    <Stack as="fieldset" gap={4}>
      <Label as="legend">{t("rules.always.changes")}</Label>
      {redact.map((group) => (
        <Checkbox
          key={group}
          checked={typed.redact.includes(group)}
          onChange={(on) =>
            onTyped({
              redact: redact.filter((one) => (one === group ? on : typed.redact.includes(one))),
            })
          }
        >
          {t(`rules.always.redact.${group}`)}
        </Checkbox>
      ))}
      <Model {...part} />
      <MaxTokens {...part} />
      <System {...part} />
    </Stack>
  );
}

/** The model that generated the response; or, if ticked, the one chosen for the latest requests. */
function Model({ proposal: { rule, route }, typed, onTyped }: Part) {
  const t = useT();
  const answered = rule.changes?.model;
  const model = answered ?? route?.model;
  if (model === undefined) return null;
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

/** The lower token limit that the user has set repeatedly. */
function MaxTokens({ proposal: { lower }, typed, onTyped }: Part) {
  const t = useT();
  if (lower === undefined) return null;
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

/** The edit of the system prompt that the user has made repeatedly. */
function System({ proposal: { edit }, typed, onTyped }: Part) {
  const t = useT();
  if (edit === undefined) return null;
  return (
    <>
      <Checkbox
        checked={typed.system !== null}
        onChange={(on) => onTyped({ system: on ? { ...edit.system } : null })}
      >
        {t("rules.always.edit", { count: edit.times })}
      </Checkbox>
      {typed.system !== null && (
        <Panel>
          <DiffBlock
            identity="always system"
            original={edit.system.from}
            modified={edit.system.to}
            language="markdown"
            label={t("common.systemPrompt")}
          />
        </Panel>
      )}
    </>
  );
}
