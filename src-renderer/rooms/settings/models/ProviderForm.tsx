// The form of a provider: kind, name, address, key, and models that it does not list. Tested before it is saved.
import { useState } from "react";
import type { ProviderView } from "#shared/models/model.ts";
import { kindFacts } from "#shared/models/providers/providerKinds.ts";
import type { ProviderInput } from "#shared/models/providers/providerInput.ts";
import type { Failure } from "#shared/outcome.ts";
import { isEncrypted } from "#shared/servers/encryption.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { DoneIcon, RemoveIcon } from "#kit/controls/icons.ts";
import { Select } from "#kit/controls/Select.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { faultOf, useFormValues } from "#kit/form/form.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Text } from "#kit/text/Text.tsx";
import { FailureReason } from "./FailureReason.tsx";
import {
  addressOf,
  choiceName,
  choices,
  formValuesOf,
  isMoved,
  keysPageOf,
  kindOf,
  needsKey,
  newFormValues,
  providerForm,
  takesToken,
  variablesOf,
  wantsToken,
  type KeyDraft,
  type ProviderFormValues,
} from "./providerForm.ts";
import s from "./Models.module.css";

/** The prefix of ids of permanent AWS keys. */
const KEY_ID_BEGINS = "AKIA…";

/** The result of testing what is typed. */
type Tried =
  | { kind: "not" }
  | { kind: "busy" }
  | { kind: "answers"; models: number }
  | { kind: "failed"; failure: Failure };

export function ProviderForm({
  provider,
  onRemove,
  onClose,
}: {
  /** Null for a new one. */
  provider: ProviderView | null;
  onRemove: (id: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const isNew = provider === null;
  const first = useFirstFocus<HTMLInputElement>();
  const [last, setLast] = useState<{ of: ProviderFormValues; tried: Tried } | null>(null);
  const {
    form,
    typed,
    read,
    send: save,
  } = useFormValues(
    providerForm(t, provider),
    isNew ? newFormValues("openai-compatible") : formValuesOf(provider),
    async (input) => {
      if (tried.kind === "busy") return;
      // After a failed test, the same button saves anyway.
      if (tried.kind === "not" && !(await test(input))) return;
      const result = isNew
        ? await send("models.addProvider", input)
        : await send("models.updateProvider", provider.id, input);
      if (result.ok) onClose();
      else setLast({ of: typed, tried: { kind: "failed", failure: result.failure } });
    },
  );
  const tried: Tried = last?.of === typed ? last.tried : { kind: "not" };
  /** Stores nothing. */
  const test = async (input: ProviderInput): Promise<boolean> => {
    setLast({ of: typed, tried: { kind: "busy" } });
    const result = await send("models.tryProvider", input, provider?.id ?? null);
    const next: Tried = result.ok
      ? { kind: "answers", models: result.value }
      : { kind: "failed", failure: result.failure };
    setLast({ of: typed, tried: next });
    return result.ok;
  };
  const kind = kindOf(typed.choice);
  const optional = t("common.optional");
  const namesOf = kind === "azure" || kind === "bedrock" ? kind : "other";
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? t("settings.provider.new") : t("common.editName", { name: provider.name })}
      intro={t("providers.intro")}
      foot={
        <>
          {!isNew && (
            <Button
              level="plain"
              icon={RemoveIcon}
              onClick={() => {
                onClose();
                onRemove(provider.id);
              }}
            >
              {t("common.remove")}
            </Button>
          )}
          <Button
            level="plain"
            disabled={tried.kind === "busy"}
            // Of invalid input, saving only shows the faults.
            onClick={() => (read.success ? void test(read.data) : save())}
          >
            {t("providers.test")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={tried.kind === "busy"} onClick={save}>
            {/* A failed test does not prevent saving: the provider may just not be running. */}
            {tried.kind === "failed"
              ? t(isNew ? "providers.addAnyway" : "providers.saveAnyway")
              : t(isNew ? "common.add" : "common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={save}>
        <Field label={t("common.provider")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={typed.choice}
              disabled={!isNew}
              options={choices().map((value) => ({
                value,
                label: choiceName(value) ?? t("providers.open"),
              }))}
              onChange={(choice) => form.reset(newFormValues(choice), { keepDefaultValues: true })}
            />
          )}
        </Field>
        <form.AppField name="name">
          {({ TextField }) => <TextField ref={first} label={t("common.name")} maxLength={200} />}
        </form.AppField>
        {/* The parts of the address that the user must fill in, such as a resource or region. */}
        {Object.keys(typed.fill)
          .filter((name) => typed.baseUrl.includes(`{${name}}`))
          .map((name) => {
            const known = name === "resource" || name === "region" ? name : "other";
            return (
              <form.AppField key={name} name={`fill.${name}`}>
                {({ TextField }) => (
                  <TextField
                    wire
                    label={t(`providers.placeholder.${known}`)}
                    hint={t(`providers.placeholderHint.${known}`)}
                    placeholder={name === "region" ? "us-east-1" : ""}
                  />
                )}
              </form.AppField>
            );
          })}
        <form.AppField name="baseUrl">
          {({ state, handleChange }) => (
            <Field
              label={t("common.address")}
              hint={
                kind === "openai-compatible"
                  ? t("settings.provider.addressHint")
                  : t("providers.addressHint")
              }
              fault={faultOf(state)}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  wire
                  placeholder="http://127.0.0.1:11434/v1"
                  value={addressOf(typed)}
                  onValue={(address) => {
                    // Editing a proposed address replaces it, with its placeholders.
                    form.setFieldValue("fill", {});
                    handleChange(address);
                  }}
                />
              )}
            </Field>
          )}
        </form.AppField>
        {kind === "azure" && (
          <form.AppField name="apiVersion">
            {({ TextField }) => (
              <TextField
                wire
                label={t("providers.apiVersion.label")}
                aside={optional}
                hint={t("providers.apiVersion.hint")}
                placeholder="2024-10-21"
              />
            )}
          </form.AppField>
        )}
        {kind === "bedrock" && (
          <form.AppField name="keyId">
            {({ TextField }) => (
              <TextField
                wire
                label={t("providers.keyId.label")}
                aside={optional}
                hint={t("providers.keyId.hint")}
                placeholder={KEY_ID_BEGINS}
              />
            )}
          </form.AppField>
        )}
        <form.AppField name="key">
          {({ state, handleChange }) => (
            <KeyField
              values={typed}
              had={provider?.keyEnds}
              moved={isMoved(provider, typed)}
              fault={faultOf(state)}
              onKey={handleChange}
            />
          )}
        </form.AppField>
        {takesToken(typed) && (
          <form.AppField name="sessionToken">
            {({ TextField }) => (
              <TextField
                wire
                type="password"
                label={t("providers.sessionToken.label")}
                aside={wantsToken(typed) ? undefined : optional}
                hint={t("providers.sessionToken.hint")}
              />
            )}
          </form.AppField>
        )}
        {(kindFacts(kind).wantsModelNames || typed.modelNames !== "") && (
          <form.AppField name="modelNames">
            {({ TextAreaField }) => (
              <TextAreaField
                wire
                rows={3}
                label={t(`providers.names.${namesOf}`)}
                aside={optional}
                hint={t(`providers.namesHint.${namesOf}`)}
              />
            )}
          </form.AppField>
        )}
        <div role="status">
          {tried.kind === "busy" && <p className="xs ink2">{t("providers.trying")}</p>}
          {tried.kind === "answers" && (
            <Row as="p" gap={4} inline className="xs ok">
              <Icon of={DoneIcon} /> {t("providers.tried", { count: tried.models })}
            </Row>
          )}
          {tried.kind === "failed" && <FailureReason failure={tried.failure} />}
        </div>
      </SubmitForm>
    </Dialog>
  );
}

/** An API key: typed, kept, or read from an environment variable at each start. A stored key is never shown. */
function KeyField({
  values,
  had,
  moved,
  fault,
  onKey,
}: {
  values: ProviderFormValues;
  /** The end of the stored key; undefined if none is stored. */
  had: string | undefined;
  /** The address differs from the one that the key was entered for, so the key is not kept. */
  moved: boolean;
  fault: string | undefined;
  onKey: (key: KeyDraft) => void;
}) {
  const t = useT();
  const { choice, key } = values;
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  // Once: the environment does not change while the dialog is open.
  const asked = useAsked("once", () => send("models.variables"));
  const before: KeyDraft = had === undefined ? { kind: "none" } : { kind: "kept" };
  const others = variablesOf(choice, asked?.ok === true ? asked.value : []).filter(
    (name) => key.kind !== "variable" || key.name !== name,
  );
  const isKeepable = key.kind === "none" && had !== undefined;
  const page = keysPageOf(choice);
  return (
    <>
      <Field
        label={t("common.key")}
        aside={needsKey(choice) ? undefined : t("common.optional")}
        fault={fault}
        hint={
          key.kind === "variable"
            ? t("providers.variableHint")
            : key.kind === "kept" && moved
              ? t("settings.provider.keyMoved")
              : t(`settings.provider.keyHint.${secretStorage}`)
        }
      >
        {(wiring) =>
          key.kind === "variable" ? (
            <Input
              {...wiring}
              wire
              readOnly
              value={t("providers.variable", { variable: key.name })}
              onValue={() => undefined}
            />
          ) : (
            <Input
              {...wiring}
              wire
              type="password"
              placeholder={
                key.kind === "kept" && had !== undefined
                  ? had === ""
                    ? t("settings.provider.keySet")
                    : t("settings.provider.keyEnds", { ends: had })
                  : t("settings.provider.noKey")
              }
              value={key.kind === "typed" ? key.key : ""}
              onValue={(next) => onKey(next === "" ? before : { kind: "typed", key: next })}
            />
          )
        }
      </Field>
      {/* Alternatives to typing: use a variable, remove the key, keep it. */}
      {(others.length > 0 || isKeepable || key.kind === "kept" || key.kind === "variable") && (
        <p className={s.ways}>
          {others.map((name) => (
            <LinkButton key={name} onClick={() => onKey({ kind: "variable", name })}>
              {t("providers.useVariable", { variable: name })}
            </LinkButton>
          ))}
          {key.kind === "variable" && (
            <LinkButton onClick={() => onKey(before)}>{t("providers.enterKey")}</LinkButton>
          )}
          {key.kind === "kept" && (
            <LinkButton onClick={() => onKey({ kind: "none" })}>
              {t("settings.provider.keyRemove")}
            </LinkButton>
          )}
          {isKeepable && (
            <LinkButton onClick={() => onKey(before)}>{t("settings.provider.keyKeep")}</LinkButton>
          )}
        </p>
      )}
      {/* The page where the user can get a key; copied rather than opened. */}
      {page !== "" && (
        <p className={s.keysPage}>
          <span>{t("providers.keysPage")}</span>
          <Quote cut>{page.replace(/^https:\/\//, "")}</Quote>
          <CopyButton what={t("providers.keysPage")} text={() => page} />
        </p>
      )}
      {isEncrypted(addressOf(values)) === false && (
        <Text tone="warn">{t("providers.notEncrypted")}</Text>
      )}
    </>
  );
}
