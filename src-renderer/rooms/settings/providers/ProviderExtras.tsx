// Fields that only one kind of provider needs beside address and key.
import { useT } from "#words/index.ts";
import { Field, Input } from "#kit/controls/Field.tsx";
import {
  kindOf,
  takesToken,
  wantsToken,
  type ProviderDraft,
  type ProviderFault,
} from "./providerDraft.ts";

/** The prefix of ids of permanent AWS keys. */
const KEY_ID_BEGINS = "AKIA…";

interface Props {
  draft: ProviderDraft;
  faults: readonly ProviderFault[];
  onChange: (part: Partial<ProviderDraft>) => void;
}

export function ProviderExtras({ draft, faults, onChange }: Props) {
  const t = useT();
  const kind = kindOf(draft.choice);
  if (kind === "azure") {
    return (
      <Field
        label={t("providers.apiVersion.label")}
        aside={t("common.optional")}
        hint={t("providers.apiVersion.hint")}
        fault={faults.includes("apiVersion") ? t("providers.apiVersion.fault") : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            wire
            placeholder="2024-10-21"
            value={draft.apiVersion}
            onValue={(apiVersion) => onChange({ apiVersion })}
          />
        )}
      </Field>
    );
  }
  if (kind !== "bedrock") return null;
  return (
    <Field
      label={t("providers.keyId.label")}
      aside={t("common.optional")}
      hint={t("providers.keyId.hint")}
      fault={faults.includes("keyId") ? t("providers.keyId.fault") : undefined}
    >
      {(wiring) => (
        <Input
          {...wiring}
          wire
          placeholder={KEY_ID_BEGINS}
          value={draft.keyId}
          onValue={(keyId) => onChange({ keyId })}
        />
      )}
    </Field>
  );
}

/** The session token of temporary AWS keys. */
export function SessionToken({ draft, faults, onChange }: Props) {
  const t = useT();
  if (!takesToken(draft)) return null;
  return (
    <Field
      label={t("providers.sessionToken.label")}
      aside={wantsToken(draft) ? undefined : t("common.optional")}
      hint={t("providers.sessionToken.hint")}
      fault={faults.includes("sessionToken") ? t("providers.sessionToken.fault") : undefined}
    >
      {(wiring) => (
        <Input
          {...wiring}
          wire
          type="password"
          value={draft.sessionToken}
          onValue={(sessionToken) => onChange({ sessionToken })}
        />
      )}
    </Field>
  );
}
