// Budgets as text.
import { useCallback } from "react";
import { EVERY_BUDGET } from "#shared/rules/limits/budget.ts";
import type { Budgets } from "#shared/rules/limits/limits.ts";
import type { BudgetUnit } from "#shared/rules/limits/windows.ts";
import { dollars, useMoney } from "./money.ts";
import { useT } from "#words/index.ts";

/** Formats an amount of a budget: tokens, or USD. Zero spent is never shown as "free". */
export function useAmount(): (unit: BudgetUnit, amount: number) => string {
  const t = useT();
  const money = useMoney();
  return useCallback(
    (unit, amount) =>
      unit === "usd"
        ? amount === 0
          ? dollars(0, 2)
          : money(amount)
        : t("common.tokens", { count: amount }),
    [t, money],
  );
}

/** For example "Budgets: 50,000 tokens a day · $2.50 a month." */
export function useBudgetText(): (budgets: Budgets) => string {
  const t = useT();
  const amount = useAmount();
  return (budgets) => {
    const set = EVERY_BUDGET.flatMap(({ unit, window }) => {
      const limit = budgets[unit][window];
      if (limit === null) return [];
      const said = { amount: amount(unit, limit), window: t(`limits.sum.window.${window}`) };
      return [t("limits.sum.amount", said)];
    });
    return set.length === 0
      ? t("limits.sum.noBudgets")
      : t("limits.sum.budgets", { what: set.join(" · ") });
  };
}
