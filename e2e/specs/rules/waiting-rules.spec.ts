// Rules that come to hold while requests wait: said before anything is decided, decided only when the person says so, and
// never what they have opened or edited.
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes, useTheme } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const pictures = process.env["RULES_PICTURES"];

const rule = (id: string, more: Partial<Rule>): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });
const save = async (desk: Desk, rules: Rule[]) =>
  desk.do("rules.save", rules, (await desk.snapshot()).rules.revision);

test("what waited is decided by the rules once the person says so, but nothing that they have opened", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  const opened = server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  const city = server.ask(question("Capital of Spain?"));
  const never = server.ask(question("Format the disk"));
  const other = server.ask(question("What time is it?"));
  await expect.poll(async () => (await desk.samples()).length).toBe(4);
  await save(desk, [
    rule("capitals", { when: "capital", decide: "allow", gate: "both" }),
    rule("no-disks", { when: "disk", decide: "refuse" }),
  ]);
  // Nothing is offered while no rule acts, and nothing is decided by turning the switch.
  const bar = page.getByRole("status").filter({ hasText: "the rules that hold now" });
  await expect(bar).toHaveCount(0);
  await page.getByRole("radio", { name: "Rules" }).click();
  await expect(bar).toContainText("2 requests that wait fit the rules that hold now.");
  await expect(bar).toContainText("They would allow 1, refuse 1, by capitals, no-disks.");
  await expect(bar).toContainText("1 more stays yours: you have opened it.");
  expect((await desk.samples()).every(({ phase }) => phase.kind === "request")).toBe(true);
  await axeInBothThemes(desk, "what waited before the rules");

  await desk.decide(bar.getByRole("button", { name: "Let them decide 2" }));
  expect((await city.answer).result).toMatchObject({ content: { text: "Paris" } });
  expect((await never.answer).error).toMatchObject({ code: -32_050 });
  await expect(
    page.getByRole("status").filter({ hasText: "2 requests that waited were decided by rules." }),
  ).toContainText("1 allowed, 1 refused, by capitals, no-disks.");
  expect(model.asked()).toHaveLength(1);
  // The server has the answer a moment before it is known here that it has.
  await expect
    .poll(async () =>
      (await desk.samples())
        .filter(({ phase }) => phase.kind === "ended")
        .map(({ asked }) => asked),
    )
    .toHaveLength(2);
  for (const { asked, judged, phase } of await desk.samples()) {
    const wasDecided = /Spain|disk/.test(JSON.stringify(asked));
    expect(judged?.[0]?.rule.name !== undefined).toBe(wasDecided);
    expect(phase.kind).toBe(wasDecided ? "ended" : "request");
  }
  await expect(page.getByRole("banner")).toContainText("Rules have decided 2 since");
  // The others are the person's, as before.
  await desk.select("Capital of France?");
  await desk.rejectNow();
  expect((await opened.answer).error).toMatchObject({ code: -1 });
  await desk.select("What time is it?");
  await desk.rejectNow();
  expect((await other.answer).error).toMatchObject({ code: -1 });
});

test("left to the person, they wait; by keys the rules of a changed list may still have them", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  server.ask(question("first"));
  await desk.select("first");
  const asked = server.ask(question("Capital of Spain?"));
  await expect.poll(async () => (await desk.samples()).length).toBe(2);
  await save(desk, [rule("no", { when: "capital", decide: "refuse" })]);
  await page.getByRole("radio", { name: "Rules" }).click();
  const bar = page.getByRole("status").filter({ hasText: "the rules that hold now" });
  await bar.getByRole("button", { name: "Leave them to me" }).click();
  await expect(bar).toHaveCount(0);
  expect((await desk.samples()).every(({ phase }) => phase.kind === "request")).toBe(true);

  await save(desk, [rule("yes", { when: "capital", decide: "allow", gate: "both" })]);
  await expect(bar).toContainText("They would allow 1, by yes.");
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill("Let them decide");
  // Off in the palette for as long as in the bar: the guard is one.
  const option = page.getByRole("option", { name: "Let them decide 1" });
  await expect(option).toHaveAttribute("aria-disabled", "false");
  await page.keyboard.press("Enter");
  expect((await asked.answer).result).toMatchObject({ content: { text: "Paris" } });

  // What a rule has prepared stays the person's to see, whatever becomes of the rule.
  const changes = { maxTokens: 12, redact: ["personal" as const] };
  const prepares = rule("prepares", { when: "capital", decide: "ask", changes });
  await save(desk, [prepares]);
  const letter = server.ask(question("Capital of Peru? Tell maria@lindqvist-werke.de"));
  await desk.select("Capital of Peru?");
  await expect(desk.review).toContainText("Prepared by rule prepares");
  const since = "What it prepared stays here until you change it.";
  await expect(desk.review).not.toContainText(since);
  // As it was, or fitting by other words: nothing is said.
  for (const when of ["capital", "peru"]) {
    await save(desk, [{ ...prepares, when: "harvest" }]);
    await expect(desk.review).toContainText("no longer fits this request.");
    for (const theme of ["light", "dark"] as const) {
      if (pictures === undefined) break;
      await useTheme(desk, theme);
      await page.screenshot({ path: `${pictures}/unfit-${theme}.png` });
    }
    await save(desk, [{ ...prepares, when }]);
    await expect(desk.review).not.toContainText(since);
    await expect(desk.review).toContainText("Prepared by rule prepares");
  }
  const ended = rule("prepares", { ...prepares, holds: { kind: "until", atMs: 1 } });
  for (const [rules, words] of [
    [[{ ...prepares, on: false }], "has been switched off since."],
    [[ended], "has ended since."],
    [[{ ...prepares, changes: { maxTokens: 12 } }], "has been changed since."],
    [
      [{ ...prepares, when: "harvest" }],
      "has been changed since, and no longer fits this request.",
    ],
    [
      [{ ...prepares, when: "-capital" }],
      "has been changed since, and no longer fits this request.",
    ],
    [[], "has been removed since."],
  ] as const) {
    await save(desk, [...rules]);
    await expect(desk.review).toContainText(`The rule ${words} ${since}`);
  }
  await axeInBothThemes(desk, "prepared by a rule that is gone");
  await desk.decide(desk.approve);
  await expect(desk.answer).toBeVisible();
  const sent = JSON.stringify(model.asked().at(-1)?.body);
  expect(sent).toContain("EMAIL_1");
  expect(sent).not.toContain("lindqvist");
  expect(sent).toMatch(/"max_(?:completion_)?tokens":12\b/);
  await desk.decide(desk.approve);
  await letter.answer;

  // One that has ended is named where it fits, however long the text is of which it asks for a word.
  await save(desk, [
    rule("ended", { when: "needle", decide: "allow", holds: { kind: "until", atMs: 1 } }),
  ]);
  server.ask(question(`A long one. ${"Words and words. ".repeat(20_000)} needle`));
  await desk.select("A long one.");
  await expect(desk.review).toContainText("Rule ended fits, but ended");
});

test("what was opened before the window was loaded again stays the person's", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  server.ask(question("What time is it?"));
  await desk.select("What time is it?");
  server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  // What is in sight once the window is loaded again is another one.
  await desk.select("What time is it?");
  const other = server.ask(question("Capital of Spain?"));
  await expect.poll(async () => (await desk.samples()).length).toBe(3);
  await page.getByRole("radio", { name: "Rules" }).click();
  await page.reload();
  await save(desk, [rule("no", { when: "capital", decide: "refuse" })]);
  const bar = page.getByRole("status").filter({ hasText: "the rules that hold now" });
  await expect(bar).toContainText("1 request that waits fits the rules that hold now.");
  await expect(bar).toContainText("1 more stays yours: you have opened it.");
  await desk.decide(bar.getByRole("button", { name: "Let them decide 1" }));
  expect((await other.answer).error).toMatchObject({ code: -32_050 });
  const open = (await desk.samples()).filter(({ phase }) => phase.kind === "request");
  expect(open).toHaveLength(2);
  expect(JSON.stringify(open)).toContain("France");
});
