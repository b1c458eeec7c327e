// The form of a rule: name, gates, filter, decision, changes, duration.
import { useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { RuleFormValues } from "#data/drafts.ts";
import type { Known } from "#shared/filter/complete.ts";
import { REDACTED_GROUPS } from "#shared/findings/redaction/redaction.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { useMirror } from "#data/mirror.ts";
import { useIsInTeam } from "#data/team.ts";
import { useView, view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field } from "#kit/controls/Field.tsx";
import { ByHandIcon, CloseIcon } from "#kit/controls/icons.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { SelectOption } from "#kit/controls/Select.tsx";
import { faultOf } from "#kit/form/form.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { scrollWithin } from "#kit/scrollWithin.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Fault, Hint, Label } from "#kit/text/Text.tsx";
import { IdentityFacts } from "#request/identity/IdentityFacts.tsx";
import { gatesIn, localTime, mayAskTeam, mayChange, mayRequireReview } from "./ruleForm.ts";
import type { RuleFormApi } from "./ruleForm.ts";
import { SystemDialog } from "./SystemDialog.tsx";
import { WhenField } from "./WhenField.tsx";
import s from "./Form.module.css";

const DAY_MS = 86_400_000;

export function RuleForm({
  form,
  typed,
  known,
  nameRef,
}: {
  form: RuleFormApi;
  typed: RuleFormValues;
  known: () => Known;
  nameRef: RefObject<HTMLInputElement | null>;
}) {
  const t = useT();
  const isInTeam = useIsInTeam();
  const server = typed.server ?? null;
  const live = useMirror(({ servers }) => (server === null ? undefined : servers[server.id]));
  return (
    <>
      <form.AppField name="name">
        {({ TextField }) => <TextField ref={nameRef} label={t("common.name")} />}
      </form.AppField>
      <form.AppField name="request">
        {({ state, handleChange }) => (
          <Stack as="fieldset" gap={4}>
            <Label as="legend">{t("rules.form.at")}</Label>
            <Row gap={16} wrap={4}>
              <Checkbox checked={state.value} onChange={handleChange}>
                {t("rules.form.request")}
              </Checkbox>
              <form.AppField name="response">
                {({ Tick }) => <Tick>{t("rules.form.response")}</Tick>}
              </form.AppField>
            </Row>
            {faultOf(state) !== undefined && <Fault>{faultOf(state)}</Fault>}
          </Stack>
        )}
      </form.AppField>
      <form.AppField name="when">
        {({ state, handleChange }) => (
          <WhenField
            text={state.value}
            gates={gatesIn(typed)}
            faulty={faultOf(state) !== undefined}
            known={known}
            onText={handleChange}
          />
        )}
      </form.AppField>
      {/* The server that the rule is limited to: its current name, command or address. */}
      {server !== null && (
        <Stack gap={4}>
          <Row as="p" gap={16} wrap={4}>
            <span>{t("rules.form.server", { name: live?.name ?? server.name })}</span>
            <IconButton
              icon={CloseIcon}
              label={t("rules.form.anyServer")}
              onClick={() => form.setFieldValue("server", null)}
            />
          </Row>
          {live === undefined ? (
            <Hint>{t("rules.form.serverGone")}</Hint>
          ) : (
            live.known && <IdentityFacts identity={live.known.identity} />
          )}
        </Stack>
      )}
      {/* The request that the rule is limited to. */}
      {typed.exactly !== null && (
        <Row as="p" gap={16} wrap={4}>
          <span>
            {t("rules.form.exactly")}{" "}
            <span className="wire ink3" title={typed.exactly}>
              {typed.exactly.slice(0, 4)} {typed.exactly.slice(4, 8)}
            </span>
          </span>
          <IconButton
            icon={CloseIcon}
            label={t("rules.form.notExactly")}
            onClick={() => form.setFieldValue("exactly", null)}
          />
        </Row>
      )}
      <form.AppField name="decide">
        {({ state, handleChange }) => (
          <Stack gap={4}>
            <Label as="span">{t("rules.form.decision")}</Label>
            <RadioGroup
              inline
              label={t("rules.form.decision")}
              value={state.value}
              onChange={handleChange}
              options={(["allow", "ask", "refuse"] as const).map((value) => ({
                value,
                label: t(`rules.decide.${value}`),
              }))}
            />
            <Hint>{t(`rules.form.decisionHint.${state.value}`)}</Hint>
          </Stack>
        )}
      </form.AppField>
      {mayAskTeam(typed) && (isInTeam || typed.team) && (
        <form.AppField name="team">
          {({ Tick }) => <Tick hint={t("team.goesTo.teamHint")}>{t("rules.form.team")}</Tick>}
        </form.AppField>
      )}
      {/* The error that the server gets. */}
      {typed.decide === "refuse" && (
        <>
          <form.AppField name="message">
            {({ TextField }) => <TextField label={t("rules.form.message")} />}
          </form.AppField>
          <div className={s.pair}>
            <form.AppField name="reason">
              {({ TextField }) => (
                <TextField wire label={t("rules.form.reason")} hint={t("rules.form.reasonHint")} />
              )}
            </form.AppField>
            <form.AppField name="code">
              {({ TextField }) => <TextField wire label={t("rules.form.code")} />}
            </form.AppField>
          </div>
        </>
      )}
      {mayChange(typed) && (
        <>
          <div className={s.pair}>
            <form.AppField name="model">
              {({ state, handleChange }) => (
                <ModelField model={state.value} onModel={handleChange} />
              )}
            </form.AppField>
            <form.AppField name="maxTokens">
              {({ NumberField }) => <NumberField label={t("rules.form.maxTokens")} />}
            </form.AppField>
          </div>
          <form.AppField name="redact">
            {({ state, handleChange }) => (
              <Stack as="fieldset" gap={4}>
                <Label as="legend">{t("rules.form.redact")}</Label>
                <Row gap={16} wrap={4}>
                  {REDACTED_GROUPS.map((group) => (
                    <Checkbox
                      key={group}
                      checked={state.value.includes(group)}
                      onChange={(on) =>
                        handleChange(
                          REDACTED_GROUPS.filter((one) =>
                            one === group ? on : state.value.includes(one),
                          ),
                        )
                      }
                    >
                      {t(`rules.group.${group}`)}
                    </Checkbox>
                  ))}
                </Row>
              </Stack>
            )}
          </form.AppField>
          <form.AppField name="system">
            {({ state, handleChange }) => (
              <SystemField system={state.value} onSystem={handleChange} />
            )}
          </form.AppField>
        </>
      )}
      {mayRequireReview(typed) && (
        <form.AppField name="secondLook">
          {({ Tick }) => (
            <Tick hint={t("rules.form.secondLookHint")}>{t("rules.form.secondLook")}</Tick>
          )}
        </form.AppField>
      )}
      <DurationFields form={form} typed={typed} />
      <form.AppField name="note">
        {({ TextField }) => (
          <TextField
            label={t("rules.form.note")}
            aside={t("rules.form.optional")}
            maxLength={2000}
          />
        )}
      </form.AppField>
    </>
  );
}

/** Cannot be the key of a model. */
const ANY = "any";

/** Lists the models that are turned on. A chosen model that is not listed any more stays chosen. */
function ModelField({
  model,
  onModel,
}: {
  model: ModelRef | null;
  onModel: (model: ModelRef | null) => void;
}) {
  const t = useT();
  const { providers } = useMirror((state) => state.models);
  const choices = useMemo(() => {
    const listed = providers.flatMap((provider) =>
      provider.models
        .filter(({ enabled }) => enabled)
        .map(({ ref, name }) => ({ ref, name, provider: provider.name })),
    );
    return model === null || listed.some(({ ref }) => refKey(ref) === refKey(model))
      ? listed
      : [...listed, { ref: model, name: model.modelId, provider: model.providerId }];
  }, [providers, model]);
  const options: SelectOption<string>[] = [
    { value: ANY, label: t("rules.form.anyModel") },
    ...choices.map(({ ref, name, provider }) => ({
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
          options={options}
          onChange={(key) => onModel(choices.find(({ ref }) => refKey(ref) === key)?.ref ?? null)}
        />
      )}
    </Field>
  );
}

/** The replacement of the system prompt; opens a dialog to edit both texts. */
function SystemField({
  system,
  onSystem,
}: {
  system: RuleFormValues["system"];
  onSystem: (system: RuleFormValues["system"]) => void;
}) {
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
            onClick={() => onSystem(null)}
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
            onSystem(next);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}

/** How long the rule is active. */
function DurationFields({ form, typed }: { form: RuleFormApi; typed: RuleFormValues }) {
  const t = useT();
  const { holds } = typed;
  const group = useRef<HTMLDivElement>(null);
  const isWanted = useView((state) => state.rulePart === "holds");
  useEffect(() => {
    if (!isWanted) return;
    view.setState({ rulePart: null });
    const fields = group.current?.querySelectorAll<HTMLElement>("button, input");
    // Focuses the time or number, if there is one: that is what has run out.
    const last = fields === undefined ? undefined : [...fields].at(-1);
    scrollWithin(last, "center");
    last?.focus();
  }, [isWanted]);
  // A call can only be chosen when the rule was created from a request.
  const kinds = (["always", "until", "uses", "session", "thread"] as const).filter(
    (kind) => kind !== "thread" || typed.thread !== "",
  );
  return (
    <Stack
      ref={group}
      gap={holds === "uses" ? 12 : 4}
      className={holds === "uses" ? s.halves : undefined}
    >
      <form.AppField name="holds">
        {({ handleChange }) => (
          <Field
            label={t("rules.form.holds")}
            hint={holds === "session" || holds === "thread" ? t("rules.form.inMemory") : undefined}
          >
            {(wiring) => (
              <Select
                {...wiring}
                value={holds}
                options={kinds.map((value) => ({ value, label: t(`rules.holds.${value}`) }))}
                onChange={(kind) => {
                  if (kind === "until" && typed.until === "")
                    form.setFieldValue("until", localTime(Date.now() + DAY_MS));
                  if (kind === "uses" && typed.uses === "") form.setFieldValue("uses", "10");
                  handleChange(kind);
                }}
              />
            )}
          </Field>
        )}
      </form.AppField>
      {holds === "until" && (
        <form.AppField name="until">
          {({ TextField }) => <TextField type="datetime-local" label={t("rules.form.until")} />}
        </form.AppField>
      )}
      {holds === "uses" && (
        <form.AppField name="uses">
          {({ NumberField }) => <NumberField label={t("rules.form.uses")} />}
        </form.AppField>
      )}
    </Stack>
  );
}
