// The operator's screens by keyboard alone: nothing here is clicked, and after a dialog the focus is on
// something that the next key can use.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ruleSchema } from "../../../src-shared/rules/rule.ts";
import type { Rule } from "../../../src-shared/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { arrowTo, command, focusIsSeen, tabTo, tapWhileBusy } from "../../support/keyboard.ts";
import { press } from "../../support/press.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const rule = (id: string, more: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });
const save = async (desk: Desk, rules: Rule[]): Promise<unknown> =>
  desk.do("rules.save", rules, (await desk.snapshot()).rules.revision);
const names = async (desk: Desk): Promise<string[]> =>
  (await desk.snapshot()).rules.rules.map(({ name }) => name);

/** The system's dialogs are not under test: they respond at once. */
const choosesFile = async (desk: Desk, file: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);

test("rules are made, ordered, turned off, removed, imported and exported @long", async ({
  open,
  folder,
}) => {
  // With its own ledger: a deciding rule has a dry run on past requests before it applies.
  const desk = await open();
  const { page } = desk;
  const { keyboard } = page;
  await keyboard.press("Control+6");
  await expect(page.getByText("No rules yet. You review every request.")).toBeVisible();
  for (const name of ["first", "second"]) {
    await keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await keyboard.type(name);
    await keyboard.press("Control+S");
    await expect.poll(() => names(desk)).toContain(name);
    await focusIsSeen(desk, `after ${name} was saved`);
    await keyboard.press("Escape");
    await focusIsSeen(desk, `after Escape from ${name}`);
  }
  const list = page.getByRole("listbox", { name: "Rules in order" });
  await tabTo(desk, list, "Shift+Tab");
  await keyboard.press("Home");
  const [top = ""] = await names(desk);
  await keyboard.press("Alt+ArrowDown");
  await expect.poll(async () => (await names(desk))[1]).toBe(top);
  await keyboard.press(" ");
  await expect.poll(async () => (await desk.snapshot()).rules.rules[1]?.on).toBe(false);
  await keyboard.press("Delete");
  await expect.poll(() => names(desk)).toHaveLength(1);
  await focusIsSeen(desk, "after a rule was removed");
  await keyboard.press("z");
  await expect.poll(() => names(desk)).toHaveLength(2);
  await focusIsSeen(desk, "after it was brought back");

  const file = path.join(folder, "written.json");
  await choosesFile(desk, file);
  const more = page
    .getByRole("main")
    .getByRole("button", { name: "More actions", exact: true })
    .first();
  await tabTo(desk, more, "Shift+Tab");
  await keyboard.press("Enter");
  await expect(page.locator("[role=menuitem]:focus")).toHaveCount(1);
  await arrowTo(desk, page.getByRole("menuitem", { name: /^Export/ }));
  await keyboard.press("Enter");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain('"second"');
  await focusIsSeen(desk, "after the export");

  // A foreign file: names with direction controls, and then one without a list of rules.
  const sly = '<img src=x onerror="document.title=1">\u202eyned';
  const given = JSON.parse(await readFile(file, "utf8")) as { rules: object[] };
  given.rules = [{ id: "sly", name: sly, decide: "allow", when: "server:a\u200bb" }];
  await writeFile(file, JSON.stringify(given));
  await command(desk, "Import rules");
  const dialog = page.getByRole("dialog", { name: "Import rules" });
  await expect(dialog).toContainText("U+202Eyned");
  await expect(dialog.locator("img")).toHaveCount(0);
  await axeInBothThemes(desk, "import");
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await focusIsSeen(desk, "after the import was closed");
  await writeFile(file, '{"rules": [{"id": "../../etc", "decide": "everything"}]}');
  await command(desk, "Import rules");
  await expect(dialog).toContainText("Nothing can be imported: the file has errors.");
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await focusIsSeen(desk, "after the faults were read");
  expect(await names(desk)).toHaveLength(2);
});

test("a rule from a request, pending requests, an edit at the last moment, and Stopped with all refused @long", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  const { keyboard } = page;
  await page.keyboard.press("Control+1");
  const mine = server.ask(question("What time is it?"));
  await expect(desk.review).toContainText("What time is it?");
  await keyboard.press("a");
  const always = page.getByRole("dialog", { name: "Create rule from request" });
  await axeInBothThemes(desk, "rule from a request, by keys");
  // A rule for later requests, made without the pointer; pending ones are not affected.
  await tabTo(desk, always.getByRole("checkbox", { name: "About the same size" }));
  await keyboard.press(" ");
  await tabTo(desk, always.getByRole("radio", { name: "This session" }));
  await keyboard.press("ArrowDown");
  await tabTo(desk, always.getByRole("button", { name: "Create rule" }));
  await keyboard.press("Enter");
  await expect(always).toBeHidden();
  await focusIsSeen(desk, "after the rule was made");
  await expect
    .poll(async () => (await desk.snapshot()).rules.rules)
    .toMatchObject([{ decide: "allow", secondLook: true, holds: { kind: "until" } }]);
  await save(desk, []);

  const waits = server.ask(question("Capital of Spain?"));
  await expect.poll(async () => (await desk.requests()).length).toBe(2);
  await tabTo(desk, page.getByRole("banner").getByRole("radio", { checked: true }), "Shift+Tab");
  // No key is lost when keys arrive faster than the window handles them.
  await tapWhileBusy(desk, "ArrowRight", "ArrowRight");
  await expect(page.getByRole("radio", { name: "Stopped" })).toBeFocused();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Rules" })).toBeChecked();
  await save(desk, [rule("capitals", { when: "capital", decide: "refuse" })]);
  const bar = page.getByRole("status").filter({ hasText: "the current rules" });
  await expect(bar).toContainText("Would refuse 1: capitals.");
  const decide = bar.getByRole("button", { name: "Let rules decide 1" });
  await expect(decide).toBeEnabled();
  await desk.resize({ width: 900, height: 600 });
  await tabTo(desk, decide);
  await page.screenshot({ path: test.info().outputPath("waiting-900.png") });
  // The rule is edited as the key goes down: the new version is not applied under the old text.
  const { revision } = (await desk.snapshot()).rules;
  const edited = rule("capitals", {
    when: "capital",
    decide: "refuse",
    refusal: { code: -32_001, message: "Other words", reason: "other" },
  });
  // One press for each of the two.
  await press(page);
  await press(page);
  await page.evaluate(
    ({ rules, at }) => {
      void window.desk.invoke("rules.save", rules, at);
      const button = [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === "Let rules decide 1",
      );
      button?.click();
    },
    { rules: [edited], at: revision },
  );
  await expect(
    page.getByRole("status").filter({ hasText: "No requests were decided" }),
  ).toBeVisible();
  expect(server.answersTo(waits.id)).toEqual([]);
  // It is confirmed again, for the present rule.
  await expect(bar).toContainText("Would refuse 1: capitals.");
  await expect(decide).toBeEnabled();
  await tabTo(desk, decide);
  await keyboard.press("Enter");
  expect((await waits.answer).error).toMatchObject({ code: -32_001 });
  await focusIsSeen(desk, "after the rules decided");

  await tabTo(desk, page.getByRole("banner").getByRole("radio", { checked: true }), "Shift+Tab");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Stopped" })).toBeChecked();
  await tabTo(desk, page.getByRole("banner").getByRole("button", { name: /^Refuse/ }));
  await keyboard.press("Enter");
  const refuse = page.getByRole("alertdialog");
  await expect(refuse).toBeVisible();
  await keyboard.press("Escape");
  await expect(refuse).toBeHidden();
  await focusIsSeen(desk, "after nothing was refused");
  await tabTo(desk, page.getByRole("banner").getByRole("button", { name: /^Refuse/ }));
  await keyboard.press("Enter");
  await tabTo(desk, refuse.getByRole("button", { name: /^Refuse/ }));
  await keyboard.press("Enter");
  expect((await mine.answer).error).toMatchObject({ code: -32_060 });
  await focusIsSeen(desk, "after all were refused");
});
