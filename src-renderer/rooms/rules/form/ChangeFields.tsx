// Fields for what a rule changes in a request: model, token limit, redaction, system prompt.
import { useMemo, useState } from "react";
import { REDACTED_GROUPS } from "#shared/inspect/redaction/redaction.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, NumberInput } from "#kit/controls/Field.tsx";
import { ByHandIcon, CloseIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { SelectOption } from "#kit/controls/Select.tsx";
import { faultWords } from "./formPart.ts";
import type { FormPart } from "./formPart.ts";
import { SystemDialog } from "./SystemDialog.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Label } from "#kit/text/Text.tsx";
import s from "./Form.module.css";

/** Which groups of findings are redacted. */
export function RedactFields({ typed, onTyped }: Pick<FormPart, "typed" | "onTyped">) {
  const t = useT();
  return (
    <Stack as="fieldset" gap={4}>
      <Label as="legend">{t("rules.form.redact")}</Label>
      <Row gap={16} wrap={4}>
        {REDACTED_GROUPS.map((group) => (
          <Checkbox
            key={group}
            checked={typed.redact.includes(group)}
            onChange={(on) =>
              onTyped({
                redact: REDACTED_GROUPS.filter((one) =>
                  one === group ? on : typed.redact.includes(one),
                ),
              })
            }
          >
            {t(`rules.group.${group}`)}
          </Checkbox>
        ))}
      </Row>
    </Stack>
  );
}

/** Cannot be the key of a model. */
const ANY = "any";

export function ChangeFields({ typed, faults, onTyped }: FormPart) {
  const t = useT();
  return (
    <>
      <div className={s.pair}>
        <ModelField typed={typed} faults={faults} onTyped={onTyped} />
        <Field label={t("rules.form.maxTokens")} fault={faultWords(t, faults.maxTokens)}>
          {(wiring) => (
            <NumberInput
              {...wiring}
              text={typed.maxTokens}
              onText={(maxTokens) => onTyped({ maxTokens })}
            />
          )}
        </Field>
      </div>
      <RedactFields typed={typed} onTyped={onTyped} />
      <System typed={typed} faults={faults} onTyped={onTyped} />
    </>
  );
}

/** Lists the models that are turned on. A selected model that is gone stays selected. */
function ModelField({ typed, onTyped }: FormPart) {
  const t = useT();
  const models = useMirror((state) => state.models);
  const { model } = typed;
  const options = useMemo(() => {
    const listed = models.providers.flatMap((provider) =>
      provider.models
        .filter(({ enabled }) => enabled)
        .map((one) => ({ ref: one.ref, name: one.name, provider: provider.name })),
    );
    const gone =
      model !== null && !listed.some(({ ref }) => refKey(ref) === refKey(model))
        ? [{ ref: model, name: model.modelId, provider: model.providerId }]
        : [];
    return [...listed, ...gone];
  }, [models, model]);
  const choices: SelectOption<string>[] = [
    { value: ANY, label: t("rules.form.anyModel") },
    ...options.map(({ ref, name, provider }) => ({
      value: refKey(ref),
      label: name,
      wire: true,
      hint: provider,
    })),
  ];
  return (
    <Field label={t("common.model")}>
      {(wiring) => (
        <Select
          {...wiring}
          value={model === null ? ANY : refKey(model)}
          options={choices}
          onChange={(key) =>
            onTyped({ model: options.find(({ ref }) => refKey(ref) === key)?.ref ?? null })
          }
        />
      )}
    </Field>
  );
}

/** The replacement of the system prompt; opens a dialog to edit both texts. */
function System({ typed: { system }, onTyped }: FormPart) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Stack gap={4}>
      <Label as="span">{t("common.systemPrompt")}</Label>
      {system !== null && (
        <Row as="p" small>
          <Quote cut>{system.from === "" ? t("common.none") : system.from}</Quote>
          <span className="ink3">{t("rules.form.becomes")}</span>
          <Quote cut>{system.to === "" ? t("common.none") : system.to}</Quote>
          <IconButton
            icon={CloseIcon}
            label={t("rules.form.keepSystem")}
            onClick={() => onTyped({ system: null })}
          />
        </Row>
      )}
      <span>
        <Button size="s" icon={ByHandIcon} onClick={() => setOpen(true)}>
          {t(system === null ? "common.replace" : "rules.form.editSystem")}
        </Button>
      </span>
      {open && (
        <SystemDialog
          system={system ?? { from: "", to: "" }}
          onDone={(next) => {
            setOpen(false);
            onTyped({ system: next });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}
