// Small words of the record's screens: whose record is verified while a file is open, what a pasted request is said to be.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";

test("says which record it verifies, leaves no dot behind, and has its hints within a landmark", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  const { page } = desk;
  const asked = server.ask(question("What is asked?"));
  await desk.select("What is asked?");
  await desk.answerByHand("By hand.");
  await asked.answer;
  const file = path.join(folder, "all.jsonl");
  await desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await desk.do("history.export", { filter: "" }, "lines");
  expect(readFileSync(file, "utf8")).toContain("What is asked?");
  await desk.do("history.import");
  await desk.room("History").click();
  const more = page.getByRole("button", { name: "More actions" }).first();
  await more.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("tooltip")).toBeAttached();
  await axe(desk, "with a hint");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /^Verify the record/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This is the desk’s own record.");
  await expect(dialog).toContainText("all.jsonl");
  await page.keyboard.press("Escape");
  await desk.do("history.closeImport");

  const params = {
    messages: [{ role: "user", content: { type: "text", text: "Pasted." } }],
    maxTokens: 9,
  };
  // Never connected: nobody has said which revision it speaks.
  const id = await desk.addServer({
    ...{ name: "never", era: "legacy" },
    endpoint: { kind: "stdio", command: "never-started", args: [], cwd: null, env: [] },
  });
  await desk.do("history.paste", id, JSON.stringify(params));
  await desk.room("Inbox").click();
  await desk.select("Pasted.");
  const band = desk.review.locator("header").first();
  await expect(band).toContainText("never");
  expect(await band.locator("h1 + span").innerText()).not.toMatch(/·\s*$/);
});
