// Kind, name and address of a provider, with the parts of the address that the user must fill in.
import { openPlaceholders } from "#shared/models/providers/providerKinds.ts";
import { useT } from "#words/index.ts";
import { Field, Input } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import {
  addressOf,
  choiceName,
  choices,
  kindOf,
  newDraft,
  type ProviderDraft,
  type ProviderFault,
} from "./providerDraft.ts";

interface Part {
  draft: ProviderDraft;
  faults: readonly ProviderFault[];
  onChange: (part: Partial<ProviderDraft>) => void;
}

/** @param isNew the kind can still be chosen */
export function ProviderAddress({ isNew, draft, faults, onChange }: Part & { isNew: boolean }) {
  const t = useT();
  const first = useFirstFocus<HTMLInputElement>();
  return (
    <>
      <Field label={t("common.provider")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.choice}
            disabled={!isNew}
            options={choices().map((value) => ({
              value,
              label: choiceName(value) ?? t("providers.open"),
            }))}
            onChange={(choice) => onChange(newDraft(choice))}
          />
        )}
      </Field>
      <Field
        label={t("common.name")}
        fault={faults.includes("name") ? t("common.enterAName") : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            ref={first}
            value={draft.name}
            onValue={(name) => onChange({ name })}
            maxLength={200}
          />
        )}
      </Field>
      <Placeholders draft={draft} faults={faults} onChange={onChange} />
      <Address draft={draft} faults={faults} onChange={onChange} />
    </>
  );
}

/** Placeholders in the address, such as a resource or region. */
function Placeholders({ draft, faults, onChange }: Part) {
  const t = useT();
  const open = openPlaceholders(addressOf(draft));
  return Object.keys(draft.fill)
    .filter((name) => draft.baseUrl.includes(`{${name}}`))
    .map((name) => {
      const known = name === "resource" || name === "region" ? name : "other";
      return (
        <Field
          key={name}
          label={t(`providers.placeholder.${known}`)}
          hint={t(`providers.placeholderHint.${known}`)}
          fault={
            faults.includes("placeholder") && open.includes(name)
              ? t("providers.placeholderMissing")
              : undefined
          }
        >
          {(wiring) => (
            <Input
              {...wiring}
              wire
              placeholder={name === "region" ? "us-east-1" : ""}
              value={draft.fill[name] ?? ""}
              onValue={(value) => onChange({ fill: { ...draft.fill, [name]: value } })}
            />
          )}
        </Field>
      );
    });
}

function Address({ draft, faults, onChange }: Part) {
  const t = useT();
  const open = kindOf(draft.choice) === "openai-compatible";
  return (
    <Field
      label={t("common.address")}
      hint={open ? t("settings.provider.addressHint") : t("providers.addressHint")}
      fault={faults.includes("address") ? t("settings.provider.noAddress") : undefined}
    >
      {(wiring) => (
        <Input
          {...wiring}
          wire
          placeholder="http://127.0.0.1:11434/v1"
          value={addressOf(draft)}
          // Editing a proposed address replaces it, with its placeholders.
          onValue={(baseUrl) => onChange({ baseUrl, fill: {} })}
        />
      )}
    </Field>
  );
}
