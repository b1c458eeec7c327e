// "Create rule from request": proposes the narrowest rule for a request as conditions that the user can leave out.
import { useEffect, useRef, useState } from "react";
import { groupsOf } from "#shared/findings/redaction/redaction.ts";
import { ok } from "#shared/outcome.ts";
import type { RuleCondition, RuleProposal } from "#shared/rules/proposal.ts";
import { usualBeginning } from "#shared/rules/conditions.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { send } from "#data/commands.ts";
import type { RuleFormValues } from "#data/drafts.ts";
import { useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import { ruleResultsOf } from "#data/requests/ruleResults.ts";
import { changeRules, proposeRule } from "#data/rules.ts";
import { openRule, useView, view } from "#data/view.ts";
import type { View } from "#data/view.ts";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { ClosedIcon, OpenIcon } from "#kit/controls/icons.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { faultOf, useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Columns, Panel, Row, Stack } from "#kit/layout/Stack.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import { conditionWords, withBeginning, withoutConditions } from "./conditionWords.ts";
import { PastActions } from "./PastActions.tsx";
import { beginRule } from "./drafts.ts";
import { inserted, placeFor } from "./rows.ts";
import {
  emptyRule,
  fillForm,
  formValuesOf,
  gatesIn,
  localTime,
  mayChange,
  newId,
  ruleForm,
} from "./ruleForm.ts";
import type { RuleFormApi } from "./ruleForm.ts";
import { useFilterCompletions } from "./useFilterCompletions.ts";
import { WhenField } from "./WhenField.tsx";
import s from "./CreateRule.module.css";

/** The dialog for the request in `view.newRuleFrom`; nothing otherwise. */
export function CreateRule() {
  const from = useView((state) => state.newRuleFrom);
  if (from === null) return null;
  return <CreateRuleDialog key={`${from.requestId} ${from.gate}`} {...from} />;
}

const close = (): void => view.setState({ newRuleFrom: null });

function CreateRuleDialog({ requestId, gate }: NonNullable<View["newRuleFrom"]>) {
  const t = useT();
  const request = useMirror((state) => state.requests[requestId]);
  const rules = useMirror((state) => state.rules.rules);
  const mode = useMirror((state) => state.desk.masterSwitch);
  const judged = request === undefined ? [] : ruleResultsOf(request);
  // The proposal is for the request as it is when the dialog opens.
  const asked = useAsked("once", async () => {
    const result = await proposeRule(requestId, gate);
    if (!result.ok) return result;
    return ok({ proposal: result.value, typed: initialValues(result.value, gate, request) });
  });
  const proposed = asked?.ok === true ? asked.value : null;
  const { failure, tell } = useAction();
  const isAction = request?.requestKind === "action";
  const [switches, setSwitches] = useState(false);
  const {
    form,
    typed,
    isSending,
    send: save,
  } = useFormValues(ruleForm(t, "new"), proposed?.typed ?? emptyRule(), async (made) => {
    const rule = { ...made, id: newId(made.name) };
    const saved = await changeRules((now) => inserted(rule, placeFor(now, judged, gate))(now));
    if (!tell(saved)) return;
    const turned = switches && mode === "review" ? await send("desk.switch", "rules") : null;
    if (turned !== null && !tell(turned)) return;
    close();
    // Actions are refused by rule in Review mode, too.
    const acts = mode === "rules" || turned !== null || (isAction && made.decide === "refuse");
    notify({
      says: t(acts ? "rules.always.created" : "rules.always.createdPaused", { name: rule.name }),
      action: { label: t("rules.judged.show"), run: () => openRule(rule.id) },
    });
  });
  const isFilled = proposed !== null;
  const create = useRef<HTMLButtonElement>(null);
  // Takes the focus once the form is filled in.
  useEffect(() => {
    if (isFilled) create.current?.focus();
  }, [isFilled]);
  return (
    <Dialog
      open
      wide
      onClose={close}
      onConfirm={() => isFilled && save()}
      title={t(`rules.always.title.${isAction ? "action" : gate}`)}
      foot={
        <>
          {mode === "review" && (
            <div className={s.switch}>
              <Checkbox
                checked={switches}
                onChange={setSwitches}
                hint={t(isAction ? "rules.always.switchHintAction" : "rules.always.switchHint")}
              >
                {t("rules.always.switch")}
              </Checkbox>
            </div>
          )}
          <Button onClick={close}>{t("common.cancel")}</Button>
          <Button
            ref={create}
            level="primary"
            keys={KEYS.submit}
            disabled={!isFilled || isSending}
            onClick={save}
          >
            {t("common.createRule")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      {asked?.ok === false && <FailureBar failure={asked.failure} />}
      {asked === null && <LoadingBars />}
      {proposed !== null && (
        <>
          <SubmitForm label={t("common.createRule")} onSubmit={save}>
            <form.AppField name="name">
              {({ TextField }) => <TextField label={t("common.name")} />}
            </form.AppField>
          </SubmitForm>
          <Proposal
            gate={gate}
            proposal={proposed.proposal}
            redacted={proposed.typed.redact}
            form={form}
            typed={typed}
            onFurther={() => {
              close();
              openRule(beginRule(typed, placeFor(rules, judged, gate)));
            }}
          />
        </>
      )}
    </Dialog>
  );
}

/**
 * The proposal as form content. It can be limited to the request's call if that is known for certain. Redactions in
 * the user's draft become part of the rule.
 */
function initialValues(
  proposal: RuleProposal,
  gate: RuleGate,
  request: HeldRequest | undefined,
): RuleFormValues {
  const origin = request?.origin;
  const draft = request === undefined ? undefined : draftOf(draftKey(request.id, { gate: 1 }));
  const { redact, ...typed } = formValuesOf(proposal.rule);
  return {
    ...typed,
    // The safest choice is the default.
    ...DECISIONS[choicesFor(gate, proposal)[0]],
    // An action's session is a condition.
    holds: proposal.like.action === null ? "session" : "always",
    on: true,
    redact: draft?.gate === 1 && draft.redact !== undefined ? groupsOf(draft.redact) : redact,
    thread: origin?.kind === "certain" ? origin.call.runId : "",
  };
}

const DAY_MS = 86_400_000;

/** `review`: the request is approved, and the user reviews the response whatever other rules say. */
const DECISIONS = {
  review: { decide: "allow", request: true, response: false, secondLook: true },
  allow: { decide: "allow", request: true, response: false, secondLook: false },
  both: { decide: "allow", request: true, response: true, secondLook: false },
  response: { decide: "allow", request: false, response: true, secondLook: false },
  refuseRequest: { decide: "refuse", request: true, response: false, secondLook: false },
  refuseResponse: { decide: "refuse", request: false, response: true, secondLook: false },
} as const satisfies Record<string, Partial<RuleFormValues>>;

type Choices = readonly [keyof typeof DECISIONS, ...(keyof typeof DECISIONS)[]];
const CHOICES: Record<RuleGate, Choices> = {
  request: ["review", "both", "refuseRequest"],
  response: ["response", "refuseResponse"],
};

function choicesFor(gate: RuleGate, { like: { action } }: Pick<RuleProposal, "like">): Choices {
  if (action === null) return CHOICES[gate];
  return action.onlyRefused ? ["refuseRequest"] : ["allow", "refuseRequest"];
}
const DURATIONS = ["session", "until", "always"] as const;

/** Its conditions in words, what it decides, and for how long. Everything else can be changed in Rules. */
function Proposal({
  gate,
  proposal: given,
  redacted,
  form,
  typed,
  onFurther,
}: {
  gate: RuleGate;
  proposal: RuleProposal;
  /** What the user redacted in this request. */
  redacted: RuleFormValues["redact"];
  form: RuleFormApi;
  typed: RuleFormValues;
  /** Opens the full form of the rule. */
  onFurther: () => void;
}) {
  const t = useT();
  /** Conditions that are left out. */
  const [out, setOut] = useState<ReadonlySet<RuleCondition["kind"]>>(new Set());
  const [beginning, setBeginning] = useState<string | null>(null);
  const proposal = withBeginning(given, beginning);
  const { action } = proposal.like;
  const begins = (next: string): void => {
    setBeginning(next);
    fillForm(form, withoutConditions(withBeginning(given, next), out));
  };
  const meant = withoutConditions(proposal, out);
  // An edited filter applies instead of the conditions.
  const edited = typed.when !== meant.when;
  const leave = (kind: RuleCondition["kind"], isOut: boolean): void => {
    const next = new Set(out);
    if (isOut) next.add(kind);
    else next.delete(kind);
    setOut(next);
    fillForm(form, withoutConditions(proposal, next));
  };
  const choices = choicesFor(gate, proposal);
  const decision = choices.find((one) => {
    const { decide, request, response } = DECISIONS[one];
    return decide === typed.decide && request === typed.request && response === typed.response;
  });
  return (
    <>
      {/* Each condition stands for some terms of the filter. */}
      <Stack as="fieldset" gap={4}>
        <Label as="legend">
          {t(action === null ? "rules.always.conditions" : "rules.always.actionConditions")}
        </Label>
        <ul className={s.conditions}>
          {proposal.conditions.map(({ kind }) => {
            const { label, means, quotes } = conditionWords(t, kind, proposal);
            return (
              <li key={kind}>
                <Checkbox
                  checked={!out.has(kind)}
                  disabled={edited}
                  onChange={(on) => leave(kind, !on)}
                >
                  {label}
                </Checkbox>
                <Row as="span" gap={4} small className="ink2">
                  {quotes.map((words) => (
                    <Quote key={words} cut>
                      {words}
                    </Quote>
                  ))}
                  {means !== "" && <span>{means}</span>}
                  {kind === "command" && action !== null && (
                    <Select
                      size="s"
                      aria-label={label}
                      disabled={edited || out.has(kind)}
                      value={beginning ?? usualBeginning(action.beginnings.at(-1) ?? "")}
                      onChange={begins}
                      options={action.beginnings.map((value) => ({
                        value,
                        label: value,
                        wire: true,
                      }))}
                    />
                  )}
                </Row>
              </li>
            );
          })}
        </ul>
        {edited ? (
          <Hint>{t("rules.always.edited")}</Hint>
        ) : (
          out.size === proposal.conditions.length && (
            <p className="xs warn">
              {t(action === null ? "rules.always.everything" : "rules.always.everyAction")}
            </p>
          )
        )}
      </Stack>
      {action !== null && (
        <PastActions
          typed={typed}
          beginning={beginning ?? usualBeginning(action.beginnings.at(-1) ?? "")}
        />
      )}
      <Columns>
        <Stack gap={4}>
          <Label as="span">{t("rules.form.decision")}</Label>
          <RadioGroup
            label={t("rules.form.decision")}
            value={decision ?? null}
            onChange={(one) => fillForm(form, DECISIONS[one])}
            options={choices.map((value) => ({
              value,
              label: t(`rules.always.decide.${value}`),
            }))}
          />
        </Stack>
        {action === null ? (
          <Stack gap={4}>
            <Label as="span">{t("rules.always.for")}</Label>
            <RadioGroup
              label={t("rules.always.for")}
              value={DURATIONS.find((one) => one === typed.holds) ?? null}
              onChange={(holds) => fillForm(form, { holds, until: localTime(Date.now() + DAY_MS) })}
              options={DURATIONS.map((value) => ({
                value,
                label: t(`rules.always.long.${value}`),
              }))}
            />
          </Stack>
        ) : (
          <Hint>
            {t(action.onlyRefused ? "rules.always.onlyRefused" : "rules.always.seriousToYou")}
          </Hint>
        )}
      </Columns>
      <ProposedChanges proposal={proposal} redacted={redacted} form={form} typed={typed} />
      <form.AppField name="when">
        {({ state, handleChange }) => (
          <ShownFilter
            typed={typed}
            isFaulty={faultOf(state) !== undefined}
            exactly={proposal.exactly}
            edited={edited}
            onWhen={handleChange}
            onExactly={(exactly) => form.setFieldValue("exactly", exactly)}
            onReset={() => fillForm(form, meant)}
            onFurther={onFurther}
          />
        )}
      </form.AppField>
    </>
  );
}

/**
 * Changes that the rule could make, taken from edits of this request or repeated edits of earlier ones. Shows nothing
 * if there are none.
 */
function ProposedChanges({
  proposal: { edit, lower, route, rule },
  redacted,
  form,
  typed,
}: {
  proposal: RuleProposal;
  redacted: RuleFormValues["redact"];
  form: RuleFormApi;
  typed: RuleFormValues;
}) {
  const t = useT();
  // The model that generated the response; or, if ticked, the one chosen for the latest requests.
  const generated = rule.changes?.model;
  const model = generated ?? route?.model;
  const none = edit === undefined && lower === undefined && model === undefined;
  if (!mayChange(typed) || (none && redacted.length === 0)) return null;
  return (
    <Stack as="fieldset" gap={4}>
      <Label as="legend">{t("rules.always.changes")}</Label>
      {redacted.map((group) => (
        <Checkbox
          key={group}
          checked={typed.redact.includes(group)}
          onChange={(on) =>
            form.setFieldValue(
              "redact",
              redacted.filter((one) => (one === group ? on : typed.redact.includes(one))),
            )
          }
        >
          {t(`rules.always.redact.${group}`)}
        </Checkbox>
      ))}
      {model !== undefined && (
        <Checkbox
          checked={typed.model !== null}
          onChange={(on) => form.setFieldValue("model", on ? model : null)}
        >
          {generated === undefined && route !== undefined
            ? t("rules.always.route", { model: model.modelId, count: route.times })
            : t("rules.always.model", { model: model.modelId })}
        </Checkbox>
      )}
      {lower !== undefined && (
        <Checkbox
          checked={typed.maxTokens === String(lower.maxTokens)}
          onChange={(on) => form.setFieldValue("maxTokens", on ? String(lower.maxTokens) : "")}
        >
          {t("rules.always.lower", {
            most: t("rules.always.most", { count: lower.maxTokens }),
            count: lower.times,
          })}
        </Checkbox>
      )}
      {edit !== undefined && (
        <>
          <Checkbox
            checked={typed.system !== null}
            onChange={(on) => form.setFieldValue("system", on ? { ...edit.system } : null)}
          >
            {t("rules.always.edit", { count: edit.times })}
          </Checkbox>
          {typed.system !== null && (
            <Panel>
              <DiffBlock
                identity="always system"
                original={edit.system.from}
                modified={edit.system.to}
                language="markdown"
                label={t("common.systemPrompt")}
              />
            </Panel>
          )}
        </>
      )}
    </Stack>
  );
}

/** The filter behind the conditions, collapsed. Once edited, it applies instead of them. */
function ShownFilter({
  typed,
  isFaulty,
  exactly,
  edited,
  onWhen,
  onExactly,
  onReset,
  onFurther,
}: {
  typed: RuleFormValues;
  isFaulty: boolean;
  /** Hash of this request. */
  exactly: string;
  edited: boolean;
  onWhen: (when: string) => void;
  onExactly: (exactly: string | null) => void;
  /** Discards the edits and returns to the conditions. */
  onReset: () => void;
  onFurther: () => void;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const known = useFilterCompletions();
  // A fault that prevents creating the rule must be visible.
  useEffect(() => {
    if (isFaulty) setOpen(true);
  }, [isFaulty]);
  return (
    <Stack gap={4}>
      <span>
        <LinkButton className={s.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={open ? OpenIcon : ClosedIcon} />
          {t(open ? "rules.always.hideFilter" : "rules.always.showFilter")}
        </LinkButton>
      </span>
      {open && (
        <Stack gap={8}>
          <WhenField
            text={typed.when}
            gates={gatesIn(typed)}
            faulty={isFaulty}
            known={known}
            onText={onWhen}
          />
          {edited && (
            <Row as="p" gap={16} wrap={4}>
              <Hint as="span">{t("rules.always.edited")}</Hint>
              <LinkButton onClick={onReset}>{t("rules.always.reset")}</LinkButton>
            </Row>
          )}
          {typed.server && <Hint>{t("rules.form.server", { name: typed.server.name })}</Hint>}
          <Checkbox
            checked={typed.exactly !== null}
            onChange={(on) => onExactly(on ? exactly : null)}
          >
            {t("rules.always.exactly")}
          </Checkbox>
          <span>
            <LinkButton onClick={onFurther}>{t("rules.always.further")}</LinkButton>
          </span>
        </Stack>
      )}
    </Stack>
  );
}
