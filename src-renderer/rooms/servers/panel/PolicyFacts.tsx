// What a server may do: its mode and the one that is effective, a summary of its policy, its budgets.
import { effectiveSwitch } from "#shared/servers/policy/control.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useAmount, useBudgetText } from "#data/budgetText.ts";
import { useMirror } from "#data/mirror.ts";
import { openServerDialog } from "#data/view.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { limitLines } from "#kit/text/limitWords.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { retentionWords } from "./retentionWords.ts";
import s from "./Panel.module.css";

type Control = ServerPolicy["control"];
export const CONTROLS = ["as-set", "review", "rules", "stopped"] as const;

export function PolicyFacts({
  server: { id, policy },
  isForHosts,
  onControl,
}: {
  server: ServerView;
  /** Hosts use the server. */
  isForHosts: boolean;
  /** The mode applies at once. */
  onControl: (control: Control) => void;
}) {
  const t = useT();
  const master = useMirror((state) => state.desk.masterSwitch);
  const budgets = useBudgetText();
  const amount = useAmount();
  const own = useMirror((state) => state.limits.servers[id]);
  const all = useMirror((state) => state.limits.all);
  const { control, limits, models } = policy;
  const offered = (["tools", "context", "tasks"] as const)
    .filter((name) => policy[name])
    .map((name) => t(`policy.offer.${name}`));
  return (
    <>
      <Fact label={t("policy.control.label")}>
        <Select
          aria-label={t("policy.control.label")}
          value={control}
          options={CONTROLS.map((value) => ({ value, label: t(`policy.control.${value}`) }))}
          onChange={onControl}
        />
        <Hint below>{controlWords(t, master, control)}</Hint>
      </Fact>
      <Fact label={t("policy.title")}>
        <ul className={s.sum}>
          <li>{t(`policy.sum.unasked.${policy.unasked}`)}</li>
          <li>{t(`policy.sum.ambiguous.${policy.ambiguous}`)}</li>
          {limitLines(t, limits).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>{budgets(limits.budgets)}</li>
          <li>
            {models.allowed.length === 0
              ? t("policy.sum.anyModel")
              : t("policy.sum.models", { count: models.allowed.length })}
            {models.first !== null && (
              <>
                {" "}
                {t(models.always ? "policy.sum.always" : "policy.sum.first")}{" "}
                <Quote cut>{models.first}</Quote>
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
          <LinkButton onClick={() => openServerDialog({ kind: "policy", id })}>
            {t("policy.change")}
          </LinkButton>
        </p>
      </Fact>
      {(own !== undefined || all.length > 0) && (
        <Fact label={t("limits.use.title")}>
          {own !== undefined && <BudgetBars uses={own} amount={amount} />}
          {all.length > 0 && (
            <>
              <p className="xs ink2">{t("limits.use.all")}</p>
              <BudgetBars uses={all} amount={amount} />
            </>
          )}
        </Fact>
      )}
    </>
  );
}

/** Which mode is effective, and why: always the stricter one. */
export function controlWords(t: T, master: MasterSwitch, control: Control): string {
  const effective = effectiveSwitch(master, control);
  const now = t(`shell.master.${effective}`);
  if (control === "as-set" || control === master) return t("policy.control.now", { now });
  return effective === master
    ? t("policy.control.masterHolds", { now })
    : t("policy.control.ownHolds", { now, master: t(`shell.master.${master}`) });
}
