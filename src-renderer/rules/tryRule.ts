// A dry run of one rule, as it is typed, among the others as they are saved.
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { inOrder } from "../../src-shared/policy/rules/order.ts";
import { dryRun } from "../state/rules.ts";
import { mirror } from "../state/mirror.ts";
import { editing, keepTried } from "./form/drafts.ts";
import { readRule } from "./form/ruleDraft.ts";
import { inserted } from "./rows.ts";

/** So many requests, the newest first. */
export const TRIED = 10_000;

/** @param key the id of the rule, or the name of a new one's draft */
export async function tryRule(key: string): Promise<Outcome<null, Failure>> {
  const { rules } = mirror.getState().rules;
  const draft = editing.getState().drafts[key];
  const saved = rules.find(({ id }) => id === key);
  const id = saved?.id ?? "new";
  const read = draft === undefined ? null : readRule(id, draft.typed, Date.now());
  const rule = read === null ? saved : read.ok ? read.rule : undefined;
  if (rule === undefined) return fail({ kind: "stale" });
  // What is tried is what it would do, whether it is on or not.
  const on = { ...rule, on: true };
  const list =
    saved === undefined
      ? inserted(on, draft?.at ?? rules.length)(rules)
      : rules.map((one) => (one.id === id ? on : one));
  const result = await dryRun(inOrder(list ?? [on]), [id], TRIED);
  if (!result.ok) return result;
  keepTried(key, { of: JSON.stringify(rule), run: result.value });
  return { ok: true, value: null };
}
