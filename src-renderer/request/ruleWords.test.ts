import { expect, it } from "vitest";
import type { T } from "#words/index.ts";
import { permissionRuleId } from "#shared/rules/standingPermission.ts";
import { actorWords } from "./attemptAuthor.ts";
import { judgedWords } from "./ruleWords.ts";
import type { Judged } from "#shared/rules/judged.ts";

// Returns the catalogue's key as its text.
const t = ((key: string) => key) as unknown as T;

const judged = (more: Partial<Judged>): Judged => ({
  atMs: 1,
  gate: "response",
  decide: "refuse",
  rule: { id: "r", name: "R" },
  ...more,
});

it("does not call a response refused while it is pending", () => {
  expect(judgedWords(t, judged({})).what).toBe("rules.judged.refuse");
  const held: Judged["held"] = { kind: "second-look", rule: "Other" };
  expect(judgedWords(t, judged({ held }))).toEqual({
    what: "rules.judged.heldRefuse",
    more: "rules.held.second-look",
  });
  expect(judgedWords(t, judged({ held, decide: "allow" })).what).toBe("rules.judged.held");
});

it("names Watch, which is no rule", () => {
  const rule = { id: permissionRuleId("p"), name: "nightly" };
  const what = (gate: Judged["gate"]): string =>
    judgedWords(t, judged({ gate, rule, decide: "allow" })).what;
  expect([what("request"), what("response")]).toEqual([
    "rules.judged.watch1",
    "rules.judged.watch2",
  ]);
  const held: Judged["held"] = { kind: "limit", reason: "tokens-day" };
  expect(judgedWords(t, judged({ held, rule, decide: "allow" })).what).toBe(
    "rules.judged.heldWatch",
  );
  expect(actorWords(t, { kind: "rule", ...rule })).toBe("history.decider.permission");
  expect(actorWords(t, { kind: "person" })).toBe("review.actor.person");
  // A colleague decided.
  expect(actorWords(t, { kind: "person", login: "ada" })).toBe("ada");
});

it.each([
  ["tokens-day", "rules.held.budget.tokens"],
  ["cost-month-all", "rules.held.budgetOfAll.cost"],
  ["cost-unknown", "rules.held.costUnknown"],
  ["not-counted", "rules.held.notCounted"],
  // Recorded by a later version.
  ["pages-week", "rules.held.limit"],
])("names the budget behind the limit %s", (reason, key) => {
  const held: Judged["held"] = { kind: "limit", reason };
  expect(judgedWords(t, judged({ held, decide: "allow" })).more).toBe(key);
});

it("names the words that a rule found, and where, with invisible characters shown", () => {
  const say = ((key: string, with_: object) => `${key} ${JSON.stringify(with_)}`) as unknown as T;
  const matched = [{ of: "request" as const, path: "a\u200bb", words: "weekly*" }];
  expect(judgedWords(say, judged({ matched })).more).toBe(
    'rules.judged.matched.request {"path":"a[U+200B]b","words":"weekly*"}',
  );
});
