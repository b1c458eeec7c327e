// The currency of amounts: USD, or the user's own with a rate that the user sets.
import { useState } from "react";
import { dayOf } from "../../../src-shared/models/cost/spending.ts";
import { ownCurrencySchema } from "../../../src-shared/settings/settings.ts";
import type { OwnCurrency } from "../../../src-shared/settings/settings.ts";
import { useT } from "../../i18n/index.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field, Input, NumberInput } from "../../ui/controls/Field.tsx";
import { RadioGroup } from "../../ui/controls/RadioGroup.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import s from "../Settings.module.css";

export function Currency({
  currency,
  onChange,
}: {
  currency: OwnCurrency | null;
  onChange: (currency: OwnCurrency | null) => void;
}) {
  const t = useT();
  const [own, setOwn] = useState(currency !== null);
  return (
    <>
      <RadioGroup
        label={t("cost.currency.label")}
        value={own ? "own" : "usd"}
        onChange={(value) => {
          setOwn(value === "own");
          if (value === "usd") onChange(null);
        }}
        options={[
          { value: "usd", label: t("cost.currency.usd") },
          { value: "own", label: t("cost.currency.own") },
        ]}
      />
      {own && <Rate currency={currency} onChange={onChange} />}
      {currency !== null && (
        <p className={s.hint}>{t("cost.currency.asOf", { day: currency.asOf })}</p>
      )}
    </>
  );
}

function Rate({
  currency,
  onChange,
}: {
  currency: OwnCurrency | null;
  onChange: (currency: OwnCurrency) => void;
}) {
  const t = useT();
  const [code, setCode] = useState(currency?.code ?? "");
  const [text, setText] = useState(currency === null ? "" : String(currency.perUsd));
  const [wrong, setWrong] = useState(false);
  const save = (): void => {
    const checked = ownCurrencySchema.safeParse({
      code: code.trim().toUpperCase(),
      perUsd: Number(text),
      asOf: dayOf(Date.now()),
    });
    setWrong(!checked.success);
    if (checked.success) onChange(checked.data);
  };
  return (
    <div className={s.rate}>
      <SubmitForm label={t("cost.currency.save")} onSubmit={save}>
        <Field label={t("cost.currency.code")} hint={t("cost.currency.codeHint")}>
          {(wiring) => <Input {...wiring} value={code} onValue={setCode} maxLength={3} />}
        </Field>
        <Field label={t("cost.currency.rate")} fault={wrong ? t("cost.currency.wrong") : undefined}>
          {(wiring) => <NumberInput {...wiring} text={text} onText={(typed) => setText(typed)} />}
        </Field>
        <Button size="m" onClick={save}>
          {t("cost.currency.save")}
        </Button>
      </SubmitForm>
    </div>
  );
}
