// The fields of limits, for one server or for all servers together.
import type { LimitName } from "#shared/rules/limits/limits.ts";
import type { BudgetWindow } from "#shared/rules/limits/windows.ts";
import { BUDGET_UNITS, BUDGET_WINDOWS } from "#shared/rules/limits/windows.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { RenderField } from "#kit/form/form.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { unitOf, usualLimit } from "./limitsForm.ts";
import type { BudgetName } from "./limitsForm.ts";
import s from "./LimitFields.module.css";

export function LimitFields<N extends LimitName>({
  names,
  isForAll = false,
  renderField,
}: {
  names: readonly N[];
  /** Of all servers together, which have no limit by default. */
  isForAll?: boolean;
  renderField: RenderField<N | `budgets.${BudgetName}`>;
}) {
  const t = useT();
  return (
    <>
      <div className={s.limits}>
        {names.map((name) =>
          renderField(name, ({ NumberField }) => (
            <NumberField
              label={t(`limits.of.${name as LimitName}.name`)}
              aside={unitWords(t, name)}
              hint={hintOf(t, name, isForAll ? null : usualLimit(name))}
            />
          )),
        )}
      </div>
      <Hint below>{t("limits.hint")}</Hint>
      {BUDGET_UNITS.map((unit) => (
        <fieldset key={unit} className={s.budget}>
          <legend>{t(`limits.budget.${unit}`)}</legend>
          <div className={s.limits}>
            {BUDGET_WINDOWS.map((window: BudgetWindow) =>
              renderField(`budgets.${unit}.${window}`, ({ NumberField }) => (
                <NumberField
                  aria-label={t(`limits.budgetOf.${unit}.${window}`)}
                  label={t(`limits.window.${window}`)}
                  aside={unit === "usd" ? "USD" : undefined}
                  hint={t("limits.none")}
                />
              )),
            )}
          </div>
        </fieldset>
      ))}
      <Hint below>{t("limits.budgetHint")}</Hint>
    </>
  );
}

function unitWords(t: T, name: LimitName): string | undefined {
  const unit = unitOf(name);
  return unit === "bytes" || unit === "minutes" ? t(`limits.unit.${unit}`) : undefined;
}

function hintOf(t: T, name: LimitName, usual: string | null): string {
  if (name === "burst") return t("limits.burstHint");
  return usual === null ? t("limits.none") : t("policy.usual", { value: usual });
}
