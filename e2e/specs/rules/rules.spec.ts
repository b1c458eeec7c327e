// Rules of a file in the real app: what they allow reaches model and server without the user, under their name in the
// ledger; what they refuse is an error to the server; what they prepare is shown; with a broken file the user decides all.
import { writeFile } from "node:fs/promises";
import path from "node:path";
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
    {
      "id": "short", "name": "Short", "when": "text:prose", "decide": "ask",
      "changes": { "maxTokens": 16, "system": { "from": "", "to": "Answer in one word." } },
    },
    { "id": "seas", "name": "Seas", "when": "text:sea", "decide": "allow" },
    { "id": "capitals", "name": "Capital cities", "gate": "both", "when": "server:puppet text:capital", "decide": "allow" },
  ],
}
`;

test("rules of a file decide once they are accepted, and the ledger names them @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["Paris", "."]));
  const file = path.join(desk.profile, "rules.json");
  await writeFile(file, RULES);
  await desk.do("desk.switch", "rules");

  // Another program wrote it: it decides nothing before the user has seen the changes.
  const before = server.ask(question("What is the capital of Spain?"));
  await expect(desk.rows()).toHaveCount(1);
  expect([server.answersTo(before.id), model.asked()]).toEqual([[], []]);
  await desk.room("Rules").click();
  await desk.button("Show changes…").click();
  const dialog = desk.page.getByRole("dialog");
  await expect(dialog).toContainText("No poems here");
  await axeInBothThemes(desk, "a rules file to accept");
  await dialog.getByRole("button", { name: "Accept current files" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByRole("option", { name: /Capital cities/ })).toBeVisible();
  await desk.room("Inbox").click();

  const allowed = await server.ask(question("What is the capital of France?")).answer;
  expect(allowed.result).toMatchObject({ content: { type: "text", text: "Paris." } });
  const by = { kind: "rule", name: "Capital cities", id: "capitals" };
  const request = await desk.request(({ phase }) => phase.kind === "ended");
  expect(request.judged?.[0]?.ruleHash).toMatch(/^[0-9a-f]{64}$/);
  expect(request.phase).toMatchObject({ ending: { kind: "replied", by } });
  expect(request.attempts[0]).toMatchObject({ by });

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
    rules: [{ id: "no-poems" }, { id: "short" }, { id: "seas" }, { id: "capitals" }],
  });

  // Nothing matches this one: it waits for the user.
  const other = server.ask(question("What is the river of France?"));
  await expect(desk.rows()).toHaveCount(4);
  expect(server.answersTo(other.id)).toEqual([]);

  // Gate 2 names the rule that approved it at gate 1.
  server.ask(question("Which sea is that?"));
  await desk.select("Which sea is that?");
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const by1 = desk.review.getByText(/by rule “Seas/).first();
  await expect(by1).toBeVisible();

  // One prepares a request, and the user sees whose change it is, beside the original.
  server.ask(question("Some prose."));
  await desk.select("Some prose.");
  await expect(desk.review).toContainText("Prepared by rule “Short”: at most 16 tokens");
  await expect(desk.review).toContainText(/\d changes? by a rule/);
  await expect(desk.review).not.toContainText("by you");
  await desk.page.keyboard.press("s");
  await expect(desk.maxTokens).toHaveValue("16");
  await desk.view("Diff").click();
  await expect(desk.page.locator(".monaco-diff-editor").first()).toContainText("one word.");
  await desk.view("Blocks").click();

  // A broken file says where, no rule applies, and the file is not overwritten.
  await writeFile(file, RULES.replace('"decide": "refuse"', '"decide": "perhaps"'));
  await desk.room("Rules").click();
  const alert = desk.page.getByRole("alert").filter({ hasText: "The rules file is invalid" });
  await expect(alert).toBeVisible();
  await expect(desk.page.getByText("line 9, column", { exact: false })).toHaveCount(1);
  await axeInBothThemes(desk, "rules, broken");
  await expect(desk.button("New rule").first()).toBeDisabled();
  const broken = await desk.call("rules.save", [], (await desk.snapshot()).rules.revision);
  expect(broken).toMatchObject({ ok: false, failure: { kind: "rules-broken" } });
  const asked = server.ask(question("What is the capital of Chile?"));
  await desk.request(({ asked: params }) => JSON.stringify(params).includes("Chile"));
  expect(server.answersTo(asked.id)).toEqual([]);
  // The accepted rules apply again once they are restored.
  await writeFile(file, RULES);
  await expect(alert).toHaveCount(0);
  expect((await server.ask(question("The capital of Peru?")).answer).result).toBeDefined();
});
