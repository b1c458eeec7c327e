// The conditions of the rule in words. Each stands for some terms of the filter and can be left out.
import type { RuleCondition, RuleProposal } from "#shared/policy/rules/proposal.ts";
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { conditionWords } from "./conditionWords.ts";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import a from "./CreateRule.module.css";

export type ConditionKind = RuleCondition["kind"];

export function Conditions({
  proposal,
  out,
  edited,
  onOut,
}: {
  proposal: RuleProposal;
  /** Conditions that are left out. */
  out: ReadonlySet<ConditionKind>;
  /** The filter was edited and applies instead of the conditions. */
  edited: boolean;
  onOut: (out: ReadonlySet<ConditionKind>) => void;
}) {
  const t = useT();
  const all = out.size === proposal.conditions.length;
  return (
    <Stack as="fieldset" gap={4}>
      <Label as="legend">{t("rules.always.conditions")}</Label>
      <ul className={a.conditions}>
        {proposal.conditions.map(({ kind }) => {
          const { label, means, quotes } = conditionWords(t, kind, proposal);
          return (
            <li key={kind}>
              <Checkbox
                checked={!out.has(kind)}
                disabled={edited}
                onChange={(on) => {
                  const next = new Set(out);
                  if (on) next.delete(kind);
                  else next.add(kind);
                  onOut(next);
                }}
              >
                {label}
              </Checkbox>
              <Row as="span" gap={4} small className="ink2">
                {quotes.map((words) => (
                  <Quote key={words} cut>
                    {words}
                  </Quote>
                ))}
                {means !== "" && <span>{means}</span>}
              </Row>
            </li>
          );
        })}
      </ul>
      {edited ? (
        <Hint>{t("rules.always.edited")}</Hint>
      ) : (
        all && <p className="xs warn">{t("rules.always.everything")}</p>
      )}
    </Stack>
  );
}
