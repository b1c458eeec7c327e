// What a request has to match, in words: each condition stands for a few terms of the expression, and can be left out.
import type { RuleCondition, RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import { useT } from "../../i18n/index.ts";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Quote } from "../../ui/text/Quote.tsx";
import { conditionWords } from "./conditionWords.ts";
import a from "./Always.module.css";
import s from "../Rules.module.css";

export type ConditionKind = RuleCondition["kind"];

export function Conditions({
  proposal,
  out,
  edited,
  onOut,
}: {
  proposal: RuleProposal;
  /** Left out. */
  out: ReadonlySet<ConditionKind>;
  /** The expression was edited: it applies in their place. */
  edited: boolean;
  onOut: (out: ReadonlySet<ConditionKind>) => void;
}) {
  const t = useT();
  const all = out.size === proposal.conditions.length;
  return (
    <fieldset className={s.group}>
      <legend className={s.label}>{t("rules.always.conditions")}</legend>
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
              <span className={a.means}>
                {quotes.map((words) => (
                  <Quote key={words} cut>
                    {words}
                  </Quote>
                ))}
                {means !== "" && <span>{means}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {edited ? (
        <p className={s.hint}>{t("rules.always.edited")}</p>
      ) : (
        all && <p className="xs warn">{t("rules.always.everything")}</p>
      )}
    </fieldset>
  );
}
