// Confirms an approval that would exceed a budget. The focus starts on Cancel.
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useAmount } from "#data/budgetText.ts";
import { closeOverBudget, overBudgetKey } from "#data/requests/overBudget.ts";
import type { OverBudgetPrompt } from "#data/view.ts";
import { ConfirmDialog } from "#kit/overlays/Dialog.tsx";
import { decimal } from "#kit/text/time.ts";
import type { BudgetHold } from "#shared/rules/limits/windows.ts";

export function OverBudgetDialog({ question }: { question: OverBudgetPrompt }) {
  const t = useT();
  const amount = useAmount();
  const guard = useDecisionGuard(overBudgetKey(question));
  const { request, holds, proceed } = question;
  return (
    <ConfirmDialog
      open
      title={t("limits.beyond.title")}
      body={t("limits.beyond.body")}
      confirm={t("limits.beyond.confirm")}
      cancel={t("limits.beyond.cancel")}
      guardOn={guard.isOn}
      onCancel={() => closeOverBudget(request.id)}
      onConfirm={() =>
        guard.run((token) => {
          closeOverBudget(request.id);
          proceed(token);
        })
      }
    >
      <ul>
        {holds.map((hold) => (
          <li key={`${hold.scope} ${hold.unit} ${hold.window}`}>
            {holdWords(t, amount, hold, request.requester.name)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function holdWords(
  t: T,
  amount: ReturnType<typeof useAmount>,
  hold: BudgetHold,
  server: string,
): ReactNode {
  const { unit, window, scope, limit, used, reserved, needs, most } = hold;
  const said = (value: number): string => amount(unit, value);
  // "44 of 60 tokens", "$0.10 of $5.00".
  const figure = unit === "tokens" ? decimal(used) : said(used);
  return (
    <>
      <b>
        {scope === "all" ? t("limits.use.all") : server} · {t(`limits.window.${window}`)}
      </b>
      {": "}
      {t("limits.beyond.used", { used: figure, limit: said(limit) })}
      {reserved > 0 && ` ${t("limits.beyond.reserved", { reserved: said(reserved) })}`}{" "}
      {needs === null
        ? t("limits.beyond.unknown")
        : t("limits.beyond.needs", { needs: said(needs), most: said(most ?? needs) })}
    </>
  );
}
