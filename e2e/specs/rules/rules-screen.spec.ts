// The room of the rules as an operator uses it: a rule made by hand and from a gate, tried before it holds, ordered by
// keys, what a broken file means, and the master switch with its third position.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import { axe, axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const rows = (desk: Desk) =>
  desk.page.getByRole("listbox", { name: "Rules in order" }).getByRole("option");
const panel = (desk: Desk) => desk.page.getByRole("complementary", { name: /^Rule / });
const names = async (desk: Desk): Promise<string[]> =>
  (await desk.snapshot()).rules.rules.map(({ name }) => name);

/** A rule of which only this is said. */
const rule = (id: string, more: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });

async function seed(desk: Desk, rules: Rule[]): Promise<void> {
  await desk.do("rules.save", rules, (await desk.snapshot()).rules.revision);
}

test("a rule is made by hand, ordered by keys, removed and brought back", async ({ open }) => {
  // Of no record but its own: a rule that decides is tried on what has come before it holds.
  const desk = await open();
  const { page } = desk;
  await desk.room("Rules").click();
  await expect(page.getByText("No rule yet. Every request waits for you.")).toBeVisible();
  await axeInBothThemes(desk, "rules, empty");

  await desk.button("New rule").first().click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await page.keyboard.press("Control+S");
  await expect(panel(desk)).toContainText("Something is needed here.");
  await name.fill("no-images");
  await page.getByRole("combobox", { name: "When" }).fill("has:imag");
  await page.getByRole("radio", { name: "Refuse" }).click();
  await page.keyboard.press("Control+S");
  await expect(panel(desk)).toContainText("has knows no imag.");
  await page.getByRole("button", { name: /^Write / }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("no-images");
  await axe(desk, "rules, form");
  // What is typed stays while one is elsewhere.
  await desk.room("Inbox").click();
  await page.keyboard.press("Control+5");
  await expect(name).toHaveValue("no-images");
  await page.keyboard.press("Control+S");
  await expect(rows(desk).first()).toContainText("no-images");
  await expect(rows(desk).first()).toContainText("Refuse");
  await expect.poll(() => names(desk)).toEqual(["no-images"]);
  const [saved] = (await desk.snapshot()).rules.rules;
  expect(saved).toMatchObject({ when: "has:image", decide: "refuse", on: true });
  expect(saved?.refusal).toMatchObject({ code: -32_050, reason: "no-images" });

  await seed(desk, [...(saved === undefined ? [] : [saved]), rule("b"), rule("c")]);
  await expect(rows(desk)).toHaveCount(3);
  await rows(desk).first().click();
  const list = page.getByRole("listbox", { name: "Rules in order" });
  await list.press("Alt+ArrowDown");
  await list.press("Alt+ArrowDown");
  await list.press("Alt+ArrowDown");
  await expect.poll(() => names(desk)).toEqual(["b", "c", "no-images"]);
  await list.press("Alt+ArrowUp");
  await expect.poll(() => names(desk)).toEqual(["b", "no-images", "c"]);
  await list.press(" ");
  await expect(rows(desk).nth(1)).toContainText("off");
  await rows(desk)
    .nth(2)
    .dragTo(rows(desk).nth(0), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(() => names(desk)).toEqual(["c", "b", "no-images"]);
  await list.press("Delete");
  await expect.poll(() => names(desk)).toEqual(["b", "no-images"]);
  await expect(page.getByRole("status").filter({ hasText: "Removed: c" })).toBeVisible();
  await axe(desk, "rules, list");
  await page.keyboard.press("z");
  await expect.poll(() => names(desk)).toEqual(["c", "b", "no-images"]);
});

test("what was edited elsewhere meanwhile is said, and merged or taken over", async ({
  openShared,
}) => {
  const desk = await openShared();
  const { page } = desk;
  await seed(desk, [rule("a", { when: "tool:x" })]);
  await desk.room("Rules").click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("mine");
  await seed(desk, [rule("a", { when: "tool:y", note: "theirs" })]);
  await expect(panel(desk)).toContainText("This rule was changed elsewhere while you edited it.");
  await expect(panel(desk)).toContainText("Changed there: note, expression.");
  await expect(desk.button(/^Save rule/)).toBeDisabled();
  await desk.button("Merge, mine stay").click();
  await expect(name).toHaveValue("mine");
  await expect(page.getByRole("combobox", { name: "When" })).toHaveValue("tool:y");
  await desk.button(/^Save rule/).click();
  await expect
    .poll(async () => (await desk.snapshot()).rules.rules)
    .toEqual([rule("a", { name: "mine", when: "tool:y", note: "theirs" })]);
});

test("a broken file is said with the line of each fault, and nothing is written over it", async ({
  openShared,
}) => {
  const desk = await openShared();
  const { page } = desk;
  await seed(desk, [rule("a"), rule("b")]);
  const { file } = (await desk.snapshot()).rules;
  const whole = await readFile(file, "utf8");
  await desk.room("Rules").click();
  await expect(rows(desk)).toHaveCount(2);
  await writeFile(file, whole.replace('"decide": "ask"', '"decide": "perhaps"'));
  const alert = page.getByRole("alert").filter({ hasText: "The rules file is broken" });
  await expect(alert).toBeVisible();
  await expect(page.getByText(/^line \d+, column \d+$/)).toHaveCount(1);
  await axeInBothThemes(desk, "rules, broken");
  await expect(desk.button("New rule").first()).toBeDisabled();
  await page.getByRole("radio", { name: "Rules" }).click();
  await expect(page.getByRole("banner")).toContainText("The rules file is broken");
  expect(path.basename(file)).toMatch(/\.json$/);
  await writeFile(file, '{\n  "rules": [{{]\n}');
  await expect(page.getByRole("main")).toContainText(
    "The name of a member is expected here, in double quotes.",
  );
  await expect(page.getByText("line 2, column 14", { exact: true })).toBeVisible();
  await writeFile(file, whole);
  await expect(alert).toHaveCount(0);
  await expect(rows(desk)).toHaveCount(2);
});

test("a rule made at a gate holds once the switch is turned, and what it decides is named", async ({
  openOwnGate,
}) => {
  const { desk, server } = await openOwnGate(streamsText(["Paris"]));
  const { page } = desk;
  const first = server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Always for requests like this" });
  await expect(dialog.getByRole("button", { name: /^Leave out server:/ })).toBeVisible();
  await axeInBothThemes(desk, "always");
  await dialog.getByRole("button", { name: "Leave out turn:<=1" }).click();
  await dialog.getByRole("checkbox", { name: "2 Response" }).click();
  await dialog.getByRole("radio", { name: "This session" }).click();
  await dialog.getByRole("button", { name: "Save rule" }).click();
  const saved = page.getByRole("dialog", { name: /^Rule .* is saved$/ });
  await expect(saved).toContainText("The master switch stands at Review: no rule acts.");
  await saved.getByRole("button", { name: "Turn it to Rules" }).click();
  await expect(saved).toContainText("decides from now on");
  await saved.getByRole("button", { name: "Close" }).last().click();

  const second = server.ask(question("Capital of France?"));
  expect((await second.answer).result).toMatchObject({ content: { text: "Paris" } });
  await expect(page.getByRole("banner")).toContainText(/Rules have decided \d+ since/);
  await desk.rows().filter({ hasText: "Turn 2" }).click();
  await expect(desk.review).toContainText(/Allowed at gate 2 by rule /);
  await axe(desk, "ended by a rule");

  // What was held and decided is tried on, those against the person first.
  await desk.rows().filter({ hasText: "Turn 1" }).click();
  await desk.rejectNow();
  expect((await first.answer).error).toMatchObject({ code: -1 });
  // Where the first rule decides a second one decides nothing.
  await seed(desk, []);
  await desk.room("Rules").click();
  await desk.button("New rule").first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("capitals");
  await page.getByRole("combobox", { name: "When" }).fill("capital");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+S");
  const ask = page.getByRole("dialog", { name: "capitals has not been tried yet" });
  await expect(ask.getByRole("button", { name: /^Try on the last 2/ })).toBeFocused();
  await axe(desk, "rules, try first");
  await page.keyboard.press("Enter");
  const tried = page.getByRole("region", { name: "Tried on the history" });
  await expect(tried).toContainText("Decides 2 times among 2 requests.");
  await expect(tried.getByRole("listitem").first()).toContainText("You had rejected this one.");
  await axe(desk, "rules, tried");
  await tried.getByRole("listitem").first().getByRole("button").click();
  await expect(page.getByRole("main")).toContainText("Rejected");
  await desk.room("Rules").click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("capitals");
});

test("a rule prepares a request for the person, who sees what came and whose change it is", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  const system = { from: "", to: "Answer in one word." };
  await seed(desk, [rule("short", { changes: { maxTokens: 16, system } })]);
  await page.getByRole("radio", { name: "Rules" }).click();
  const asked = server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  await expect(desk.review).toContainText("Prepared by rule short: at most 16 tokens");
  await expect(desk.review).toContainText(/\d changes? by a rule/);
  await expect(desk.review).not.toContainText("by you");
  await expect(desk.maxTokens).toHaveValue("16");
  await axe(desk, "gate 1, prepared");
  await desk.view("Diff").click();
  await expect(page.locator(".monaco-diff-editor").first()).toContainText("Answer in one word.");
  await desk.view("Blocks").click();
  await desk.decide(desk.approve);
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toMatchObject({ content: { text: "Paris" } });
  const [sample] = await desk.samples();
  expect(sample?.attempts[0]?.document).toMatchObject({ maxTokens: 16, systemPrompt: system.to });
  expect(sample?.proposed?.maxTokens).not.toBe(16);
});
