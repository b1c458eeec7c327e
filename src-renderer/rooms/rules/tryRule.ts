// Dry run of one rule with its unsaved edits, among the other rules as saved.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { inOrder } from "#shared/rules/order.ts";
import type { T } from "#words/index.ts";
import { drafts } from "#data/drafts.ts";
import { dryRun } from "#data/rules.ts";
import { mirror } from "#data/mirror.ts";
import { rememberDryRun, setTrying } from "./drafts.ts";
import { ruleForm } from "./ruleForm.ts";
import { inserted } from "./rows.ts";

/** @param key the rule's id, or the key of a new rule's draft */
export async function tryRule(t: T, key: string): Promise<Outcome<null, Failure>> {
  // One at a time.
  if (drafts.getState().trying !== null) return fail({ kind: "cancelled" });
  const { rules } = mirror.getState().rules;
  const draft = drafts.getState().rules[key];
  const saved = rules.find(({ id }) => id === key);
  const id = saved?.id ?? "new";
  const rule = draft === undefined ? saved : ruleForm(t, id).safeParse(draft.typed).data;
  if (rule === undefined) return fail({ kind: "stale" });
  // Tried as if it were on.
  const on = { ...rule, on: true };
  const list =
    saved === undefined
      ? inserted(on, draft?.at ?? rules.length)(rules)
      : rules.map((one) => (one.id === id ? on : one));
  setTrying(key);
  const result = await dryRun(inOrder(list ?? [on]), [id]);
  setTrying(null);
  if (!result.ok) return result;
  rememberDryRun(key, { of: rule, run: result.value });
  return { ok: true, value: null };
}
