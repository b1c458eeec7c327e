// What is known of one model, who says it, and what the person says over that. Nothing holds before it is saved.
import { useState } from "react";
import type {
  AbilityName,
  ModelAbilities,
  Origins,
} from "../../../src-shared/models/ranking/abilities.ts";
import type { ModelView } from "../../../src-shared/models/model.ts";
import type { ModelWaits } from "../../../src-shared/models/waits.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Field, NumberInput } from "../../ui/controls/Field.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import { originWords } from "../../components/requests/originWords.ts";
import { decimal } from "../../ui/text/time.ts";
import {
  factsDraftOf,
  NOTHING_SAID,
  PRICE_FACTS,
  readFacts,
  SWITCH_FACTS,
  TOKEN_FACTS,
} from "./factsDraft.ts";
import type {
  FactFaults,
  FactsDraft,
  PriceFact,
  Said,
  SwitchFact,
  TokenFact,
} from "./factsDraft.ts";
import { readWaits, USUAL_WAITS, WAIT_FACTS, waitsDraftOf } from "../limits/waitsDraft.ts";
import type { WaitFact } from "../limits/waitsDraft.ts";
import s from "./FactsForm.module.css";

/** @param onSave null: the person says nothing any more */
export function FactsForm({
  model,
  onSave,
  onClose,
}: {
  model: ModelView;
  onSave: (said: ModelAbilities | null, waits: ModelWaits) => Promise<Failure | null>;
  onClose: () => void;
}) {
  const t = useT();
  const [draft, setDraft] = useState(() => factsDraftOf(model));
  // A model inside the app is not connected to.
  const waitFacts = WAIT_FACTS.filter(
    (name) => name !== "connectSeconds" || model.ref.providerId !== "local",
  );
  const [waits, setWaits] = useState(() => waitsDraftOf(model.waits));
  const [faults, setFaults] = useState<FactFaults>({});
  const [waitFaults, setWaitFaults] = useState<readonly WaitFact[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const others = model.withoutPerson ?? {
    abilities: model.abilities,
    origins: model.origins ?? {},
  };
  const save = async (): Promise<void> => {
    const read = readFacts(draft, others.abilities);
    const waited = readWaits(waits);
    setWaitFaults(waited.ok ? [] : waited.faults);
    if (!read.ok) return setFaults(read.faults);
    if (!waited.ok) return;
    const said = Object.keys(read.said).length === 0 ? null : read.said;
    const refused = await onSave(said, waited.waits);
    if (refused === null) onClose();
    else setFailure(refused);
  };
  const change = (next: FactsDraft): void => {
    setDraft(next);
    setFaults({});
  };
  const number = (name: TokenFact | PriceFact) => (
    <Field
      key={name}
      label={t(`ranking.form.${name}`)}
      hint={othersWords(t, name, others)}
      fault={faults[name] === undefined ? undefined : t(`ranking.form.fault.${faults[name]}`)}
    >
      {(wiring) => (
        <NumberInput
          {...wiring}
          text={draft.numbers[name]}
          onText={(text) => change({ ...draft, numbers: { ...draft.numbers, [name]: text } })}
        />
      )}
    </Field>
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
            onClick={() => {
              change(NOTHING_SAID);
              setWaits(USUAL_WAITS);
            }}
          >
            {t("ranking.form.back")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={() => void save()}>
            {t("ranking.form.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("ranking.form.save")} onSubmit={() => void save()}>
        {failure !== null && <FailureBar failure={failure} />}
        <div className={s.two}>{TOKEN_FACTS.map(number)}</div>
        <div className={s.three}>{PRICE_FACTS.map(number)}</div>
        <div className={waitFacts.length === 3 ? s.three : s.two}>
          {waitFacts.map((name) => (
            <Field
              key={name}
              label={t(`ranking.form.${name}`)}
              hint={t("ranking.form.waitUsual")}
              fault={waitFaults.includes(name) ? t("ranking.form.waitFault") : undefined}
            >
              {(wiring) => (
                <NumberInput
                  {...wiring}
                  text={waits[name]}
                  onText={(text) => setWaits({ ...waits, [name]: text })}
                />
              )}
            </Field>
          ))}
        </div>
        <div className={s.three}>
          {SWITCH_FACTS.map((name) => (
            <Field key={name} label={t(`ranking.form.${name}`)} hint={othersWords(t, name, others)}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={draft.switches[name]}
                  onChange={(said) =>
                    change({ ...draft, switches: { ...draft.switches, [name]: said } })
                  }
                  options={(["others", "yes", "no"] as const).map((value: Said) => ({
                    value,
                    label: value === "others" ? t("ranking.form.others") : t(`ranking.${value}`),
                  }))}
                />
              )}
            </Field>
          ))}
        </div>
      </SubmitForm>
    </Dialog>
  );
}

/** `200,000 · genai-prices, 2026-09-23` */
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
  if (value === undefined) return t("ranking.form.nobody");
  const words =
    typeof value === "boolean"
      ? t(value ? "ranking.yes" : "ranking.no")
      : isPrice
        ? `$${String(value)}`
        : decimal(value);
  const origin = originWords(t, origins[fact]);
  return origin === "" ? words : `${words} · ${origin}`;
}
