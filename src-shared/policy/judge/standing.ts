// How a request or an answer stands where a rule allows it, as far as the request itself tells: the same for the desk
// that judges it now and for a dry run that judges it later.
import type { Inspection } from "../../inspect/inspection.ts";
import { FINDING_KINDS } from "../../inspect/kinds.ts";
import { redactRequest } from "../../inspect/redaction/redact.ts";
import { redactionsOf } from "../../inspect/redaction/redaction.ts";
import type { Redaction } from "../../inspect/redaction/redaction.ts";
import { needsPerson } from "../../sampling/document/flag.ts";
import type { RequestDocument } from "../../sampling/document/message.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import { kindOf } from "../../kinds/registry.ts";
import type { Answered } from "./atGate.ts";
import { changed } from "../rules/changed.ts";
import type { Standing } from "./judge.ts";
import type { Rule } from "../rules/rule.ts";
import type { HeldBack } from "../judged.ts";

/**
 * All but what the moment adds: limits and where it would go.
 * @param answer null at the gate of the request
 */
export function standingOf(
  sample: Sample,
  rule: Pick<Rule, "changes">,
  answer: Answered | null,
  inspection: Inspection | null,
): Standing {
  const { identityChanged = [], toolsChanged = [] } = sample.asker;
  // Who approved the request has approved of who asks; how a tool is described is approved by its own word alone.
  const isKnown = answer?.by.kind === "person";
  return {
    inspection,
    identityChanged: toolsChanged.length > 0 || (identityChanged.length > 0 && !isKnown),
    flagged:
      answer === null
        ? isFlagged(sample, asChanged(sample, rule))
        : isAnswerFlagged(sample, answer),
    limit: null,
    // Rules refuse what no model answers, and never respond to it.
    ...(kindOf(sample).hasModel ? {} : { model: null }),
  };
}

/** The request that a rule would send: what came, as the rule changes it. Null: it cannot be shown, so not sent either. */
export const asChanged = (
  { proposed }: Pick<Sample, "proposed">,
  { changes }: Pick<Rule, "changes">,
): RequestDocument | null =>
  proposed === null || changes === undefined ? proposed : changed(proposed, changes);

/** True where the user has to settle something in the request, or in what the rule makes of it. */
function isFlagged(sample: Sample, document: RequestDocument | null): boolean {
  if (document === null || sample.flags.some(needsPerson)) return true;
  const { proposed, media, asker } = sample;
  return kindOf(sample)
    .checkRequest(document, proposed, media, asker.protocolVersion)
    .some(needsPerson);
}

/** The same for an answer. */
function isAnswerFlagged(sample: Sample, { document, state }: Answered): boolean {
  const asked = sample.proposed ?? document;
  return kindOf(sample)
    .checkResponse(state.generated, asked, { spoken: sample.asker, media: sample.media })
    .some(({ severity }) => severity === "error");
}

/** The values that the rule has taken out before a model sees the request. */
export function ruleRedactions(
  { proposed, asked }: Pick<Sample, "proposed" | "asked">,
  { changes }: Pick<Rule, "changes">,
  inspection: Inspection | null,
): Redaction[] {
  const groups: readonly string[] = changes?.redact ?? [];
  const found = (inspection?.findings ?? []).filter(({ kind }) =>
    groups.includes(FINDING_KINDS[kind].group),
  );
  return redactionsOf(proposed ?? asked, found);
}

/** Whether the values can be taken out of the request that the rule would send. */
export function canBeRedacted(
  sample: Pick<Sample, "proposed" | "asked">,
  rule: Pick<Rule, "changes">,
  inspection: Inspection | null,
): boolean {
  const redact = ruleRedactions(sample, rule, inspection);
  const document = asChanged(sample, rule);
  if (redact.length === 0 || document === null) return true;
  return redactRequest(document, redact, []).left.length === 0;
}

/** What is said where they cannot. */
export const couldNotRedact = ({ changes }: Pick<Rule, "changes">): HeldBack => ({
  kind: "findings",
  groups: changes?.redact ?? [],
});
