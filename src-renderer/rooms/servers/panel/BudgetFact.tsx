// The budgets that apply to a server: its own and those of all servers.
import { useT } from "#words/index.ts";
import { useAmount } from "#data/budgetText.ts";
import { useMirror } from "#data/mirror.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { Fact } from "./Fact.tsx";

export function BudgetFact({ serverId }: { serverId: string }) {
  const t = useT();
  const amount = useAmount();
  const own = useMirror((state) => state.limits.servers[serverId]);
  const all = useMirror((state) => state.limits.all);
  if (own === undefined && all.length === 0) return null;
  return (
    <Fact label={t("limits.use.title")}>
      {own !== undefined && <BudgetBars uses={own} amount={amount} />}
      {all.length > 0 && (
        <>
          <p className="xs ink2">{t("limits.use.all")}</p>
          <BudgetBars uses={all} amount={amount} />
        </>
      )}
    </Fact>
  );
}
