// Whether a rule holds a request that is not held by default, such as a host's tool call.
import { asksForAny } from "#shared/filter/matches.ts";
import type { ColumnName } from "#shared/filter/columns.ts";
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { Compiled } from "#shared/rules/judge/judge.ts";
import { namesKind, namesMetadata } from "#shared/rules/ruleQuery.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { draftOf } from "../desk/intake.ts";
import type { Clock, Hasher, HeldByRule, Incoming } from "../ports.ts";
import type { RuleBook, RuleEvaluator } from "./ruleEvaluator.ts";

const FINDINGS: ReadonlySet<ColumnName> = new Set<ColumnName>(["findings", "finding", "has"]);

export interface HeldByRuleDeps {
  rules?: RuleBook;
  evaluator: Pick<RuleEvaluator, "scan" | "firstMatch">;
  hasher: Hasher;
  clock: Clock;
}

/** The rules could not be evaluated: everything is held, its response included. */
const IN_DOUBT: HeldByRule = { rule: null, reviewsResponse: true };

/**
 * The first rule that matches, if it asks the user or refuses; in every mode, since holding is the stricter choice. A
 * rules file with a fault holds everything, and so does a scan that a rule needs and that takes too long.
 */
export async function heldByRule(
  incoming: Incoming,
  parts: HeldByRuleDeps,
): Promise<HeldByRule | null> {
  const { rules, evaluator, clock } = parts;
  if (rules === undefined) return null;
  const compiled = rules.compiled();
  if (compiled === null) return IN_DOUBT;
  const queries = compiled.byGate.request.map(({ query }) => query).filter(namesKind);
  if (queries.length === 0) return null;
  const draft = advance(null, draftOf(incoming, parts))?.request;
  if (draft === undefined) return IN_DOUBT;
  let request: HeldRequest = draft;
  if (queries.some((query) => asksForAny(query, FINDINGS))) {
    const inspection = await evaluator.scan(draft, null);
    if (inspection === null) return IN_DOUBT;
    const { askedHash: hash } = draft;
    const at = {
      atMs: clock.nowMs(),
      by: { kind: "desk" as const },
      gate: "request" as const,
      hash,
    };
    request = advance(draft, { kind: "inspected", ...at, ...inspection })?.request ?? draft;
  }
  const rule = evaluator.firstMatch(rulesFor(compiled, request), request)?.rule;
  if (rule === undefined || rule.decide === "allow") return null;
  const { id, name, secondLook } = rule;
  return { rule: { id, name }, reviewsResponse: secondLook === true };
}

/** A rule that allows does not allow what its author may not have thought of: what is sent besides the content. */
function rulesFor(compiled: Compiled, held: HeldRequest): Compiled {
  if (!kindFactsOf(held).facts(held.proposed).metadata) return compiled;
  const request = compiled.byGate.request.filter(
    ({ rule, query }) =>
      rule.decide !== "allow" || rule.exactly !== undefined || namesMetadata(query),
  );
  return { ...compiled, byGate: { ...compiled.byGate, request } };
}
