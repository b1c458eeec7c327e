// What the gate shows of rules: which one prepared a request, its changes since, and which one matches and does not
// hold.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { FakeBook, TestMain, text } from "../../testing/testMain.ts";

const rule = (id: string, more: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });
const question = (words: string) => ({ messages: [text("user", words)], maxTokens: 100 });
const rulesOf = (rules: readonly Rule[]) => ({
  revision: 1,
  rules: [...rules],
  file: "/r/rules.json",
  faults: [],
  used: {},
});
const review = () => screen.getByRole("region", { name: "Review" }).textContent;

/** Asks a request under these rules. */
async function asked(words: string, rules: readonly Rule[]) {
  const book = new FakeBook();
  book.rules = [...rules];
  const standing = { identity: null, name: "own" as const };
  const main = new TestMain({
    desk: { rules: book, masterSwitch: "rules", requesters: { standing: () => standing } },
    snapshot: { rules: rulesOf(rules) },
  });
  const window = await openWindow(main);
  await window.inMain(() => main.ask(question(words)));
  await window.pass(500);
  const hold = async (next: readonly Rule[]): Promise<void> => {
    book.rules = [...next];
    await window.inMain(() => main.set("rules", rulesOf(next)));
    await window.pass(200);
  };
  return { main, ...window, hold };
}

const since = "Its changes stay until you edit them.";

test("what a rule prepared is attributed to it, with its changes since", async () => {
  const prepares = rule("prepares", { when: "capital", changes: { maxTokens: 12 } });
  const { hold } = await asked("Capital of Peru?", [prepares]);
  expect(review()).toContain("Prepared by rule “prepares”: at most 12 tokens");
  expect(review()).toMatch(/\d changes? by a rule/);
  expect(review()).not.toContain("by you");
  expect(review()).not.toContain(since);
  await hold([{ ...prepares, when: "harvest" }]);
  expect(review()).toContain("no longer matches this request.");
  // As it was, or matching by other words: nothing is shown.
  await hold([{ ...prepares, when: "peru" }]);
  expect(review()).not.toContain(since);
  const ended = rule("prepares", { ...prepares, holds: { kind: "until", atMs: 1 } });
  for (const [rules, words] of [
    [[{ ...prepares, on: false }], "has since been turned off."],
    [[ended], "has since expired."],
    [[{ ...prepares, changes: { maxTokens: 13 } }], "has since changed."],
    [[], "has since been removed."],
  ] as const) {
    await hold(rules);
    expect(review()).toContain(`The rule ${words} ${since}`);
  }
});

test("a rule that matches but holds back is named with the reason if rules decide", async () => {
  const allow = { decide: "allow" as const, gate: "both" as const };
  const uses = rule("once", { ...allow, when: "text:river", holds: { kind: "uses", left: 0 } });
  const { main, hold, inMain, pass } = await asked("Is it a river?", [uses]);
  expect(review()).toContain("Rule “once” matches, but has no uses left.");
  for (const [holds, why] of [
    [
      { kind: "thread", thread: "another" },
      "Rule “once” matches, but applies to another conversation only.",
    ],
    [{ kind: "until", atMs: Date.now() - 1 }, "Rule “once” matches, but expired "],
  ] as const) {
    await hold([{ ...uses, holds }]);
    expect(review()).toContain(why);
  }
  await inMain(() => main.desk.setSwitch("review"));
  await pass(200);
  expect(review()).not.toContain("Rule “once” matches");
});
