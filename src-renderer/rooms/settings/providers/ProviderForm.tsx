// The form of a provider: kind, name, address, key, and models that it does not list. Tested before it is saved.
import { useState } from "react";
import type { ProviderView, SecretStorage } from "#shared/models/model.ts";
import type { ProviderInput } from "#shared/models/providers/providerInput.ts";
import { kindFacts } from "#shared/models/providers/providerKinds.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { Field, TextArea } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { DoneIcon, RemoveIcon } from "#kit/controls/icons.ts";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { KeyField } from "./KeyField.tsx";
import { ProviderExtras, SessionToken } from "./ProviderExtras.tsx";
import { ProviderAddress } from "./ProviderAddress.tsx";
import { FailureReason } from "../FailureReason.tsx";
import {
  addressOf,
  draftOf,
  faultsOf,
  inputOf,
  kindOf,
  newDraft,
  variablesOf,
  type ProviderDraft,
} from "./providerDraft.ts";
import { Row } from "#kit/layout/Stack.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";

/** What the form needs from main. A test stores nothing. */
export interface ProviderActs {
  variables: () => Promise<string[]>;
  onTry: (input: ProviderInput) => Promise<Outcome<number>>;
  /** Null when saved. */
  onSave: (input: ProviderInput) => Promise<Failure | null>;
  onRemove: (id: string) => void;
}

/** The result of testing the current input. */
type Tried =
  | { kind: "not" }
  | { kind: "busy" }
  | { kind: "answers"; models: number }
  | { kind: "failed"; failure: Failure };

export function ProviderForm({
  provider,
  secretStorage,
  acts,
  onClose,
}: {
  /** Null for a new one. */
  provider: ProviderView | null;
  secretStorage: SecretStorage;
  acts: ProviderActs;
  onClose: () => void;
}) {
  const t = useT();
  const form = useProviderForm(provider, acts, onClose);
  const { draft, tried, faults, change } = form;
  const isNew = provider === null;
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
                acts.onRemove(provider.id);
              }}
            >
              {t("common.remove")}
            </Button>
          )}
          <Button level="plain" disabled={tried.kind === "busy"} onClick={() => void form.test()}>
            {t("providers.test")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={tried.kind === "busy"} onClick={() => void form.save()}>
            {saveWords(isNew, tried).map((key) => t(key))}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={() => void form.save()}>
        <ProviderAddress isNew={isNew} draft={draft} faults={faults} onChange={change} />
        <ProviderExtras draft={draft} faults={faults} onChange={change} />
        <KeyField
          choice={draft.choice}
          draft={draft.key}
          had={provider?.keyEnds}
          moved={form.moved}
          missing={faults.includes("key")}
          address={addressOf(draft)}
          variables={variablesOf(draft.choice, form.variables)}
          secretStorage={secretStorage}
          onDraft={(key) => change({ key })}
        />
        <SessionToken draft={draft} faults={faults} onChange={change} />
        <ModelNames draft={draft} onChange={change} />
        <div role="status">
          <Result tried={tried} />
        </div>
      </SubmitForm>
    </Dialog>
  );
}

/** A failed test does not prevent saving: the provider may just not be running. */
function saveWords(isNew: boolean, { kind }: Tried) {
  if (kind === "failed") return [isNew ? "providers.addAnyway" : "providers.saveAnyway"] as const;
  return [isNew ? "common.add" : "common.save"] as const;
}

const NO_VARIABLES: string[] = [];

function useProviderForm(provider: ProviderView | null, acts: ProviderActs, onClose: () => void) {
  const [draft, setDraft] = useState<ProviderDraft>(() =>
    provider === null ? newDraft("openai-compatible") : draftOf(provider),
  );
  const [asked, setAsked] = useState(false);
  const [tried, setTried] = useState<Tried>({ kind: "not" });
  // Once: the environment does not change while the dialog is open.
  const variables = useAsked("once", () => acts.variables()) ?? NO_VARIABLES;
  const moved = provider !== null && provider.baseUrl !== addressOf(draft);
  const faults = faultsOf(draft, provider?.keyEnds !== undefined && !moved);
  const test = async (): Promise<boolean> => {
    setAsked(true);
    if (faults.length > 0 || tried.kind === "busy") return false;
    setTried({ kind: "busy" });
    const outcome = await acts.onTry(inputOf(draft));
    setTried(
      outcome.ok
        ? { kind: "answers", models: outcome.value }
        : { kind: "failed", failure: outcome.failure },
    );
    return outcome.ok;
  };
  const save = async (): Promise<void> => {
    // After a failed test, the same button saves anyway.
    if (tried.kind !== "failed" && tried.kind !== "answers" && !(await test())) return;
    if (faults.length > 0) return;
    const failure = await acts.onSave(inputOf(draft));
    if (failure === null) onClose();
    else setTried({ kind: "failed", failure });
  };
  return {
    draft,
    tried,
    variables,
    moved,
    test,
    save,
    faults: asked ? faults : [],
    change(part: Partial<ProviderDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      setTried({ kind: "not" });
    },
  };
}

function ModelNames({
  draft,
  onChange,
}: {
  draft: ProviderDraft;
  onChange: (part: Partial<ProviderDraft>) => void;
}) {
  const t = useT();
  const kind = kindOf(draft.choice);
  if (!kindFacts(kind).wantsModelNames && draft.modelNames === "") return null;
  const which = kind === "azure" || kind === "bedrock" ? kind : "other";
  return (
    <Field
      label={t(`providers.names.${which}`)}
      aside={t("common.optional")}
      hint={t(`providers.namesHint.${which}`)}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          wire
          rows={3}
          value={draft.modelNames}
          onValue={(modelNames) => onChange({ modelNames })}
        />
      )}
    </Field>
  );
}

function Result({ tried }: { tried: Tried }) {
  const t = useT();
  switch (tried.kind) {
    case "not":
      return null;
    case "busy":
      return <p className="xs ink2">{t("providers.trying")}</p>;
    case "answers":
      return (
        <Row as="p" gap={4} inline className="xs ok">
          <Icon of={DoneIcon} /> {t("providers.tried", { count: tried.models })}
        </Row>
      );
    case "failed":
      return <FailureReason failure={tried.failure} />;
  }
}
