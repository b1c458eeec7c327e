// Limits for all servers together. Nothing applies before it is saved.
import { BUDGET_UNITS, BUDGET_WINDOWS } from "#shared/rules/limits/windows.ts";
import { useAmount } from "#data/budgetText.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import type { SettingId } from "#data/settingIds.ts";
import { openProgram } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { ALL_LIMITS, limitsForm, limitsFormValues } from "#forms/limits/limitsForm.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { sameValues, useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FormActions, PageForm } from "#kit/layout/Room.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { Setting, SettingsPage } from "./SettingsPage.tsx";

export function LimitsPage() {
  const t = useT();
  const amount = useAmount();
  const { all: uses, servers, programs } = useMirror((state) => state.limits);
  const limits = useMirror((state) => state.settings.limits);
  const { failure, tell } = useAction();
  const now = limitsFormValues(ALL_LIMITS, limits);
  const {
    form,
    typed,
    send: save,
  } = useFormValues(limitsForm(t, ALL_LIMITS, true), now, async (made) => {
    tell(await send("settings.set", { limits: made }));
  });
  return (
    <SettingsPage title={t("settings.page.limits")} lead={t("limits.use.all")} failure={failure}>
      <PageForm>
        <SubmitForm label={t("limits.all.save")} onSubmit={save}>
          <Hint below>{t("limits.all.intro")}</Hint>
          {uses.length > 0 && <BudgetBars uses={uses} amount={amount} />}
          {Object.entries(programs).map(([id, name]) => (
            <section key={id} aria-label={name}>
              <LinkButton onClick={() => openProgram(id)}>
                {t("limits.use.program", { program: name })}
              </LinkButton>
              <BudgetBars uses={servers[id] ?? []} amount={amount} />
            </section>
          ))}
          <LimitFields
            names={ALL_LIMITS}
            isForAll
            renderField={(name, parts) => {
              const field = (
                <form.AppField key={name} name={name}>
                  {parts}
                </form.AppField>
              );
              const id = idOf(name);
              return id === undefined ? (
                field
              ) : (
                <Setting key={name} id={id}>
                  {field}
                </Setting>
              );
            }}
          />
          {sameValues(typed, now) ? (
            <Hint below>{t("limits.all.saved")}</Hint>
          ) : (
            <FormActions>
              <Button size="m" onClick={save}>
                {t("limits.all.save")}
              </Button>
            </FormActions>
          )}
        </SubmitForm>
      </PageForm>
    </SettingsPage>
  );
}

/** The setting that a field belongs to, where the field is the first of it. */
function idOf(field: string): SettingId | undefined {
  const name = ALL_LIMITS.find((limit) => limit === field);
  if (name !== undefined) return `limits.of.${name}.name`;
  const unit = BUDGET_UNITS.find((one) => field === `budgets.${one}.${BUDGET_WINDOWS[0]}`);
  return unit === undefined ? undefined : `limits.budget.${unit}`;
}
