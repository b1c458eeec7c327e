// Rules of a file in the real app: what they allow reaches model and server without a person, under their name in the
// record; what they refuse, the server is told; a broken file and the switch at Review ask for everything.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const RULES = `// What may pass without me.
{
  "$schema": "./rules.schema.json",
  "rules": [
    {
      "id": "no-poems",
      "name": "No poems",
      "when": "\\"a poem\\"",
      "decide": "refuse",
      "refusal": { "code": -32051, "message": "No poems here", "reason": "no-poems" },
    },
    { "id": "seas", "name": "Seas", "when": "text:sea", "decide": "allow" },
    { "id": "capitals", "name": "Capital cities", "gate": "both", "when": "server:puppet text:capital", "decide": "allow" },
  ],
}
`;

test("rules of the file decide once they are accepted, and the record says which", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["Paris", "."]));
  const file = path.join(desk.profile, "rules.json");
  await writeFile(file, RULES);
  await desk.do("desk.switch", "rules");

  // Another program wrote it: nothing is decided by it before the person has seen what is different.
  const before = server.ask(question("What is the capital of Spain?"));
  await expect(desk.rows()).toHaveCount(1);
  expect([server.answersTo(before.id), model.asked()]).toEqual([[], []]);
  await desk.room("Rules").click();
  await desk.button("Show what is different…").click();
  const dialog = desk.page.getByRole("dialog");
  await expect(dialog).toContainText("No poems here");
  await axeInBothThemes(desk, "a rules file to accept");
  await dialog.getByRole("button", { name: "Accept what is there now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByRole("option", { name: /Capital cities/ })).toBeVisible();
  await desk.room("Inbox").click();

  const allowed = await server.ask(question("What is the capital of France?")).answer;
  expect(allowed.result).toMatchObject({ content: { type: "text", text: "Paris." } });
  const by = { kind: "rule", name: "Capital cities", id: "capitals" };
  const sample = await desk.sample(({ phase }) => phase.kind === "ended");
  expect(sample.judged?.[0]?.ruleHash).toMatch(/^[0-9a-f]{64}$/);
  expect(sample.phase).toMatchObject({ ending: { kind: "replied", by } });
  expect(sample.attempts[0]).toMatchObject({ by });

  const refused = await server.ask(question("Write a poem.")).answer;
  expect(refused.error).toEqual({
    code: -32051,
    message: "No poems here",
    data: { reason: "no-poems" },
  });
  expect(model.asked()).toHaveLength(1);
  await expect
    .poll(async () =>
      (await desk.do("history.find", 'rule:"Capital cities"')).includes('"total":1'),
    )
    .toBe(true);
  const { rules } = await desk.snapshot();
  expect(rules).toMatchObject({
    faults: [],
    rules: [{ id: "no-poems" }, { id: "seas" }, { id: "capitals" }],
  });

  // Nothing matches this one: a person is asked.
  const other = server.ask(question("What is the river of France?"));
  await expect(desk.rows()).toHaveCount(4);
  expect(server.answersTo(other.id)).toEqual([]);

  // At gate 2 it says who let it through gate 1.
  server.ask(question("Which sea is that?"));
  await desk.select("Which sea is that?");
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const by1 = desk.review.getByRole("complementary").getByText(/^rule Seas, /);
  await expect(by1).toBeVisible();
});

test("a broken file, and the switch at Review, ask a person for everything", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["Paris"]));
  const file = path.join(desk.profile, "rules.json");
  await writeFile(file, RULES.replace('"decide": "refuse"', '"decide": "perhaps"'));
  await desk.do("desk.switch", "rules");
  server.ask(question("What is the capital of France?"));
  await expect(desk.rows()).toHaveCount(1);
  const { rules } = await desk.snapshot();
  expect(rules.faults).toMatchObject([
    { line: 9, ruleId: "no-poems", fault: { kind: "member", path: "rules[0].decide" } },
  ]);
  const saved = await desk.call("rules.save", [], rules.revision);
  expect(saved).toMatchObject({ ok: false, failure: { kind: "rules-broken" } });

  await writeFile(file, RULES);
  await desk.do("desk.switch", "review");
  const asked = server.ask(question("What is the capital of Peru?"));
  await expect(desk.rows()).toHaveCount(2);
  expect([server.answersTo(asked.id), model.asked()]).toEqual([[], []]);
});

test("a rule that fits and does not hold is named at the gate, and renewed from there", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["Yes."]));
  const { page } = desk;
  await desk.do("desk.switch", "rules");
  const one = (id: string, more: Partial<Rule>): Rule =>
    ruleSchema.parse({ id, name: id, decide: "allow", gate: "both", ...more });
  const once = one("once", { when: "text:river", holds: { kind: "uses", left: 1 } });
  const { revision } = (await desk.snapshot()).rules;
  await desk.do("rules.save", [once], revision);
  expect((await server.ask(question("Is it a river?")).answer).result).toBeDefined();
  server.ask(question("Is that a river?"));
  await desk.select("Is that a river?");
  await expect(desk.review).toContainText("Rule once fits, but has no use left.");
  await axeInBothThemes(desk, "a rule without a use left");
  await desk.button("Renew it…").click();
  const uses = page.getByRole("textbox", { name: "Uses" });
  await expect(uses).toBeFocused();
  // As many as it had at first.
  await uses.fill("1");
  await page.keyboard.press("Control+S");
  await expect(page.getByRole("option", { name: /once/ })).toContainText("1 use left");
  await desk.room("Inbox").click();
  await expect(desk.review).not.toContainText("Rule once fits");
  expect((await server.ask(question("And this river?")).answer).result).toBeDefined();

  // For one exact request, for another run, and for a time that is over.
  const { askedHash: exactly } = await desk.sample(({ phase }) => phase.kind === "request");
  const thread = { kind: "thread", thread: "another" } as const;
  const ended = { kind: "until", atMs: Date.now() - 1 } as const;
  await desk.do(
    "rules.save",
    [
      one("run", { when: "text:lake", holds: thread }),
      one("exact", { exactly }),
      one("ended", { when: "text:sea", holds: ended }),
    ],
    (await desk.snapshot()).rules.revision,
  );
  expect((await server.ask(question("Is that a river?")).answer).result).toBeDefined();
  for (const [words, why] of [
    ["Is that a river!", "Rule exact fits, but holds for one exact request, and this is another."],
    ["Is that a lake?", "Rule run fits, but holds for another run alone."],
    ["Is that a sea?", "Rule ended fits, but ended "],
  ] as const) {
    server.ask(question(words));
    await desk.select(words);
    await expect(desk.review).toContainText(why);
  }
  // Where no rule acts, none is missed.
  await desk.do("desk.switch", "review");
  await expect(desk.review).not.toContainText("Rule ended fits");
});
