import { expect, it } from "vitest";
import type { T } from "../../i18n/index.ts";
import { judgedWords } from "./ruleWords.ts";
import type { Judged } from "../../../src-shared/policy/judged.ts";

// The key stands for the words.
const t = ((key: string) => key) as unknown as T;

const judged = (more: Partial<Judged>): Judged => ({
  ...{ atMs: 1, gate: "response", decide: "refuse", rule: { id: "r", name: "R" } },
  ...more,
});

it("does not say that an answer was refused while it waits for the person", () => {
  expect(judgedWords(t, judged({})).what).toBe("rules.judged.refuse");
  const held: Judged["held"] = { kind: "second-look", rule: "Other" };
  expect(judgedWords(t, judged({ held }))).toEqual({
    what: "rules.judged.heldRefuse",
    more: "rules.held.second-look",
  });
  expect(judgedWords(t, judged({ held, decide: "allow" })).what).toBe("rules.judged.held");
});

it.each([
  ["tokens-day", "rules.held.budget.tokens"],
  ["cost-month-all", "rules.held.budgetOfAll.cost"],
  ["cost-unknown", "rules.held.costUnknown"],
  ["not-counted", "rules.held.notCounted"],
  // What a later version may have recorded.
  ["pages-week", "rules.held.limit"],
])("says of what is held back by %s which budget that is", (reason, key) => {
  const held: Judged["held"] = { kind: "limit", reason };
  expect(judgedWords(t, judged({ held, decide: "allow" })).more).toBe(key);
});

it("says which words a rule found, and where, with nothing of them hidden", () => {
  const say = ((key: string, with_: object) => `${key} ${JSON.stringify(with_)}`) as unknown as T;
  const matched = [{ of: "request" as const, path: "a\u200bb", words: "weekly*" }];
  expect(judgedWords(say, judged({ matched })).more).toBe(
    'rules.judged.matched.request {"path":"a[U+200B]b","words":"weekly*"}',
  );
});
