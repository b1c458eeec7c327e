// Says that a rule would match the request but no longer applies, and why, with a link to the rule.
import { useT } from "../../i18n/index.ts";
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { openRule } from "../../state/view.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { RulesIcon } from "../../ui/controls/icons.ts";
import { lapsedWords } from "../../components/requests/ruleWords.ts";
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
