// A bar per budget: how much of it is used, and until when.
import { isNearlyUsed } from "#shared/rules/limits/budget.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { BudgetUnit } from "#shared/rules/limits/windows.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { decimal, timeOfDay } from "#kit/text/time.ts";
import s from "./BudgetBars.module.css";

export function BudgetBars({
  uses,
  amount,
}: {
  uses: readonly BudgetUse[];
  amount: (unit: BudgetUnit, amount: number) => string;
}) {
  const t = useT();
  return (
    <ul className={s.bars}>
      {uses.map((use) => {
        const { scope, unit, window, limit, used, reserved, unpriced } = use;
        const said = (value: number): string => amount(unit, value);
        const share = Math.min(1, used / limit);
        const more = Math.min(1 - share, reserved / limit);
        const level = used >= limit ? s.full : isNearlyUsed(use) ? s.nearly : undefined;
        // "0 of 500 tokens", "$0.00 of $5.00".
        const figure = unit === "tokens" ? decimal(used) : said(used);
        const words = t("limits.use.used", { used: figure, limit: said(limit) });
        return (
          <li key={`${scope} ${unit} ${window}`}>
            <p className={s.words}>
              <span>{t(`limits.window.${window}`)}</span>
              <b className={level}>{words}</b>
            </p>
            <span
              className={s.track}
              role="meter"
              aria-label={t(`limits.budgetOf.${unit}.${window}`)}
              aria-valuemin={0}
              aria-valuemax={limit}
              aria-valuenow={Math.min(used, limit)}
              aria-valuetext={words}
            >
              <span className={cx(s.used, level)} style={{ width: `${share * 100}%` }} />
              <span className={s.reserved} style={{ width: `${more * 100}%` }} />
            </span>
            <p className={s.more}>
              {[
                leftWords(t, use, said),
                reserved > 0 && t("limits.use.reserved", { reserved: said(reserved) }),
                unpriced > 0 && t("limits.use.unpriced", { count: unpriced }),
                untilWords(t, use),
              ]
                .filter((part) => typeof part === "string")
                .join(" · ")}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const leftWords = (t: T, { used, limit }: BudgetUse, said: (value: number) => string): string =>
  used >= limit ? t("limits.use.full") : t("limits.use.left", { left: said(limit - used) });

/** When the budget has room again, or its period starts over. */
export function untilWords(t: T, { window, untilMs }: BudgetUse): string | false {
  if (window !== "hour") return t(`limits.use.until.${window}`);
  return untilMs !== null && t("limits.use.until.hour", { time: timeOfDay(untilMs).slice(0, 5) });
}
