// What a request will take, what its answer took and cost, and what was spent: with prices that the person has set.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

test("estimated before, counted after, added up by day, kept over a start, written as CSV", async ({
  open,
  puppet,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["It ", "is ", "Paris."]));
  later(model.close);
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  const ref = await desk.useModels(model.baseUrl);
  // 2,000 USD a million in, 10,000 out: sums that are easy to check by hand.
  const prices = { input: { usd: 2000 }, output: { usd: 10_000 } };
  await desk.do("models.override", ref, { contextTokens: 1000, prices }, null);
  await desk.start("puppet", "work");
  await server.called();
  const asked = server.ask(question("What is the capital of France?", { maxTokens: 100 }));
  const size = desk.review.locator("section", { hasText: "Size and cost" }).last();
  await expect(size).toContainText("% of 1,000 tokens");
  // 100 tokens of answer are 1 USD; the prompt comes on top.
  await expect(size).toContainText(/At most\$1\.0\d with 100 tokens of answer/);
  await desk.decide(desk.approve);
  // The provider counted 21 in and 3 out: 0.042 + 0.03 USD.
  await expect(desk.review).toContainText("$0.072");
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  await asked.answer;
  const rows = await desk.do("spending.read", null);
  expect(rows).toMatchObject([
    {
      serverName: "puppet",
      modelId: ref.modelId,
      generations: 1,
      inputTokens: 21,
      outputTokens: 3,
    },
  ]);
  expect(rows[0]?.usd).toBeCloseTo(0.072, 10);

  await desk.room("Settings").click();
  await desk.button("Models").click();
  const spent = desk.page.getByRole("region", { name: "Spent" });
  await expect(spent.getByRole("table")).toContainText("$0.072");
  await spent.getByRole("radio", { name: "Server" }).click();
  await expect(spent.getByRole("row", { name: /puppet/ })).toContainText("$0.072");
  await desk.do("settings.set", { currency: { code: "EUR", perUsd: 0.5, asOf: "2026-11-21" } });
  await expect(spent.getByRole("table")).toContainText("€0.036");
  await axe(desk, "what was spent");

  const file = path.join(desk.profile, "spent.csv");
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await spent.getByRole("button", { name: "Save as CSV" }).click();
  await expect(spent).toContainText("Saved.");
  expect(readFileSync(file, "utf8")).toMatch(
    /^\uFEFFday,server,.*\r\n\d{4}-\d\d-\d\d,puppet,Loopback,/,
  );
  await desk.close();
  const again = await open({ servers: {}, profile: desk.profile });
  expect(await again.do("spending.read", null)).toMatchObject([{ generations: 1 }]);
});
