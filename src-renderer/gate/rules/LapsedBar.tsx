// Says that a rule would match the request but no longer applies, and why, with a link to the rule.
import { useT } from "#words/index.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { openRule } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { RulesIcon } from "#kit/controls/icons.ts";
import { lapsedWords } from "#request/ruleWords.ts";
import { useLapsed } from "./useLapsed.ts";

export function LapsedBar({ sample, gate }: { sample: Sample; gate: RuleGate }) {
  const t = useT();
  const lapsed = useLapsed(sample, gate);
  if (lapsed === null) return null;
  const { rule, why } = lapsed;
  const ended = why === "time" || why === "uses";
  return (
    <Bar
      tone="info"
      icon={RulesIcon}
      quiet
      title={lapsedWords(t, lapsed)}
      actions={
        <LinkButton onClick={() => openRule(rule.id, ended ? "holds" : null)}>
          {t(ended ? "rules.lapsed.renew" : "rules.judged.show")}
        </LinkButton>
      }
    />
  );
}
