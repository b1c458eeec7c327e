// Redaction at gate 1: the values to replace, kept in the draft, and a preview of the request as the model would get
// it. Main repeats the replacement on approval with the same code.
import { useMemo, useState } from "react";
import type { Finding } from "#shared/findings/findings.ts";
import { FINDING_KINDS } from "#shared/findings/kinds.ts";
import { redactRequest } from "#shared/findings/redaction/redact.ts";
import type { RedactedRequest } from "#shared/findings/redaction/redact.ts";
import { redactionsOf } from "#shared/findings/redaction/redaction.ts";
import type { Redaction as Value } from "#shared/findings/redaction/redactionSchema.ts";
import type { FindingGroup } from "#shared/findings/groups.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { T } from "#words/index.ts";
import type { FindingsResult } from "#data/findings.ts";
import { marksOf, markSpans } from "../findings/findingActions.ts";
import type { DisabledReason } from "../disabledReasons.tsx";
import type { Shared } from "../document/places.ts";
import type { Gate1 } from "../useGate1.ts";

/** Why a rule's selection is incomplete. `more`: there are more findings than are listed. */
export type RuleOpen = Exclude<FindingsResult["state"], "done"> | "more";

export interface Redaction {
  /** The values to redact, sent with the decision. */
  chosen: readonly Value[];
  has: (value: string) => boolean;
  /** Null if the finding is not a value. */
  valueOf: (finding: Finding) => Value | null;
  /** The distinct values of a group, including findings of checks that are turned off. */
  valuesIn: (group: FindingGroup) => Value[];
  /** How many of these only come from checks that are turned off. */
  offIn: (group: FindingGroup) => number;
  add: (values: readonly Value[]) => void;
  drop: (values: readonly Value[]) => void;
  /** The request as the model gets it; null if nothing is redacted. */
  made: RedactedRequest | null;
  /** The paper shows the redacted request. */
  showsModel: boolean;
  show: (model: boolean) => void;
  /** Why a rule's selection is not complete yet; approval is off until it is. Null if complete. */
  open: RuleOpen | null;
  /** How many findings are not listed, so that their values are in no group. */
  more: number;
  /** The selection is a rule's. */
  byRule: boolean;
}

const isValue = ({ kind }: Finding): boolean =>
  FINDING_KINDS[kind].group === "secrets" || FINDING_KINDS[kind].group === "personal";

const NONE: readonly FindingGroup[] = [];

/**
 * @param document the scanned version of what is shown
 * @param byRule groups that a rule redacts, selected until the user changes the selection
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

/** A rule's selection is complete once the scan is done and all findings are listed. */
export const ruleOpen = ({ state, all }: Pick<FindingsResult, "state" | "all">): RuleOpen | null =>
  state !== "done" ? state : all.more > 0 ? "more" : null;

/** The groups that the last rule at gate 1 redacts. */
export const redactedByRule = ({ judged }: HeldRequest): readonly FindingGroup[] =>
  judged?.findLast(({ gate }) => gate === "request")?.changes?.redact ?? NONE;

/** Approval is off while a selected value can't be redacted. */
export function redactionDisabledReason(
  t: T,
  { made, open }: Pick<Redaction, "made" | "open">,
): DisabledReason | null {
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

/** The placeholders to mark in the redacted request; null: findings are marked. */
export function usePlaceholderSpans({ made, showsModel }: Redaction): Shared["spans"] | null {
  return useMemo(
    () => (showsModel && made !== null ? markSpans(made.document, marksOf(made.mapping)) : null),
    [made, showsModel],
  );
}
