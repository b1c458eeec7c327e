// A provider at an address: name, address, key. A key that is kept is never shown again.
import { useState } from "react";
import type { ProviderView, SecretStorage } from "../../src-shared/models/model.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDialog, Dialog } from "../ui/Dialog.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { Field, Input } from "../ui/Field.tsx";
import { RemoveIcon } from "../ui/icons.ts";
import { SubmitForm } from "../ui/SubmitForm.tsx";
import { useFirstFocus } from "../ui/useFirstFocus.ts";

interface ProviderInput {
  name: string;
  baseUrl: string;
  /** Null keeps the stored key, an empty one removes it. */
  key: string | null;
}

/** What was typed as a key: nothing yet, to be removed, or a new one. */
type KeyDraft = { kind: "kept" } | { kind: "none" } | { kind: "typed"; key: string };

export function ProviderForm({
  provider,
  secretStorage,
  onSave,
  onRemove,
  onClose,
}: {
  /** Null for a new one. */
  provider: ProviderView | null;
  secretStorage: SecretStorage;
  /** Tries to take it over; null when that went well. */
  onSave: (input: ProviderInput) => Promise<Failure | null>;
  onRemove: (id: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const first = useFirstFocus<HTMLInputElement>();
  const [name, setName] = useState(provider?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? "");
  const [key, setKey] = useState<KeyDraft>({
    kind: provider?.keyEnds === undefined ? "none" : "kept",
  });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const noName = name.trim() === "";
  const noAddress = !isHttp(baseUrl);
  const save = async (): Promise<void> => {
    setTried(true);
    if (noName || noAddress || busy) return;
    setBusy(true);
    const failed = await onSave({ name: name.trim(), baseUrl: baseUrl.trim(), key: keyOf(key) });
    setBusy(false);
    if (failed === null) onClose();
    else setFailure(failed);
  };
  if (removing && provider !== null) {
    return (
      <ConfirmDialog
        open
        danger
        title={t("settings.provider.removing", { name: provider.name })}
        body={t("settings.provider.removingBody")}
        confirm={t("common.remove")}
        onConfirm={() => onRemove(provider.id)}
        onCancel={() => setRemoving(false)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        provider === null
          ? t("settings.provider.new")
          : t("settings.provider.edit", { name: provider.name })
      }
      intro={t("settings.provider.intro")}
      foot={
        <>
          {provider !== null && (
            <Button level="plain" icon={RemoveIcon} onClick={() => setRemoving(true)}>
              {t("settings.provider.remove")}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={busy} onClick={() => void save()}>
            {provider === null ? t("settings.provider.add") : t("settings.provider.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("settings.provider.save")} onSubmit={() => void save()}>
        {failure !== null && <FailureBar failure={failure} />}
        <Field
          label={t("settings.provider.nameField")}
          fault={tried && noName ? t("settings.provider.noName") : undefined}
        >
          {(wiring) => (
            <Input {...wiring} ref={first} value={name} onValue={setName} maxLength={200} />
          )}
        </Field>
        <Field
          label={t("settings.provider.address")}
          hint={t("settings.provider.addressHint")}
          fault={tried && noAddress ? t("settings.provider.noAddress") : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              wire
              placeholder="http://127.0.0.1:11434/v1"
              value={baseUrl}
              onValue={setBaseUrl}
            />
          )}
        </Field>
        <KeyField
          draft={key}
          had={provider?.keyEnds}
          moved={provider !== null && provider.baseUrl !== baseUrl.trim()}
          secretStorage={secretStorage}
          onDraft={setKey}
        />
      </SubmitForm>
    </Dialog>
  );
}

const keyOf = (draft: KeyDraft): string | null =>
  draft.kind === "kept" ? null : draft.kind === "none" ? "" : draft.key;

function isHttp(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address.trim()).protocol);
  } catch {
    return false;
  }
}

function KeyField({
  draft,
  had,
  moved,
  secretStorage,
  onDraft,
}: {
  draft: KeyDraft;
  /** The end of the stored key; undefined when there is none. */
  had: string | undefined;
  /** Another address than the key was entered for: the key does not go with it. */
  moved: boolean;
  secretStorage: SecretStorage;
  onDraft: (draft: KeyDraft) => void;
}) {
  const t = useT();
  const kept = draft.kind === "kept";
  const before: KeyDraft = had === undefined ? { kind: "none" } : { kind: "kept" };
  return (
    <Field
      label={t("settings.provider.key")}
      aside={t("common.optional")}
      hint={
        <>
          {kept && moved
            ? t("settings.provider.keyMoved")
            : t(`settings.provider.keyHint.${secretStorage}`)}{" "}
          {kept && (
            <LinkButton onClick={() => onDraft({ kind: "none" })}>
              {t("settings.provider.keyRemove")}
            </LinkButton>
          )}
          {draft.kind === "none" && had !== undefined && (
            <LinkButton onClick={() => onDraft(before)}>
              {t("settings.provider.keyKeep")}
            </LinkButton>
          )}
        </>
      }
    >
      {(wiring) => (
        <Input
          {...wiring}
          wire
          type="password"
          placeholder={
            kept && had !== undefined
              ? had === ""
                ? t("settings.provider.keySet")
                : t("settings.provider.keyEnds", { ends: had })
              : t("settings.provider.noKey")
          }
          value={draft.kind === "typed" ? draft.key : ""}
          onValue={(next) => onDraft(next === "" ? before : { kind: "typed", key: next })}
        />
      )}
    </Field>
  );
}
