// A summary of the server's policy, with a link to edit it.
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { useBudgetText } from "#data/budgetText.ts";
import { limitLines } from "#kit/text/limitWords.ts";
import { Fact } from "./Fact.tsx";
import { retentionWords } from "./retentionWords.ts";
import s from "../policy/Policy.module.css";

export function PolicyFact({
  policy,
  isForHosts,
  onChange,
}: {
  policy: ServerPolicy;
  /** Hosts use the server. */
  isForHosts: boolean;
  onChange: () => void;
}) {
  const t = useT();
  const budgets = useBudgetText();
  const { limits } = policy;
  const offered = (["tools", "context", "tasks"] as const)
    .filter((name) => policy[name])
    .map((name) => t(`policy.offer.${name}`));
  return (
    <Fact label={t("policy.title")}>
      <ul className={s.sum}>
        <li>{t(`policy.sum.unasked.${policy.unasked}`)}</li>
        <li>{t(`policy.sum.ambiguous.${policy.ambiguous}`)}</li>
        {limitLines(t, limits).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>{budgets(limits.budgets)}</li>
        <li>
          {policy.models.allowed.length === 0
            ? t("policy.sum.anyModel")
            : t("policy.sum.models", { count: policy.models.allowed.length })}
          {policy.models.first !== null && (
            <>
              {" "}
              {t(policy.models.always ? "policy.sum.always" : "policy.sum.first")}{" "}
              <Quote cut>{policy.models.first}</Quote>
            </>
          )}
        </li>
        <li>
          {t("policy.sum.offered", {
            what: offered.length === 0 ? t("policy.sum.nothing") : offered.join(" · "),
          })}
        </li>
        {isForHosts && <li>{t(`policy.sum.holdTools.${policy.holdTools}`)}</li>}
        {isForHosts && policy.reviewResults && <li>{t("policy.sum.reviewResults")}</li>}
        <li>{t("policy.sum.roots", { count: policy.roots.length })}</li>
        <li>{retentionWords(t, policy.retention)}</li>
      </ul>
      <p className="xs">
        <LinkButton onClick={onChange}>{t("policy.change")}</LinkButton>
      </p>
    </Fact>
  );
}
