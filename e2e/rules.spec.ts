// Rules of a file in the real app: what they allow reaches model and server without a person, under their name in the
// record; what they refuse, the server is told; a broken file and the switch at Review ask for everything.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "./fixtures.ts";
import { question } from "./support/puppet.ts";
import { streamsText } from "./support/scriptedModel.ts";

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
    { "id": "capitals", "name": "Capitals", "gate": "both", "when": "server:puppet text:capital", "decide": "allow" },
  ],
}
`;

test("rules of the file decide, and the record says which", async ({ openOwnGate }) => {
  const { desk, server, model } = await openOwnGate(streamsText(["Paris", "."]));
  const file = path.join(desk.profile, "rules.json");
  await writeFile(file, RULES);
  await desk.do("desk.switch", "rules");

  const allowed = await server.ask(question("What is the capital of France?")).answer;
  expect(allowed.result).toMatchObject({ content: { type: "text", text: "Paris." } });
  const by = { kind: "rule", name: "Capitals", id: "capitals" };
  const sample = await desk.sample(({ phase }) => phase.kind === "ended");
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
    .poll(async () => (await desk.do("history.find", "rule:Capitals")).includes('"total":1'))
    .toBe(true);
  const { rules } = await desk.snapshot();
  expect(rules).toMatchObject({
    faults: [],
    rules: [{ id: "no-poems" }, { id: "seas" }, { id: "capitals" }],
  });

  // Nothing matches this one: a person is asked.
  const other = server.ask(question("What is the river of France?"));
  await expect(desk.rows()).toHaveCount(3);
  expect(server.answersTo(other.id)).toEqual([]);

  // At gate 2 it says who let it through gate 1.
  server.ask(question("Which sea is that?"));
  await desk.select("Which sea is that?");
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const by1 = desk.review.getByRole("complementary").getByText(/^rule Seas, /);
  await expect(by1).toBeVisible();
});

test("a broken file, and the switch at Review, ask a person for everything", async ({
  openOwnGate,
}) => {
  const { desk, server, model } = await openOwnGate(streamsText(["Paris"]));
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
