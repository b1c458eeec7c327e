// A rule made at a gate applies in mode Rules; another has a dry run on the history before it applies.
import { expect, test } from "../../fixtures.ts";
import { axe, axeInBothThemes } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

test("a rule made at a gate applies in mode Rules, and its decisions name it @long", async ({
  openOwnGate,
}) => {
  const { desk, server } = await openOwnGate(streamsText(["Paris"]));
  const { page } = desk;
  const first = server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Create rule from request" });
  await expect(dialog.getByRole("checkbox", { name: "Only this server and tool" })).toBeChecked();
  await dialog.getByRole("button", { name: "Show filter" }).click();
  await axeInBothThemes(desk, "rule from a request");
  await dialog.getByRole("checkbox", { name: "About the same size" }).click();
  await expect(dialog.getByRole("combobox", { name: "When" })).not.toHaveValue(/turn:/);
  await dialog.getByRole("radio", { name: "Approve request and response" }).click();
  await dialog.getByRole("checkbox", { name: /^Also switch from Review to Rules mode/ }).click();
  await dialog.getByRole("button", { name: "Create rule" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Created rule" })).toBeVisible();

  const second = server.ask(question("Capital of France?"));
  expect((await second.answer).result).toMatchObject({ content: { text: "Paris" } });
  await expect(page.getByRole("banner")).toContainText(/\d+ decided by rules since/);
  await desk.rows().filter({ hasText: "Turn 2" }).click();
  await expect(desk.review).toContainText(/Allowed at gate 2 by rule /);
  await axe(desk, "ended by a rule");

  // Past requests and decisions are in the dry run, those decided differently first.
  await desk.rows().filter({ hasText: "Turn 1" }).click();
  await desk.rejectNow();
  expect((await first.answer).error).toMatchObject({ code: -1 });
  // Where the first rule decides, a second one decides nothing.
  await desk.do("rules.save", [], (await desk.snapshot()).rules.revision);
  await desk.room("Rules").click();
  await desk.button("New rule").first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("capitals");
  await page.getByRole("combobox", { name: "When" }).fill("capital");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+S");
  const ask = page.getByRole("dialog", { name: "Rule “capitals” hasn’t been tried yet" });
  await expect(ask.getByRole("button", { name: /^Try on the last 2/ })).toBeFocused();
  await axe(desk, "rules, try first");
  await page.keyboard.press("Enter");
  const tried = page.getByRole("region", { name: "Dry run" });
  await expect(tried).toContainText("Would decide 2 times in 2 requests.");
  await expect(tried.getByRole("listitem").first()).toContainText("You rejected this one.");
  await axe(desk, "rules, tried");
  await tried.getByRole("listitem").first().getByRole("button").click();
  await expect(page.getByRole("main")).toContainText("Rejected");
  await desk.room("Rules").click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("capitals");
});
