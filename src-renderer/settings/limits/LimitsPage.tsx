// What all servers together may ask and spend. Nothing holds before it is saved.
import { useState } from "react";
import { allLimitsSchema } from "../../../src-shared/policy/limitSchemas.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { useT } from "../../i18n/index.ts";
import { useAmount } from "../../state/budgetWords.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { useOwnMoney } from "../../state/money.ts";
import { BudgetBars } from "../../components/limits/BudgetBars.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { LimitFields } from "../../components/limits/LimitFields.tsx";
import { ALL_LIMITS, limitsDraftOf, readLimits } from "../../components/limits/limitsDraft.ts";
import type { LimitFaults, LimitsDraft } from "../../components/limits/limitsDraft.ts";
import { TitleBar } from "../../ui/layout/Section.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import s from "../Settings.module.css";

export function LimitsPage() {
  const t = useT();
  const inOwn = useOwnMoney();
  const amount = useAmount();
  const uses = useMirror((state) => state.limits.all);
  const limits = useMirror((state) => state.settings.limits);
  const [draft, setDraft] = useState<LimitsDraft>(() => limitsDraftOf(ALL_LIMITS, limits));
  const [faults, setFaults] = useState<LimitFaults>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const stands = JSON.stringify(draft) === JSON.stringify(limitsDraftOf(ALL_LIMITS, limits));
  const save = async (): Promise<void> => {
    const read = readLimits(ALL_LIMITS, draft, true);
    if (!read.ok) return setFaults(read.faults);
    const saved = await send("settings.set", { limits: allLimitsSchema.parse(read.limits) });
    setFailure(saved.ok ? null : saved.failure);
  };
  return (
    <section className={s.page} aria-label={t("settings.page.limits")}>
      <TitleBar title={t("settings.page.limits")}>
        <span className="xs ink3 cut">{t("limits.all.title")}</span>
      </TitleBar>
      {failure !== null && <FailureBar failure={failure} />}
      <div className={s.body}>
        <div className={s.form}>
          <SubmitForm label={t("limits.all.save")} onSubmit={() => void save()}>
            <p className={s.hint}>{t("limits.all.intro")}</p>
            {uses.length > 0 && <BudgetBars uses={uses} amount={amount} />}
            <LimitFields
              names={ALL_LIMITS}
              draft={draft}
              faults={faults}
              usual={() => null}
              inOwn={inOwn}
              onDraft={(next) => {
                setDraft(next);
                setFaults({});
              }}
            />
            {stands ? (
              <p className={s.hint}>{t("limits.all.saved")}</p>
            ) : (
              <p className={s.keep}>
                <Button size="m" onClick={() => void save()}>
                  {t("limits.all.save")}
                </Button>
              </p>
            )}
          </SubmitForm>
        </div>
      </div>
    </section>
  );
}
