// Changes of the list of rules, one after the other: each is made to the list as it is then, so that two quick ones, or
// one beside somebody who edits the file, lose nothing.
import { invoke } from "../bridge/desk.ts";
import type { Result } from "../../src-shared/ipc/contract.ts";
import { fromJsonText } from "../../src-shared/ledger/history.ts";
import type { DryRun, RulesView } from "../../src-shared/ipc/rules.ts";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Rule, RuleGate } from "../../src-shared/policy/rules/rule.ts";
import { mirror } from "./mirror.ts";

/** What becomes of the list; null where it no longer applies: what it was about is gone or is another. */
export type RulesChange = (rules: readonly Rule[]) => Rule[] | null;

/** As often a change is tried again on a list that has changed meanwhile. */
const TRIES = 4;
/** How long a newer list is waited for, in milliseconds. */
const NEWER_MS = 2000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Saves the list as `change` makes it; `stale` where that no longer applies to it.
 * @param renewed ids of rules that are given a number of uses anew
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

/** Resolves once the window has such a list, or after a while. */
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

/**
 * Runs rules over what has ended. `changed` are the ids of those whose doing is wanted.
 * @param most how many requests, the newest first
 */
export async function dryRun(
  rules: readonly Rule[],
  changed: readonly string[],
  most: number,
): Promise<Outcome<DryRun, Failure>> {
  const result = await invoke("rules.dryRun", [...rules], [...changed], most);
  return result.ok ? { ok: true, value: fromJsonText(result.value) } : result;
}

/** The narrowest rule for requests like this one. */
export const propose = (id: string, gate: RuleGate): Promise<Result<"rules.propose">> =>
  invoke("rules.propose", id, gate);
