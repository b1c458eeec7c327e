// What speaks against `allow` in a request or response itself; shared by the desk and dry runs.
import type { Inspection } from "../../findings/inspection.ts";
import { FINDING_KINDS } from "../../findings/kinds.ts";
import { hasPlaceholderInCall } from "../../findings/redaction/placeholderInCall.ts";
import { redactRequest } from "../../findings/redaction/redact.ts";
import { redactionsOf } from "../../findings/redaction/redaction.ts";
import type { Redaction } from "../../findings/redaction/redactionSchema.ts";
import { needsUser } from "../../request/document/flag.ts";
import type { RequestDocument, ResponseDocument } from "../../request/document/message.ts";
import type { HeldRequest } from "../../request/life/heldRequest.ts";
import { kindOf } from "../../request/kinds/registry.ts";
import { isPermission } from "../standingPermission.ts";
import type { Answered } from "./atGate.ts";
import { changed } from "../changed.ts";
import type { VerdictInput } from "./judge.ts";
import type { Rule } from "../rule.ts";
import type { HeldBack } from "../judged.ts";

/**
 * Everything but limits and, for requests that a model answers, the model.
 * @param answer null at gate 1
 */
export function verdictInputOf(
  request: HeldRequest,
  rule: Pick<Rule, "id" | "name" | "changes">,
  answer: Answered | null,
  inspection: Inspection | null,
): VerdictInput {
  const { identityChanged = [], toolsChanged = [] } = request.requester;
  // A user who approved the request has accepted the changed server. Changed tools must be accepted separately.
  const isKnown = answer?.by.kind === "person";
  return {
    inspection,
    identityChanged: toolsChanged.length > 0 || (identityChanged.length > 0 && !isKnown),
    flagged:
      answer === null
        ? isFlagged(request, withRuleChanges(request, rule))
        : isAnswerFlagged(request, answer),
    ...(answer !== null && hasPlaceholder(answer) ? { placeholder: true } : {}),
    limit: null,
    ...withoutModel(request, rule),
  };
}

function withoutModel(
  request: HeldRequest,
  rule: Pick<Rule, "id" | "name" | "changes">,
): Pick<VerdictInput, "model" | "notUnderstood"> {
  const { hasModel, allowedBy } = kindOf(request);
  if (hasModel || allowedResponse(request, rule) !== null) return {};
  return allowedBy === undefined || rule.changes !== undefined
    ? { model: null }
    : { notUnderstood: true };
}

/**
 * The response by which a rule, or a standing permission, allows a request that no model answers. Null where it can't: for
 * most kinds, and where the rule would change what is sent.
 */
export function allowedResponse(
  { requestKind, proposed, requester, media }: HeldRequest,
  { id, name, changes }: Pick<Rule, "id" | "name" | "changes">,
): ResponseDocument | null {
  const kind = kindOf(requestKind === undefined ? {} : { requestKind });
  if (proposed === null || changes !== undefined) return null;
  const by = isPermission({ kind: "rule", id, name }) ? "permission" : "rule";
  const response = kind.allowedBy?.(proposed, by) ?? null;
  if (response === null) return null;
  const flags = kind.checkResponse(response, proposed, { spoken: requester, media });
  return flags.some(({ severity }) => severity === "error") ? null : response;
}

/** The request as the rule would send it; null when it cannot be shown and so not be sent. */
export const withRuleChanges = (
  { proposed }: Pick<HeldRequest, "proposed">,
  { changes }: Pick<Rule, "changes">,
): RequestDocument | null =>
  proposed === null || changes === undefined ? proposed : changed(proposed, changes);

/** True when the user has to resolve something in the request, as received or as changed by the rule. */
function isFlagged(request: HeldRequest, document: RequestDocument | null): boolean {
  if (document === null || request.flags.some(needsUser)) return true;
  const { proposed, media, requester } = request;
  return kindOf(request)
    .checkRequest(document, proposed, media, requester.protocolVersion)
    .some(needsUser);
}

/** The same for a response. */
function isAnswerFlagged(request: HeldRequest, { document, state }: Answered): boolean {
  const asked = request.proposed ?? document;
  return kindOf(request)
    .checkResponse(state.generated, asked, { spoken: request.requester, media: request.media })
    .some(({ severity }) => severity === "error");
}

/** Also where nothing is redacted now: the conversation may have placeholders of an earlier request. */
const hasPlaceholder = ({ state }: Answered): boolean =>
  hasPlaceholderInCall(state.generated, state.kind === "done" ? state.putBack : undefined);

/** The values that the rule redacts. */
export function ruleRedactions(
  { proposed, asked }: Pick<HeldRequest, "proposed" | "asked">,
  { changes }: Pick<Rule, "changes">,
  inspection: Inspection | null,
): Redaction[] {
  const groups: readonly string[] = changes?.redact ?? [];
  const found = (inspection?.findings ?? []).filter(({ kind }) =>
    groups.includes(FINDING_KINDS[kind].group),
  );
  return redactionsOf(proposed ?? asked, found);
}

/** Whether these values can be redacted in the request that the rule would send. */
export function canBeRedacted(
  request: Pick<HeldRequest, "proposed" | "asked">,
  rule: Pick<Rule, "changes">,
  inspection: Inspection | null,
): boolean {
  const redact = ruleRedactions(request, rule, inspection);
  const document = withRuleChanges(request, rule);
  if (redact.length === 0 || document === null) return true;
  return redactRequest(document, redact, []).left.length === 0;
}

/** The reason to hold the request back if the rule's values cannot be redacted. */
export const couldNotRedact = ({ changes }: Pick<Rule, "changes">): HeldBack => ({
  kind: "findings",
  groups: changes?.redact ?? [],
});
