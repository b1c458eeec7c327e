// Edits of the rule list, one after the other: each is applied to the list as it is then, so that two quick edits, or
// one next to an edit of the file, lose nothing.
import { invoke } from "./bridge/desk.ts";
import type { Result } from "#shared/contract/contract.ts";
import type { RulesView } from "#shared/contract/rules.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import { mirror } from "./mirror.ts";

/** The edited list; null if the edit no longer applies because its rule has been deleted or changed. */
export type RulesChange = (rules: readonly Rule[]) => Rule[] | null;

/** How often an edit is retried if the list has changed meanwhile. */
const TRIES = 4;
/** How long to wait for a newer list, in milliseconds. */
const NEWER_MS = 2000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Saves the list as `change` edits it; `stale` if it no longer applies.
 * @param renewed ids of rules whose number of uses is reset
 */
export function changeRules(
  change: RulesChange,
  renewed: readonly string[] = [],
): Promise<Result<"rules.save">> {
  const next = last.then(() => apply(change, renewed));
  last = next.catch(() => undefined);
  return next;
}

async function apply(
  change: RulesChange,
  renewed: readonly string[],
): Promise<Result<"rules.save">> {
  let failure: Failure = { kind: "stale" };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rules, revision } = mirror.getState().rules;
    const next = change(rules);
    if (next === null) return fail({ kind: "stale" });
    const result = await invoke("rules.save", next, revision, [...renewed]);
    if (result.ok) {
      await arrived((view) => view.revision >= result.value);
      return result;
    }
    failure = result.failure;
    if (failure.kind !== "stale") break;
    await arrived((view) => view.revision !== revision);
  }
  return fail(failure);
}

/** Resolves once the window has a list for which `is` is true, or after a timeout. */
function arrived(is: (view: RulesView) => boolean): Promise<void> {
  if (is(mirror.getState().rules)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, NEWER_MS);
    const stop = mirror.subscribe((state) => {
      if (is(state.rules)) done();
    });
  });
}

/** Tries rules on the newest requests. `changed` are the ids of the rules whose effect is wanted. */
export const dryRun = (
  rules: readonly Rule[],
  changed: readonly string[],
): Promise<Result<"rules.dryRun">> => invoke("rules.dryRun", [...rules], [...changed]);

/** Proposes the narrowest rule for requests like this one. */
export const proposeRule = (id: string, gate: RuleGate): Promise<Result<"rules.propose">> =>
  invoke("rules.propose", id, gate);
