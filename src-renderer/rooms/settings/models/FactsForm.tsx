// Facts about a model with their sources, and the user's own values over them. Nothing applies before it is saved.
import type { AbilityName, ModelAbilities, Origins } from "#shared/models/ranking/abilities.ts";
import type { ModelView } from "#shared/models/model.ts";
import type { ModelWaits } from "#shared/models/waits.ts";
import type { Outcome } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Field } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { originWords } from "#request/originWords.ts";
import { decimal } from "#kit/text/time.ts";
import { useFormValues } from "#kit/form/form.tsx";
import {
  factsForm,
  factsFormValues,
  PRICE_FACTS,
  SWITCH_FACTS,
  TOKEN_FACTS,
  WAIT_FACTS,
} from "./factsForm.ts";
import type { PriceFact, Override, SwitchFact, TokenFact, WaitFact } from "./factsForm.ts";
import s from "./FactsForm.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

interface FactsFormProps {
  model: ModelView;
  onSave: (said: ModelAbilities | null, waits: ModelWaits) => Promise<Outcome<unknown>>;
  onClose: () => void;
}

/** @param onSave null: the user's own values are removed */
export function FactsForm({ model, onSave, onClose }: FactsFormProps) {
  const t = useT();
  // There is no connection to a local model.
  const waitFacts = WAIT_FACTS.filter(
    (name) => name !== "connectSeconds" || model.ref.providerId !== "local",
  );
  const { failure, tell } = useAction();
  const { abilities, origins = {} } = model;
  const others = model.withoutPerson ?? { abilities, origins };
  const schema = factsForm(t, others.abilities);
  const { form, send } = useFormValues(schema, factsFormValues(model), async ({ said, waits }) => {
    if (tell(await onSave(said, waits))) onClose();
  });
  const number = (name: TokenFact | PriceFact | WaitFact, hint: string) => (
    <form.AppField key={name} name={name}>
      {({ NumberField }) => <NumberField label={t(`ranking.form.${name}`)} hint={hint} />}
    </form.AppField>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("ranking.form.title", { name: model.name })}
      intro={t("ranking.form.intro")}
      foot={
        <>
          <Button
            level="plain"
            onClick={() =>
              form.reset(factsFormValues({ abilities: {} }), { keepDefaultValues: true })
            }
          >
            {t("ranking.form.back")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={send}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={send}>
        <FailureBar failure={failure} />
        <div className={s.two}>
          {TOKEN_FACTS.map((name) => number(name, othersWords(t, name, others)))}
        </div>
        <div className={s.three}>
          {PRICE_FACTS.map((name) => number(name, othersWords(t, name, others)))}
        </div>
        <div className={waitFacts.length === 3 ? s.three : s.two}>
          {waitFacts.map((name) => number(name, t("ranking.form.waitUsual")))}
        </div>
        <div className={s.three}>
          {SWITCH_FACTS.map((name) => (
            <form.AppField key={name} name={name}>
              {({ state, handleChange }) => (
                <Field label={t(`ranking.form.${name}`)} hint={othersWords(t, name, others)}>
                  {(wiring) => (
                    <Select
                      {...wiring}
                      value={state.value}
                      onChange={handleChange}
                      options={saidOptions(t)}
                    />
                  )}
                </Field>
              )}
            </form.AppField>
          ))}
        </div>
      </SubmitForm>
    </Dialog>
  );
}

const saidOptions = (t: T): { value: Override; label: string }[] =>
  (["others", "yes", "no"] as const).map((value) => ({
    value,
    label: value === "others" ? t("common.default") : t(`ranking.${value}`),
  }));

/** Like `200,000 · genai-prices, 2026-09-23`. */
function othersWords(
  t: T,
  name: TokenFact | PriceFact | SwitchFact,
  { abilities, origins }: { abilities: ModelAbilities; origins: Origins },
): string {
  const isPrice = (PRICE_FACTS as readonly string[]).includes(name);
  const fact: AbilityName = isPrice ? "prices" : (name as AbilityName);
  const value = isPrice
    ? abilities.prices?.[name as PriceFact]?.usd
    : abilities[name as TokenFact | SwitchFact];
  if (value === undefined) return t("common.unknown");
  const words =
    typeof value === "boolean"
      ? t(value ? "ranking.yes" : "ranking.no")
      : isPrice
        ? `$${String(value)}`
        : decimal(value);
  const origin = originWords(t, origins[fact]);
  return origin === "" ? words : `${words} · ${origin}`;
}
