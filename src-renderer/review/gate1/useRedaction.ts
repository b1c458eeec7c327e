// What a person keeps from the model at gate 1: values of findings, kept with the draft, and the request as the model
// would see it. Main replaces them by the same rules when the request is approved.
import { useMemo, useState } from "react";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import { FINDING_KINDS } from "../../../src-shared/inspect/kinds.ts";
import { redactRequest } from "../../../src-shared/inspect/redaction/redact.ts";
import type { RedactedRequest } from "../../../src-shared/inspect/redaction/redact.ts";
import { redactionsOf } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { Redaction as Value } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { FindingGroup } from "../../../src-shared/inspect/groups.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import type { FindingsResult } from "../../state/findings.ts";
import { marksOf, markSpans, spansOf } from "../findings/findingActions.ts";
import type { Off } from "../gates/offReasons.tsx";
import type { Places, Shared } from "../blocks/places.ts";
import type { Gate1 } from "./useGate1.ts";

/** `more`: more was found than is listed, and a rule's choice would be only a part of it. */
export type RuleOpen = Exclude<FindingsResult["state"], "done"> | "more";

export interface Redaction {
  /** What is replaced: goes with the decision. */
  chosen: readonly Value[];
  has: (value: string) => boolean;
  /** Null for a finding that is no value. */
  valueOf: (finding: Finding) => Value | null;
  /** The values of a group, each once: also of kinds that are switched off, and listed nowhere. */
  valuesIn: (group: FindingGroup) => Value[];
  /** How many of these are of kinds that are switched off alone. */
  offIn: (group: FindingGroup) => number;
  add: (values: readonly Value[]) => void;
  drop: (values: readonly Value[]) => void;
  /** The request as the model gets it; null while nothing is replaced. */
  made: RedactedRequest | null;
  /** The paper shows what the model sees. */
  showsModel: boolean;
  show: (model: boolean) => void;
  /** A rule's choice that is not known yet, and why: nothing may leave meanwhile. */
  open: RuleOpen | null;
  /** How many findings are listed nowhere: their values are in none of the groups. */
  more: number;
  /** It is a rule that chose. */
  byRule: boolean;
}

const isValue = ({ kind }: Finding): boolean =>
  FINDING_KINDS[kind].group === "secrets" || FINDING_KINDS[kind].group === "personal";

const NONE: readonly FindingGroup[] = [];

/**
 * @param document what is shown, as far as it was looked through
 * @param byRule groups that a rule has taken out: chosen until the person chooses otherwise
 */
export function useRedaction(
  gate: Gate1,
  document: RequestDocument,
  looked: FindingsResult,
  byRule: readonly FindingGroup[] = NONE,
): Redaction {
  const { redact, setRedact } = gate;
  const groups = byRule.join();
  const chosen = useMemo(() => {
    if (redact !== undefined) return redact;
    const ruled = looked.all.findings.filter(({ kind }) =>
      groups.split(",").includes(FINDING_KINDS[kind].group),
    );
    return redactionsOf(document, ruled.filter(isValue));
  }, [redact, groups, looked, document]);
  const byTheRule = redact === undefined && groups !== "";
  const open = byTheRule ? ruleOpen(looked) : null;
  const [showsModel, show] = useState(false);
  const made = useMemo(
    () => (chosen.length === 0 ? null : redactRequest(document, chosen)),
    [document, chosen],
  );
  return useMemo(() => {
    const values = new Set(chosen.map(({ value }) => value));
    const valueOf = (finding: Finding): Value | null =>
      isValue(finding) ? (redactionsOf(document, [finding])[0] ?? null) : null;
    const inGroup = (findings: readonly Finding[], group: FindingGroup): Value[] =>
      redactionsOf(
        document,
        findings.filter(
          (finding) => isValue(finding) && FINDING_KINDS[finding.kind].group === group,
        ),
      );
    const valuesIn = (group: FindingGroup): Value[] => inGroup(looked.all.findings, group);
    return {
      chosen,
      has: (value) => values.has(value),
      valueOf,
      valuesIn,
      offIn: (group) => valuesIn(group).length - inGroup(looked.findings, group).length,
      add: (more) => setRedact([...chosen, ...more.filter(({ value }) => !values.has(value))]),
      drop: (less) =>
        setRedact(chosen.filter(({ value }) => less.every((other) => other.value !== value))),
      made,
      showsModel: showsModel && made?.redacted !== null && made !== null,
      show,
      open,
      more: looked.all.more,
      byRule: byTheRule,
    };
  }, [chosen, setRedact, document, looked, made, showsModel, open, byTheRule]);
}

/** What a rule has taken out is not known before all of it was looked through, and all that was found is listed. */
export const ruleOpen = ({ state, all }: Pick<FindingsResult, "state" | "all">): RuleOpen | null =>
  state !== "done" ? state : all.more > 0 ? "more" : null;

/** Groups that the rule which looked at the request last has taken out before a model sees it. */
export const redactedByRule = ({ judged }: Sample): readonly FindingGroup[] =>
  judged?.findLast(({ gate }) => gate === "request")?.changes?.redact ?? NONE;

/** Nothing may leave while a chosen value cannot be taken out. */
export function redactionOff(t: T, { made, open }: Pick<Redaction, "made" | "open">): Off | null {
  if (open === "looking") {
    return { first: t("findings.looking"), second: t("redaction.byRule.wait"), tone: "new" };
  }
  if (open !== null) {
    return {
      first: t(`redaction.byRule.${open}`),
      second: t("redaction.byRule.next"),
      tone: "warn",
    };
  }
  return made === null || made.left.length === 0
    ? null
    : { first: t("failures.what.not-redactable"), second: t("review.off.settle"), tone: "warn" };
}

/** What is drawn on the paper: findings, or in what the model sees the placeholders. */
export function useGateSpans(
  places: Places,
  findings: readonly Finding[],
  { made, showsModel }: Redaction,
): Shared {
  const t = useT();
  return useMemo(
    () => ({
      places,
      spans:
        showsModel && made !== null
          ? markSpans(made.document, marksOf(made.mapping))
          : spansOf(t, findings),
    }),
    [t, places, findings, made, showsModel],
  );
}
