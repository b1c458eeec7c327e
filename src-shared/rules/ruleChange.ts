// Tells the user when a rule has changed after it prepared a pending request; the prepared request stays as it is.
import { canonicalJson } from "../canonical.ts";
import { rowOf } from "../filter/columns.ts";
import { factsOf } from "../filter/facts.ts";
import { testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import type { FindingKind } from "../findings/kinds.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import { requestAt } from "./judge/atGate.ts";
import { lapseOf } from "./judge/judge.ts";
import type { JudgeContext } from "./judge/judge.ts";
import type { Rule } from "./rule.ts";
import type { Judged } from "./judged.ts";

/**
 * The rule was removed, was disabled, has expired or has no uses left; or it would prepare something else, or would
 * no longer match.
 */
export type RuleChange = "removed" | "off" | "time" | "uses" | "changed" | "unfit";

/**
 * Why the rule would not prepare the request like this now; null when it would, or prepared nothing.
 * @param rules the current rules, enabled or not
 * @param isMatch whether its current expression matches what was judged
 */
export function ruleChangeSince(
  judged: Judged,
  rules: readonly Rule[],
  context: JudgeContext,
  isMatch: boolean,
): RuleChange | null {
  if (judged.changes === undefined || judged.gate !== "request") return null;
  const rule = rules.find(({ id }) => id === judged.rule.id);
  if (rule === undefined) return "removed";
  if (!rule.on) return "off";
  const lapse = lapseOf(rule, context);
  if (lapse === "time" || lapse === "uses") return lapse;
  // The rule is now for responses only, or for another request, so it is not evaluated for this one.
  if (lapse !== null || rule.gate === "response") return "changed";
  if (!isMatch) return "unfit";
  return canonicalJson(rule.changes ?? null) === canonicalJson(judged.changes) ? null : "changed";
}

/** The request as it was when rules were evaluated; null if they never were. */
export function asJudged(request: HeldRequest, { atMs, gate }: Judged): HeldRequest | null {
  const was = requestAt(request, gate);
  if (was === null) return null;
  const { inspected, judged } = request;
  return {
    ...was,
    ...(inspected && {
      inspected: inspected.filter((one) => one.gate === gate && one.atMs <= atMs),
    }),
    ...(judged && { judged: judged.filter((one) => one.atMs < atMs) }),
  };
}

/**
 * Whether an expression matches the request. True when in doubt: the expression is invalid, or it matched while other
 * kinds of findings were enabled.
 * @param was as `whenJudged` returns it
 */
export function matchesAsJudged(
  when: string,
  was: HeldRequest,
  { atMs }: Pick<Judged, "atMs">,
  { indexed, off }: { indexed: () => string; off: readonly FindingKind[] },
): boolean {
  const { query } = parse(when);
  if (query === null) return true;
  const test = testOf(query, atMs);
  const fits = (kinds: readonly FindingKind[]): boolean =>
    test({ row: rowOf(factsOf(was, kinds)), indexed });
  return fits(off) || (off.length > 0 && fits([]));
}
