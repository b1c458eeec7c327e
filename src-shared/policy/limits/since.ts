// What has become of a rule after it prepared a request that still waits: what it prepared stays, and the user is told.
import { canonicalJson } from "../../canonical.ts";
import { rowOf } from "../../filter/columns.ts";
import { factsOf } from "../../filter/facts.ts";
import { testOf } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import type { FindingKind } from "../../inspect/kinds.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import { sampleAt } from "../judge/atGate.ts";
import { lapseOf } from "../judge/judge.ts";
import type { JudgeContext } from "../judge/judge.ts";
import type { Rule } from "../rules/rule.ts";
import type { Judged } from "../judged.ts";

/**
 * It is removed, turned off, over, used up; or it stands there and would prepare something else, or would not fit.
 */
export type Since = "removed" | "off" | "time" | "uses" | "changed" | "unfit";

/**
 * Why the rule would not prepare the request so now; null: it would, or it prepared nothing.
 * @param rules those that stand in the list, on or off
 * @param isFit whether its expression, as it reads now, fits what was judged
 */
export function sinceThen(
  judged: Judged,
  rules: readonly Rule[],
  context: JudgeContext,
  isFit: boolean,
): Since | null {
  if (judged.changes === undefined || judged.gate !== "request") return null;
  const rule = rules.find(({ id }) => id === judged.rule.id);
  if (rule === undefined) return "removed";
  if (!rule.on) return "off";
  const lapse = lapseOf(rule, context);
  if (lapse === "time" || lapse === "uses") return lapse;
  // For answers alone, or for another very request: whatever it fits, it is not asked about this one.
  if (lapse !== null || rule.gate === "response") return "changed";
  if (!isFit) return "unfit";
  return canonicalJson(rule.changes ?? null) === canonicalJson(judged.changes) ? null : "changed";
}

/** The request as it stood when that was said of it; null where rules were never asked about it. */
export function whenJudged(sample: Sample, { atMs, gate }: Judged): Sample | null {
  const was = sampleAt(sample, gate);
  if (was === null) return null;
  const { inspected, judged } = sample;
  return {
    ...was,
    ...(inspected && {
      inspected: inspected.filter((one) => one.gate === gate && one.atMs <= atMs),
    }),
    ...(judged && { judged: judged.filter((one) => one.atMs < atMs) }),
  };
}

/**
 * Whether an expression fits it. It fits where nobody can tell: the expression cannot be read, or it fitted while other
 * kinds of findings were looked for.
 * @param was as `whenJudged` gives it
 */
export function fitsThen(
  when: string,
  was: Sample,
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
