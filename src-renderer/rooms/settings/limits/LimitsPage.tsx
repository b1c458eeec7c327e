// Limits for all servers together. Nothing applies before it is saved.
import { useT } from "#words/index.ts";
import { useAmount } from "#data/budgetText.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { openProgram } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { ALL_LIMITS, limitsForm, limitsFormValues } from "#forms/limits/limitsForm.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { FormActions, Page, PageBody, PageForm } from "#kit/layout/Room.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

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
  const stands = JSON.stringify(typed) === JSON.stringify(now);
  return (
    <Page label={t("settings.page.limits")}>
      <TitleBar title={t("settings.page.limits")}>
        <span className="xs ink3 cut">{t("limits.use.all")}</span>
      </TitleBar>
      <FailureBar failure={failure} />
      <PageBody>
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
              renderField={(name, parts) => (
                <form.AppField key={name} name={name}>
                  {parts}
                </form.AppField>
              )}
            />
            {stands ? (
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
      </PageBody>
    </Page>
  );
}
