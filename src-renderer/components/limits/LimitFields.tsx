// The fields of limits: of one server, or of all servers together.
import type { LimitName } from "../../../src-shared/policy/limits/limits.ts";
import type { BudgetWindow } from "../../../src-shared/policy/limits/windows.ts";
import { BUDGET_UNITS, BUDGET_WINDOWS } from "../../../src-shared/policy/limits/windows.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { Field, NumberInput } from "../../ui/controls/Field.tsx";
import { unitOf } from "./limitsDraft.ts";
import type { BudgetName, LimitFault, LimitFaults, LimitsDraft } from "./limitsDraft.ts";
import s from "./LimitFields.module.css";

export function LimitFields({
  names,
  draft,
  faults,
  usual,
  inOwn,
  onDraft,
}: {
  names: readonly LimitName[];
  draft: LimitsDraft;
  faults: LimitFaults;
  /** What holds where nothing is set, as text; null: no limit. */
  usual: (name: LimitName) => string | null;
  /** USD in the person's own currency, in words; null where that is USD. */
  inOwn: ((usd: number) => string) | null;
  onDraft: (draft: LimitsDraft) => void;
}) {
  const t = useT();
  return (
    <>
      <div className={s.limits}>
        {names.map((name) => (
          <Field
            key={name}
            label={t(`limits.of.${name}.name`)}
            aside={unitWords(t, name)}
            hint={hintOf(t, name, usual(name))}
            fault={faultWords(t, faults[name])}
          >
            {(wiring) => (
              <NumberInput
                {...wiring}
                text={draft[name] ?? ""}
                onText={(text) => onDraft({ ...draft, [name]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className={s.hint}>{t("limits.hint")}</p>
      <BudgetFields draft={draft} faults={faults} inOwn={inOwn} onDraft={onDraft} />
    </>
  );
}

function BudgetFields({
  draft,
  faults,
  inOwn,
  onDraft,
}: {
  draft: LimitsDraft;
  faults: LimitFaults;
  inOwn: ((usd: number) => string) | null;
  onDraft: (draft: LimitsDraft) => void;
}) {
  const t = useT();
  const said = (text: string): string => (Number(text) > 0 ? (inOwn?.(Number(text)) ?? "") : "");
  return (
    <>
      {BUDGET_UNITS.map((unit) => (
        <fieldset key={unit} className={s.budget}>
          <legend>{t(`limits.budget.${unit}`)}</legend>
          <div className={s.limits}>
            {BUDGET_WINDOWS.map((window: BudgetWindow) => {
              const name: BudgetName = `${unit}.${window}`;
              const text = draft[name] ?? "";
              return (
                <Field
                  key={name}
                  label={t(`limits.window.${window}`)}
                  aside={unit === "usd" ? "USD" : undefined}
                  hint={(unit === "usd" && said(text)) || t("limits.none")}
                  fault={faultWords(t, faults[name])}
                >
                  {(wiring) => (
                    <NumberInput
                      {...wiring}
                      aria-label={t(`limits.budgetOf.${unit}.${window}`)}
                      text={text}
                      onText={(typed) => onDraft({ ...draft, [name]: typed })}
                    />
                  )}
                </Field>
              );
            })}
          </div>
        </fieldset>
      ))}
      <p className={s.hint}>{t("limits.budgetHint")}</p>
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

function faultWords(t: T, fault: LimitFault | undefined): string | undefined {
  if (fault === undefined) return undefined;
  switch (fault.why) {
    case "small":
      return t("policy.fault.small", { min: fault.min });
    case "large":
      return t("policy.fault.large", { max: fault.max });
    default:
      return t(`policy.fault.${fault.why}`);
  }
}
