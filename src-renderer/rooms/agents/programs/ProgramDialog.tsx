// The form of a program: its name and mode; limits, budgets, models, expiry and redaction under *More options*.
import { useState } from "react";
import { newProgram, PROGRAM_MODES } from "#shared/programs/program.ts";
import type {
  ProgramInput,
  ProgramMode,
  ProgramToken,
  ProgramView,
} from "#shared/programs/program.ts";
import type { Failure } from "#shared/outcome.ts";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import { send as sendTo } from "#data/commands.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, NumberInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import {
  ClosedIcon,
  HistoryIcon,
  OpenIcon,
  ReviewIcon,
  RulesIcon,
  ToolIcon,
} from "#kit/controls/icons.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { GoesTo } from "#request/team/GoesTo.tsx";
import { PolicyModels } from "#request/models/PolicyModels.tsx";
import { ConfirmDialog, TokenDialog } from "./ProgramDialogs.tsx";
import { optionsSet, programForm, programFormValues, programLimits } from "./programForm.ts";
import { Row, Stack } from "#kit/layout/Stack.tsx";

const MODE_ICONS = {
  hold: ReviewIcon,
  rules: RulesIcon,
  calls: ToolIcon,
  watch: HistoryIcon,
} as const;

/** Letting requests pass is confirmed, and what is redacted before they do can be chosen. */
export const isConfirmed = (mode: ProgramMode): mode is "calls" | "watch" =>
  mode === "calls" || mode === "watch";

/** Creates a program, then shows its token once. */
export function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; made: ProgramToken } | null>(null);
  const add = async (input: ProgramInput): Promise<Failure | null> => {
    const added = await sendTo("programs.add", input);
    if (!added.ok) return added.failure;
    setMade({ name: input.name, made: added.value });
    return null;
  };
  return made === null ? (
    <ProgramDialog program={null} onSave={add} onClose={onClose} />
  ) : (
    <TokenDialog {...made} onClose={onClose} />
  );
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
  const names = programLimits(program);
  // The program may change in main meanwhile.
  const [{ before, initial }] = useState(() => {
    const input = program ?? newProgram("");
    return { before: input, initial: programFormValues(names, input) };
  });
  const { failure, fail } = useAction();
  const first = useFirstFocus<HTMLInputElement>();
  // Of a program that exists, an option may be what is to be changed.
  const [isMore, setMore] = useState(program !== null);
  /** What was to be sent, while its mode is being confirmed. */
  const [confirming, setConfirming] = useState<ProgramInput | null>(null);
  const { form, typed, read, send } = useFormValues(
    programForm(t, names, before, initial.days),
    initial,
    async (input) => {
      // Letting requests pass is confirmed, here as in the list.
      if (isConfirmed(input.mode) && program?.mode !== input.mode) setConfirming(input);
      else fail(await onSave(input));
    },
  );
  const faultAt = (name: "name" | "days") =>
    read.error?.issues.find(({ path }) => path[0] === name)?.message;
  const isReady = faultAt("name") === undefined && faultAt("days") === undefined;
  const areOptionsOpen = isMore || faultAt("days") !== undefined;
  const save = (): void => {
    if (!isReady) return;
    // What is wrong there is seen.
    if (!read.success) setMore(true);
    send();
  };
  if (confirming !== null) {
    return (
      <ConfirmDialog
        what={confirming.mode === "calls" ? "calls" : "watch"}
        name={confirming.name}
        onConfirm={() => onSave(confirming)}
        onClose={() => setConfirming(null)}
      />
    );
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
          {program === null && <span className="xs ink3 grow">{t("programs.dialog.next")}</span>}
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={!isReady} onClick={save}>
            {t(program === null ? "programs.dialog.create" : "common.save")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <form.AppField name="name">
        {({ TextField }) => <TextField label={t("common.name")} ref={first} />}
      </form.AppField>
      <form.AppField name="mode">
        {({ state, handleChange }) => (
          <Fact label={t("common.mode")}>
            <RadioGroup
              framed
              label={t("common.mode")}
              value={state.value}
              options={PROGRAM_MODES.map((mode) => ({
                value: mode,
                label: (
                  <Row as="span" inline>
                    <Icon of={MODE_ICONS[mode]} /> {t(`programs.mode.${mode}`)}
                  </Row>
                ),
                hint: t(`programs.dialog.modeHint.${mode}`),
              }))}
              onChange={handleChange}
            />
          </Fact>
        )}
      </form.AppField>
      {typed.mode === "calls" && (
        <Stack gap={12}>
          <form.AppField name="passes">
            {({ TextAreaField }) => (
              <TextAreaField
                wire
                rows={4}
                label={t("programs.dialog.passes")}
                hint={t("programs.dialog.passesHint")}
              />
            )}
          </form.AppField>
          <form.AppField name="passesSides">
            {({ Tick }) => (
              <Tick hint={t("programs.dialog.sidesHint")}>{t("programs.dialog.sides")}</Tick>
            )}
          </form.AppField>
        </Stack>
      )}
      <Row>
        <LinkButton aria-expanded={areOptionsOpen} onClick={() => setMore(!areOptionsOpen)}>
          <Icon of={areOptionsOpen ? OpenIcon : ClosedIcon} /> {t("programs.dialog.more")}
        </LinkButton>
        <span className="xs ink2">
          {t("programs.dialog.options", { count: optionsSet(names, typed) })}
        </span>
      </Row>
      {areOptionsOpen && (
        <Stack gap={12}>
          {isConfirmed(typed.mode) && (
            <Row as="fieldset" gap={16} wrap={8}>
              <legend>{t("programs.dialog.redact")}</legend>
              <form.AppField name="redact">
                {({ state: { value: redact }, handleChange }) =>
                  (["secrets", "personal"] as const).map((group) => (
                    <Checkbox
                      key={group}
                      checked={redact.includes(group)}
                      onChange={(on) =>
                        handleChange(
                          on ? [...redact, group] : redact.filter((one) => one !== group),
                        )
                      }
                    >
                      {t(`programs.dialog.${group}`)}
                    </Checkbox>
                  ))
                }
              </form.AppField>
            </Row>
          )}
          <form.AppField name="days">
            {({ state, handleChange }) => (
              <Field
                label={t("programs.dialog.expiry")}
                hint={t("programs.dialog.expiryHint")}
                // Said at once, as it disables the button.
                fault={faultAt("days")}
              >
                {(field) => (
                  <NumberInput
                    {...field}
                    text={state.value}
                    onText={(text) => handleChange(text)}
                  />
                )}
              </Field>
            )}
          </form.AppField>
          <form.AppField name="policy.team">
            {({ state, handleChange }) => <GoesTo isTeams={state.value} onTeam={handleChange} />}
          </form.AppField>
          <form.AppField name="policy.models">
            {({ state, handleChange }) => (
              <PolicyModels of="program" models={state.value} onModels={handleChange} />
            )}
          </form.AppField>
          <Fact label={t("common.limits")}>
            <LimitFields
              names={names}
              renderField={(name, parts) => (
                <form.AppField key={name} name={`limits.${name}`}>
                  {parts}
                </form.AppField>
              )}
            />
          </Fact>
        </Stack>
      )}
    </Dialog>
  );
}
