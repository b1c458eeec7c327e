// What has become of a rule after it prepared a request that still waits: what it prepared stays, and the person is told.
import { canonicalJson } from "../canonical.ts";
import type { Judged } from "../ipc/rules.ts";
import { lapseOf } from "./judge.ts";
import type { JudgeContext } from "./judge.ts";
import type { Rule } from "./rule.ts";

/** It is removed, switched off, over, used up; or it stands there and would prepare something else. */
export type Since = "removed" | "off" | "time" | "uses" | "changed";

/**
 * Why the rule would not prepare the request so now; null: it would, or it prepared nothing.
 * @param rules those that stand in the list, on or off
 */
export function sinceThen(
  judged: Judged,
  rules: readonly Rule[],
  context: JudgeContext,
): Since | null {
  if (judged.changes === undefined || judged.gate !== "request") return null;
  const rule = rules.find(({ id }) => id === judged.rule.id);
  if (rule === undefined) return "removed";
  if (!rule.on) return "off";
  const lapse = lapseOf(rule, context);
  if (lapse === "time" || lapse === "uses") return lapse;
  const same = canonicalJson(rule.changes ?? null) === canonicalJson(judged.changes);
  return same && lapse === null && rule.gate !== "response" ? null : "changed";
}
