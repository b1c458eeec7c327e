// Dry run of one rule with its unsaved edits, among the other rules as saved.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { inOrder } from "#shared/policy/rules/order.ts";
import { dryRun } from "#data/rules.ts";
import { mirror } from "#data/mirror.ts";
import { editing, rememberDryRun } from "./form/drafts.ts";
import { readRule } from "./form/ruleDraft.ts";
import { inserted } from "./rows.ts";

/** The number of past requests to try, newest first. */
export const TRIED = 10_000;

/** @param key the rule's id, or the key of a new rule's draft */
export async function tryRule(key: string): Promise<Outcome<null, Failure>> {
  const { rules } = mirror.getState().rules;
  const draft = editing.getState().drafts[key];
  const saved = rules.find(({ id }) => id === key);
  const id = saved?.id ?? "new";
  const read = draft === undefined ? null : readRule(id, draft.typed, Date.now());
  const rule = read === null ? saved : read.ok ? read.rule : undefined;
  if (rule === undefined) return fail({ kind: "stale" });
  // Tried as if it were on.
  const on = { ...rule, on: true };
  const list =
    saved === undefined
      ? inserted(on, draft?.at ?? rules.length)(rules)
      : rules.map((one) => (one.id === id ? on : one));
  const result = await dryRun(inOrder(list ?? [on]), [id], TRIED);
  if (!result.ok) return result;
  rememberDryRun(key, { of: JSON.stringify(rule), run: result.value });
  return { ok: true, value: null };
}
