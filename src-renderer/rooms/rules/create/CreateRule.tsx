// "Create rule from request": proposes the narrowest rule for a request as conditions that the user can leave out.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useRef, useState } from "react";
import { groupsOf } from "#shared/inspect/redaction/redaction.ts";
import type { RuleProposal } from "#shared/policy/rules/proposal.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import { ruleResultsOf } from "#data/requests/ruleResults.ts";
import { changeRules, proposeRule } from "#data/rules.ts";
import { openRule, useView, view } from "#data/view.ts";
import type { View } from "#data/view.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { beginRule } from "../form/drafts.ts";
import { faultWords } from "../form/formPart.ts";
import type { FormPart } from "../form/formPart.ts";
import { newId, readRule, formValuesOf } from "../form/ruleDraft.ts";
import type { Faults, RuleFormValues } from "../form/ruleDraft.ts";
import { inserted, placeFor } from "../rows.ts";
import { Changes } from "./Changes.tsx";
import { Conditions } from "./Conditions.tsx";
import type { ConditionKind } from "./Conditions.tsx";
import { initialDecision, DecisionFields } from "./DecisionFields.tsx";
import { ShowFilter } from "./ShowFilter.tsx";
import { withoutConditions } from "./withoutConditions.ts";
import a from "./CreateRule.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** The dialog for the request in `view.newRuleFrom`; nothing otherwise. */
export function CreateRule() {
  const always = useView((state) => state.newRuleFrom);
  if (always === null) return null;
  return <Asking key={`${always.sampleId} ${always.gate}`} {...always} />;
}

const close = (): void => view.setState({ newRuleFrom: null });

function Asking({ sampleId, gate }: NonNullable<View["newRuleFrom"]>) {
  const t = useT();
  const sample = useMirror((state) => state.samples[sampleId]);
  const position = useMirror((state) => state.desk.masterSwitch);
  const judged = sample === undefined ? [] : ruleResultsOf(sample);
  const { proposal, typed, setTyped, failure, tell } = useProposal(sampleId, gate, sample);
  const [faults, setFaults] = useState<Faults>({});
  const [switches, setSwitches] = useState(false);
  const [saved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    if (typed === null || saved) return;
    const read = readRule(newId(typed.name), typed, Date.now());
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    setSaved(true);
    const result = await changeRules((now) =>
      inserted(read.rule, placeFor(now, judged, gate))(now),
    );
    setSaved(result.ok);
    if (!tell(result)) return;
    const turned = switches && position === "review" ? await send("desk.switch", "rules") : null;
    if (turned !== null && !tell(turned)) return;
    close();
    const { id, name } = read.rule;
    const acts = position === "rules" || turned !== null;
    notify({
      says: t(acts ? "rules.always.created" : "rules.always.createdPaused", { name }),
      action: { label: t("rules.judged.show"), run: () => openRule(id) },
    });
  };
  const rules = useMirror((state) => state.rules.rules);
  const further = (): void => {
    if (typed === null) return;
    close();
    openRule(beginRule(typed, placeFor(rules, judged, gate)));
  };
  return (
    <Dialog
      open
      wide
      onClose={close}
      onConfirm={() => void save()}
      title={t(`rules.always.title.${gate}`)}
      foot={
        <>
          {position === "review" && (
            <div className={a.switch}>
              <Checkbox
                checked={switches}
                onChange={setSwitches}
                hint={t("rules.always.switchHint")}
              >
                {t("rules.always.switch")}
              </Checkbox>
            </div>
          )}
          <Button onClick={close}>{t("common.cancel")}</Button>
          <Create filled={typed !== null} saved={saved} onCreate={() => void save()} />
        </>
      }
    >
      <FailureBar failure={failure} />
      {proposal === null && failure === null && <LoadingBars />}
      {proposal !== null && typed !== null && (
        <Form
          gate={gate}
          proposal={proposal}
          typed={typed}
          faults={faults}
          onTyped={(part) => setTyped({ ...typed, ...part })}
          onSave={() => void save()}
          onFurther={further}
        />
      )}
    </Dialog>
  );
}

/** Takes the focus once the form is filled in. */
function Create(props: { filled: boolean; saved: boolean; onCreate: () => void }) {
  const t = useT();
  const { filled, saved, onCreate } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (filled) button.current?.focus();
  }, [filled]);
  return (
    <Button
      ref={button}
      level="primary"
      keys={KEYS.submit}
      disabled={!filled || saved}
      onClick={onCreate}
    >
      {t("common.createRule")}
    </Button>
  );
}

function Form({
  gate,
  proposal,
  typed,
  faults,
  onTyped,
  onSave,
  onFurther,
}: FormPart & {
  gate: RuleGate;
  proposal: RuleProposal;
  onSave: () => void;
  onFurther: () => void;
}) {
  const t = useT();
  const [out, setOut] = useState<ReadonlySet<ConditionKind>>(new Set());
  const [redact] = useState(typed.redact);
  const meant = withoutConditions(proposal, out);
  const edited = typed.when !== meant.when;
  return (
    <>
      <SubmitForm label={t("common.createRule")} onSubmit={onSave}>
        <Field label={t("common.name")} fault={faultWords(t, faults.name)}>
          {(wiring) => (
            <Input {...wiring} value={typed.name} onValue={(name) => onTyped({ name })} />
          )}
        </Field>
      </SubmitForm>
      <Conditions
        proposal={proposal}
        out={out}
        edited={edited}
        onOut={(next) => {
          setOut(next);
          onTyped(withoutConditions(proposal, next));
        }}
      />
      <DecisionFields gate={gate} typed={typed} onTyped={onTyped} />
      <Changes proposal={proposal} typed={typed} redact={redact} onTyped={onTyped} />
      <ShowFilter
        typed={typed}
        faults={faults}
        exactly={proposal.exactly}
        edited={edited}
        onTyped={onTyped}
        onReset={() => onTyped(meant)}
        onFurther={onFurther}
      />
    </>
  );
}

function useProposal(sampleId: string, gate: RuleGate, sample: Sample | undefined) {
  const [proposal, setProposal] = useState<RuleProposal | null>(null);
  const [typed, setTyped] = useState<RuleFormValues | null>(null);
  const { failure, tell } = useAction();
  useEffect(() => {
    let gone = false;
    void proposeRule(sampleId, gate).then((result) => {
      if (gone || !tell(result)) return;
      setProposal(result.value);
      setTyped(beginning(result.value, { sampleId, gate, sample }));
    });
    return () => {
      gone = true;
    };
    // The proposal is for the request as it is when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sampleId, gate]);
  return { proposal, typed, setTyped, failure, tell };
}

/**
 * The proposal as form content. It can be limited to the request's call if that is known for certain. Redactions in
 * the user's draft become part of the rule.
 */
function beginning(
  proposal: RuleProposal,
  { sampleId, gate, sample }: { sampleId: string; gate: RuleGate; sample: Sample | undefined },
): RuleFormValues {
  const origin = sample?.origin;
  const draft = draftOf(draftKey(sampleId, { gate: 1 }));
  const { redact, ...typed } = formValuesOf(proposal.rule);
  return {
    ...typed,
    ...initialDecision(gate),
    on: true,
    redact: draft?.gate === 1 && draft.redact !== undefined ? groupsOf(draft.redact) : redact,
    thread: origin?.kind === "certain" ? origin.call.runId : "",
  };
}
