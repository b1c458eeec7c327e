// The form of how one local model runs. Nothing holds before it is saved.
import { useState } from "react";
import {
  DEFAULT_CONTEXT_TOKENS,
  DEFAULT_IDLE_MINUTES,
} from "../../../src-shared/models/local/local.ts";
import type {
  LocalModelView,
  LocalSettings,
  LocalView,
} from "../../../src-shared/models/local/local.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Field, NumberInput } from "../../ui/controls/Field.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import { localDraftOf, readLocalDraft } from "./localDraft.ts";
import type { LocalDraft, LocalFault, LocalFaults, LocalNumber } from "./localDraft.ts";
import { MemoryLine } from "../../components/memory/MemoryLine.tsx";

/** Minutes that can be chosen; another number that was set stays among them. */
const IDLE_MINUTES = [0, 1, 5, 10, 30, 60];

export function LocalForm({
  model,
  view,
  onSave,
  onClose,
}: {
  model: LocalModelView;
  view: LocalView;
  onSave: (settings: LocalSettings) => Promise<Failure | null>;
  onClose: () => void;
}) {
  const t = useT();
  const [draft, setDraft] = useState(() => localDraftOf(model.settings));
  const [faults, setFaults] = useState<LocalFaults>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = (part: Partial<LocalDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
  };
  const read = readLocalDraft(draft, model.facts, view.machine.cores);
  const save = async (): Promise<void> => {
    if (!read.ok) return setFaults(read.faults);
    const refused = await onSave(read.settings);
    if (refused === null) onClose();
    else setFailure(refused);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("local.form.title", { name: model.name })}
      intro={t("local.form.intro")}
      foot={
        <>
          <Button level="plain" onClick={() => change(localDraftOf({}))}>
            {t("local.form.usual")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={() => void save()}>
            {t("local.form.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("local.form.save")} onSubmit={() => void save()}>
        {failure !== null && <FailureBar failure={failure} />}
        <Numbers model={model} view={view} draft={draft} faults={faults} change={change} />
        <Field label={t("local.form.idle")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.idle === "usual" ? String(DEFAULT_IDLE_MINUTES) : draft.idle}
              onChange={(idle) => change({ idle })}
              options={idleOptions(t, draft.idle)}
            />
          )}
        </Field>
        <MemoryLine model={model} settings={read.ok ? read.settings : model.settings} view={view} />
        <Checkbox
          checked={draft.despiteMemory}
          onChange={(despiteMemory) => change({ despiteMemory })}
          hint={t("local.form.despiteHint")}
        >
          {t("local.form.despite")}
        </Checkbox>
      </SubmitForm>
    </Dialog>
  );
}

function Numbers({
  model: { facts },
  view: { machine },
  draft,
  faults,
  change,
}: {
  model: LocalModelView;
  view: LocalView;
  draft: LocalDraft;
  faults: LocalFaults;
  change: (part: Partial<LocalDraft>) => void;
}) {
  const t = useT();
  const most = facts.contextTokens;
  const usual = Math.min(DEFAULT_CONTEXT_TOKENS, most ?? DEFAULT_CONTEXT_TOKENS);
  const devices = machine.devices ?? [];
  const names = devices.map(({ name }) => name).join(", ");
  const number = (name: LocalNumber, placeholder: string, hint: string, aside?: string) => (
    <Field
      label={t(`local.form.${name === "contextTokens" ? "context" : name}`)}
      aside={aside}
      hint={hint}
      fault={faultWords(t, faults[name])}
    >
      {(wiring) => (
        <NumberInput
          {...wiring}
          placeholder={placeholder}
          text={draft[name]}
          onText={(text) => change({ [name]: text })}
        />
      )}
    </Field>
  );
  return (
    <>
      {number(
        "contextTokens",
        String(usual),
        most === undefined
          ? t("local.form.contextHintUnknown", { usual })
          : t("local.form.contextHint", { usual, most }),
        t("local.form.contextAside"),
      )}
      {number(
        "threads",
        String(machine.threads),
        t("local.form.threadsHint", { usual: machine.threads, cores: machine.cores }),
      )}
      {devices.length > 0 &&
        number(
          "gpuLayers",
          "",
          facts.layers === undefined
            ? t("local.form.gpuHintUnknown", { names })
            : t("local.form.gpuHint", { layers: facts.layers, names }),
        )}
    </>
  );
}

function idleOptions(t: T, chosen: string): { value: string; label: string }[] {
  const typed = Number(chosen);
  const minutes =
    chosen === "never" || chosen === "usual" || IDLE_MINUTES.includes(typed)
      ? IDLE_MINUTES
      : [...IDLE_MINUTES, typed].sort((a, b) => a - b);
  return [
    ...minutes.map((count) => ({
      value: String(count),
      label: count === 0 ? t("local.form.idleNow") : t("local.form.idleMinutes", { count }),
    })),
    { value: "never", label: t("local.form.idleNever") },
  ];
}

function faultWords(t: T, fault: LocalFault | undefined): string | undefined {
  switch (fault?.why) {
    case undefined:
      return undefined;
    case "whole":
      return t("local.form.fault.whole");
    case "small":
      return t("local.form.fault.small", { min: fault.limit });
    case "large":
      return t("local.form.fault.large", { max: fault.limit });
  }
}
