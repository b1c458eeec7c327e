// Sums of what generations took that another program has changed in the file: verifying says so, the app puts them right
// after the next start and says that it did, and no budget goes by them; from changed rows nothing is put right.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

test("changed sums are found, named, and added up anew", async ({ open, puppet, later }) => {
  const model = await startScriptedModel(streamsText(["It ", "is ", "Paris."]));
  later(model.close);
  const server = await puppet();
  // Each answer is 21 tokens in and 3 out.
  const limits = { budgets: { tokens: { day: 20 } } };
  const countersign = { unasked: "ask", limits };
  const profile = mkdtempSync(path.join(tmpdir(), "countersign-spent-"));
  later(async () => rmSync(profile, { recursive: true, force: true }));
  const started = { servers: { puppet: { ...server.command, countersign } }, profile };
  let desk = await open(started);
  await desk.useModels(model.baseUrl);
  const asked = server.ask(question("What is the capital of France?", { maxTokens: 100 }));
  await desk.select("capital of France");
  await desk.decide(desk.approve);
  await desk.button("Go beyond it once").click();
  await expect(desk.review).toContainText("It is Paris.");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toMatchObject({ content: { text: "It is Paris." } });
  const change = (sql: string): void => {
    const database = new Libsql(path.join(profile, "ledger.db"));
    database.exec(sql);
    database.close();
  };
  change("UPDATE spent SET input_tokens = 1, output_tokens = 0");
  await desk.room("History").click();
  await desk.page.getByRole("button", { name: "More actions" }).first().click();
  await desk.page.getByRole("menuitem", { name: /^Verify the record/ }).click();
  const dialog = desk.page.getByRole("dialog");
  await expect(dialog).toContainText("The record is whole");
  await expect(dialog).toContainText(
    "puppet with scripted-1: 1 generation, tokens: 1 kept; 1 generation, tokens: 24 by the rows.",
  );
  await axe(desk, "verified");
  await desk.page.keyboard.press("Escape");
  await desk.close();

  desk = await open(started);
  await expect(desk.page.locator("body")).toContainText(
    "What generations have taken did not follow from the record",
  );
  await expect(desk.page.locator("body")).toContainText("puppet · scripted-1: 1 → 24 tokens");
  expect((await desk.do("history.verify")).spent).toEqual([]);
  const refused = await server.ask(question("Once more?")).answer;
  expect(refused.error).toMatchObject({ data: { reason: "tokens-budget" } });
  await desk.close();
  // Said once: at the next start they follow from the rows.
  desk = await open(started);
  expect((await desk.snapshot()).machine.faults).toEqual([]);
  await desk.close();

  // Rows that were changed as well are no better: the larger counts, and nothing is written.
  change("UPDATE spent SET input_tokens = 1, output_tokens = 0");
  change(
    `UPDATE event SET facts = replace(facts, '"tookMs":', '"tookMs":1') WHERE kind = 'attempt-done'`,
  );
  desk = await open(started);
  await expect(desk.page.locator("body")).toContainText(
    "does not follow from the record, for 1 server and model, and the record does not verify either",
  );
  await expect(desk.page.locator("body")).toContainText("budgets go by whichever is larger");
  await axe(desk, "sums and rows changed");
  const again = await server.ask(question("And now?")).answer;
  expect(again.error).toMatchObject({ data: { reason: "tokens-budget" } });
});
