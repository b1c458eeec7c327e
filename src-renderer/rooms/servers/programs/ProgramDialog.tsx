// The form of a program: name, mode, limits, budgets, models, expiry and redaction.
import { useState } from "react";
import { PROGRAM_MODES } from "#shared/programs/program.ts";
import type { ProgramInput, ProgramView } from "#shared/programs/program.ts";
import type { ServerLimits } from "#shared/policy/limits/limits.ts";
import type { Failure } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, Input, NumberInput } from "#kit/controls/Field.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { GoesTo } from "../policy/GoesTo.tsx";
import { PolicyModels } from "../policy/PolicyModels.tsx";
import { ConfirmDialog } from "./ProgramDialogs.tsx";
import { ProgramLimits } from "./ProgramLimits.tsx";
import { inputOf } from "./inputOf.ts";
import { programForm, programFormValues, programLimits } from "./programForm.ts";
import s from "./Programs.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

const NEW: ProgramInput = {
  name: "",
  mode: "hold",
  redact: [],
  expiresAtMs: null,
  policy: defaultPolicy,
};
const DAY_MS = 86_400_000;

/** The remaining days, rounded up; empty if it never expires. */
const daysLeft = ({ expiresAtMs }: ProgramInput): string =>
  expiresAtMs === null ? "" : String(Math.max(0, Math.ceil((expiresAtMs - Date.now()) / DAY_MS)));

/** Null if the text is not a positive number; undefined if it is empty. */
function amountIn(text: string): number | null | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

const expiryIn = (days: number | undefined): number | null =>
  days === undefined ? null : Date.now() + Math.round(days * DAY_MS);

function useExpiry(input: ProgramInput) {
  const [text, onText] = useState(() => daysLeft(input));
  // Days that were not changed leave the hour as it was, also one that has passed.
  const isSame = text === daysLeft(input);
  const days = isSame ? undefined : amountIn(text);
  const atMs = (): number | null => (isSame ? input.expiresAtMs : expiryIn(days ?? undefined));
  return { text, onText, days, atMs };
}

export function ProgramDialog({
  program,
  onSave,
  onClose,
}: {
  /** Null for a new one. */
  program: ProgramView | null;
  onSave: (input: ProgramInput) => Promise<Failure | null>;
  onClose: () => void;
}) {
  const t = useT();
  const [input, setInput] = useState<ProgramInput>(() =>
    program === null ? NEW : inputOf(program),
  );
  const expiry = useExpiry(input);
  const { failure, fail } = useAction();
  const set = (part: Partial<ProgramInput>): void => setInput({ ...input, ...part });
  const setPolicy = (part: Partial<ProgramInput["policy"]>): void =>
    set({ policy: { ...input.policy, ...part } });
  const isReady = input.name.trim() !== "" && expiry.days !== null;
  const names = programLimits(program);
  /** The limits as they were sent, while Watch is being confirmed. */
  const [confirming, setConfirming] = useState<ServerLimits | null>(null);
  const send = (limits: ServerLimits): Promise<Failure | null> =>
    onSave({ ...input, expiresAtMs: expiry.atMs(), policy: { ...input.policy, limits } });
  const { limits: before } = input.policy;
  const fields = useFormValues(
    programForm(t, names, before),
    programFormValues(names, before),
    async (limits) => {
      // Letting requests pass is confirmed, here as in the list.
      if (input.mode === "watch" && program?.mode !== "watch") setConfirming(limits);
      else fail(await send(limits));
    },
  );
  const save = (): void => {
    if (isReady) fields.send();
  };
  if (confirming !== null) {
    const confirm = (): Promise<Failure | null> => send(confirming);
    const back = (): void => setConfirming(null);
    return <ConfirmDialog what="watch" name={input.name} onConfirm={confirm} onClose={back} />;
  }
  const title = program === null ? "programs.dialog.new" : "common.editName";
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={save}
      title={t(title, { name: program?.name ?? "" })}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={!isReady} onClick={save}>
            {t(program === null ? "programs.dialog.create" : "common.save")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <NameAndMode input={input} set={set} />
      <ExpiryField {...expiry} />
      <GoesTo isTeams={input.policy.team} onTeam={(team) => setPolicy({ team })} />
      <PolicyModels
        of="program"
        models={input.policy.models}
        onModels={(models) => setPolicy({ models })}
      />
      <ProgramLimits names={names} form={fields.form} />
    </Dialog>
  );
}

function NameAndMode({
  input,
  set,
}: {
  input: ProgramInput;
  set: (part: Partial<ProgramInput>) => void;
}) {
  const t = useT();
  return (
    <>
      <Field label={t("common.name")} hint={t("programs.dialog.nameHint")}>
        {(field) => <Input {...field} value={input.name} onValue={(name) => set({ name })} />}
      </Field>
      <RadioGroup
        label={t("common.mode")}
        value={input.mode}
        options={PROGRAM_MODES.map((mode) => ({
          value: mode,
          label: t(`programs.mode.${mode}`),
          hint: t(`programs.modeHint.${mode}`),
        }))}
        onChange={(mode) => set({ mode })}
      />
      {input.mode === "watch" && (
        <RedactFields redact={input.redact} onRedact={(redact) => set({ redact })} />
      )}
    </>
  );
}

function RedactFields({
  redact,
  onRedact,
}: Pick<ProgramInput, "redact"> & { onRedact: (redact: ProgramInput["redact"]) => void }) {
  const t = useT();
  return (
    <fieldset className={s.choices}>
      <legend>{t("programs.dialog.redact")}</legend>
      {(["secrets", "personal"] as const).map((group) => (
        <Checkbox
          key={group}
          checked={redact.includes(group)}
          onChange={(on) =>
            onRedact(on ? [...redact, group] : redact.filter((one) => one !== group))
          }
        >
          {t(`programs.dialog.${group}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function ExpiryField({
  days,
  text,
  onText,
}: {
  /** Null: not a positive number. */
  days: number | null | undefined;
  text: string;
  onText: (text: string) => void;
}) {
  const t = useT();
  return (
    <Field
      label={t("programs.dialog.expiry")}
      hint={t("programs.dialog.expiryHint")}
      fault={days === null ? t("programs.dialog.number") : null}
    >
      {(field) => <NumberInput {...field} text={text} onText={onText} />}
    </Field>
  );
}
