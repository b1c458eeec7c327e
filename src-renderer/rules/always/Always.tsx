// "Always for requests like this": the narrowest rule for one request, in words and examples, widened by hand, saved
// with its place among the others.
import { useEffect, useState } from "react";
import { groupsOf } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { placeInOrder } from "../../../src-shared/policy/rules/order.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../i18n/index.ts";
import { draftKey, draftOf } from "../../state/requests/drafts.ts";
import { useMirror } from "../../state/mirror.ts";
import { judgedOf } from "../../state/requests/ruled.ts";
import { changeRules, propose } from "../../state/rules.ts";
import { openRule, useView, view } from "../../state/view.ts";
import type { View } from "../../state/view.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { LoadingBars } from "../../ui/layout/LoadingBars.tsx";
import { AlwaysForm } from "./AlwaysForm.tsx";
import { AlwaysSaved } from "./AlwaysSaved.tsx";
import { beginRule } from "../form/drafts.ts";
import { inserted, placeFor } from "../rows.ts";
import { newId, readRule, typedOf } from "../form/ruleDraft.ts";
import type { TypedRule } from "../form/ruleDraft.ts";

/** The dialog of the request that the person chose it for; nothing otherwise. */
export function Always() {
  const always = useView((state) => state.always);
  if (always === null) return null;
  return <Asking key={`${always.sampleId} ${always.gate}`} {...always} />;
}

const close = (): void => view.setState({ always: null });

function Asking({ sampleId, gate }: NonNullable<View["always"]>) {
  const t = useT();
  const sample = useMirror((state) => state.samples[sampleId]);
  const judged = sample === undefined ? [] : judgedOf(sample);
  const [proposal, setProposal] = useState<RuleProposal | null>(null);
  const [typed, setTyped] = useState<TypedRule | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shown, setShown] = useState(false);
  const [saved, setSaved] = useState<Rule | null>(null);
  useEffect(() => {
    let gone = false;
    void propose(sampleId, gate).then((result) => {
      if (gone) return;
      if (!result.ok) return setFailure(result.failure);
      setProposal(result.value);
      setTyped(beginning(result.value, sampleId, sample));
    });
    return () => {
      gone = true;
    };
    // What is proposed is for the request as it stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sampleId, gate]);
  const rules = useMirror((state) => state.rules.rules);
  const at = placeFor(rules, judged, gate);
  const save = async (): Promise<void> => {
    if (typed === null) return;
    const read = readRule(newId(typed.name), typed, Date.now());
    setShown(!read.ok);
    if (!read.ok) return;
    const result = await changeRules((now) =>
      inserted(read.rule, placeFor(now, judged, gate))(now),
    );
    if (result.ok) setSaved(read.rule);
    setFailure(result.ok ? null : result.failure);
  };
  if (saved !== null) return <AlwaysSaved rule={saved} onClose={close} />;
  const faults = shown && typed !== null ? readRule("new", typed, Date.now()) : null;
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={t("rules.always.title")}
      intro={t("rules.always.intro")}
      foot={
        <>
          <Button
            level="plain"
            disabled={typed === null}
            onClick={() => {
              if (typed === null) return;
              close();
              openRule(beginRule(typed, at));
            }}
          >
            {t("rules.always.further")}
          </Button>
          <span className="grow" />
          <Button onClick={close}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={typed === null} onClick={() => void save()}>
            {t("rules.always.save")}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureBar failure={failure} />}
      {proposal === null && failure === null && <LoadingBars />}
      {proposal !== null && typed !== null && (
        <AlwaysForm
          proposal={proposal}
          typed={typed}
          faults={faults?.ok === false ? faults.faults : {}}
          at={placeInOrder(rules, at, typed.holds)}
          onTyped={(part) => setTyped({ ...typed, ...part })}
        />
      )}
    </Dialog>
  );
}

/**
 * The proposal in the form; the run is at hand where the request belongs to one for certain. What the person keeps from the
 * model at the gate is kept from it by the rule, though nothing was approved yet.
 */
function beginning(
  proposal: RuleProposal,
  sampleId: string,
  sample: Sample | undefined,
): TypedRule {
  const origin = sample?.origin;
  const draft = draftOf(draftKey(sampleId, { gate: 1 }));
  const { redact, ...typed } = typedOf(proposal.rule);
  return {
    ...typed,
    on: true,
    redact: draft?.gate === 1 && draft.redact !== undefined ? groupsOf(draft.redact) : redact,
    thread: origin?.kind === "certain" ? origin.call.runId : "",
  };
}
