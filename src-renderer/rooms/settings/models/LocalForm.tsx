// The form for how a local model runs. Nothing applies before it is saved.
import { DEFAULT_CONTEXT_TOKENS, DEFAULT_IDLE_MINUTES } from "#shared/models/local/local.ts";
import type {
  LocalFacts,
  LocalMachine,
  LocalModelView,
  LocalSettings,
  LocalView,
} from "#shared/models/local/local.ts";
import type { Outcome } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Field } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { localForm, localFormValues } from "./localForm.ts";
import { MemoryLine } from "#request/models/MemoryLine.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

/** Minutes to choose from; another value that was set is added. */
const IDLE_MINUTES = [0, 1, 5, 10, 30, 60];

export function LocalForm({
  model,
  view,
  onSave,
  onClose,
}: {
  model: LocalModelView;
  view: LocalView;
  onSave: (settings: LocalSettings) => Promise<Outcome<unknown>>;
  onClose: () => void;
}) {
  const t = useT();
  const { failure, tell } = useAction();
  const schema = localForm(t, model.facts, view.machine.cores);
  const { form, read, send } = useFormValues(
    schema,
    localFormValues(model.settings),
    async (settings) => {
      if (tell(await onSave(settings))) onClose();
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("local.form.title", { name: model.name })}
      intro={t("local.form.intro")}
      foot={
        <>
          <Button
            level="plain"
            onClick={() => form.reset(localFormValues({}), { keepDefaultValues: true })}
          >
            {t("local.form.usual")}
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
        {numberFields(t, model.facts, view.machine).map(([name, words]) => (
          <form.AppField key={name} name={name}>
            {({ NumberField }) => <NumberField {...words} />}
          </form.AppField>
        ))}
        <form.AppField name="idle">
          {({ state, handleChange }) => (
            <Field label={t("local.form.idle")}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={state.value === "usual" ? String(DEFAULT_IDLE_MINUTES) : state.value}
                  onChange={handleChange}
                  options={idleOptions(t, state.value)}
                />
              )}
            </Field>
          )}
        </form.AppField>
        <MemoryLine model={model} settings={read.data ?? model.settings} view={view} />
        <form.AppField name="despiteMemory">
          {({ Tick }) => <Tick hint={t("local.form.despiteHint")}>{t("local.form.despite")}</Tick>}
        </form.AppField>
      </SubmitForm>
    </Dialog>
  );
}

/** Labels, placeholders and hints of the number fields. */
function numberFields(t: T, facts: LocalFacts, machine: LocalMachine) {
  const { contextTokens: most, layers } = facts;
  const usual = Math.min(DEFAULT_CONTEXT_TOKENS, most ?? DEFAULT_CONTEXT_TOKENS);
  const context = {
    label: t("common.context"),
    placeholder: String(usual),
    hint:
      most === undefined
        ? t("local.form.contextHintUnknown", { usual })
        : t("local.form.contextHint", { usual, most }),
    aside: t("local.form.contextAside"),
  };
  const threads = {
    label: t("local.form.threads"),
    placeholder: String(machine.threads),
    hint: t("local.form.threadsHint", { usual: machine.threads, cores: machine.cores }),
  };
  const names = (machine.devices ?? []).map(({ name }) => name).join(", ");
  const gpu = {
    label: t("local.form.gpuLayers"),
    hint:
      layers === undefined
        ? t("local.form.gpuHintUnknown", { names })
        : t("local.form.gpuHint", { layers, names }),
  };
  return [
    ["contextTokens", context] as const,
    ["threads", threads] as const,
    ...(names === "" ? [] : [["gpuLayers", gpu] as const]),
  ];
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
