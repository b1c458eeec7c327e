// Turns a rule's verdict into the events that a decision of the user would become, with the rule as actor.
import type { Inspection } from "#shared/findings/inspection.ts";
import type { Answered } from "#shared/rules/judge/atGate.ts";
import type { Verdict } from "#shared/rules/judge/judge.ts";
import type { Rule } from "#shared/rules/rule.ts";
import {
  allowedResponse,
  withRuleChanges,
  couldNotRedact,
  ruleRedactions,
} from "#shared/rules/judge/verdictInput.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Actor, Base, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { CODES } from "#shared/request/checks/codes.ts";
import { responseEvents } from "../desk/decide.ts";
import type { DecisionDeps } from "../desk/decide.ts";
import { redactForModel } from "../findings/redactForModel.ts";
import type { HeldBack } from "#shared/rules/judged.ts";
import type { ConfirmedVerdict } from "#shared/rules/judge/backlogPreview.ts";
import type { Hasher } from "../ports.ts";

interface Saying {
  request: HeldRequest;
  rule: Rule;
  said: Verdict;
  base: Base;
}

/** The events in order. The verdict becomes `held` when the values to redact cannot be redacted. */
export function eventsOfVerdict(
  { request, rule, said, base }: Saying,
  inspection: Inspection | null,
  answer: Answered | null,
  parts: DecisionDeps,
): RequestEvent[] {
  const by: Actor = { kind: "rule", name: rule.name, id: rule.id };
  const at = { atMs: parts.clock.nowMs(), by };
  const saying = (more: { held?: HeldBack } = {}): RequestEvent => ({
    ...at,
    kind: "judged",
    base,
    ...(answer === null ? {} : { attemptId: answer.id }),
    ...said,
    ruleHash: ruleTextHash(rule, parts.hasher),
    ...more,
  });
  if (said.held !== undefined || said.decide === "ask") return [saying()];
  if (said.decide === "refuse") {
    return [saying(), { ...at, kind: "refused", refusal: refusalOf(rule) }];
  }
  if (answer !== null) {
    const { generated: document, generatedHash: documentHash } = answer.state;
    const attemptId = answer.id;
    return [
      saying(),
      { ...at, kind: "response-approved", base, attemptId, document, documentHash },
    ];
  }
  const response = allowedResponse(request, rule);
  if (response !== null)
    return [saying(), ...responseEvents({ request, at, base, document: response }, parts)];
  const approved = approval({ request, rule, said, base }, at, inspection, parts);
  return approved === null ? [saying({ held: couldNotRedact(rule) })] : [saying(), approved];
}

function approval(
  { request, rule, said, base }: Saying,
  at: { atMs: number; by: Actor },
  inspection: Inspection | null,
  parts: DecisionDeps,
): RequestEvent | null {
  const document = withRuleChanges(request, rule);
  const { model } = said;
  if (document === null || model === undefined) return null;
  const attemptId = parts.clock.newId();
  const redact = ruleRedactions(request, rule, inspection);
  const sent = redactForModel(parts.roster, request.id, attemptId, { document, redact });
  if (!sent.ok) return null;
  const documentHash = parts.hasher.hash(sent.value.document);
  return { ...at, kind: "request-approved", base, attemptId, ...sent.value, documentHash, model };
}

function refusalOf({ refusal }: Rule): Extract<RequestEvent, { kind: "refused" }>["refusal"] {
  const reason = "refused-by-rule" as const;
  const usual = CODES[reason];
  const own = refusal === undefined || refusal.reason === reason ? {} : { own: refusal.reason };
  return {
    code: refusal?.code ?? usual.code,
    message: refusal?.message ?? usual.message,
    reason,
    ...own,
    flags: [],
  };
}

/** A rule and its verdict. */
interface RuleVerdict {
  rule: Rule;
  said: Verdict;
}

/**
 * SHA-256 (hex) of the rule and the model it chose. Changes when the rule is edited, not when one of its uses is
 * taken.
 */
export const verdictHash = ({ rule, said }: RuleVerdict, hasher: Hasher): string =>
  hasher.hash({ ...withoutUses(rule), to: said.model ?? null });

/** SHA-256 (hex) of the rule's text without the uses left, as in FORMAT.md. */
const ruleTextHash = (rule: Rule, hasher: Hasher): string => hasher.hash(withoutUses(rule));

function withoutUses({ holds, ...says }: Rule): object {
  return { ...says, holds: holds.kind === "uses" ? { kind: holds.kind } : holds };
}

/** Whether the verdict is what the user was shown. */
export function isAsPreviewed(told: ConfirmedVerdict, now: RuleVerdict, hasher: Hasher): boolean {
  const { gate, held } = now.said;
  // The hash covers the rule's id and decision.
  return held === undefined && gate === told.gate && verdictHash(now, hasher) === told.ruleHash;
}
