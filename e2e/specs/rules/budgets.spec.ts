// Budgets in the window: the estimate and cost of a request, a budget that is nearly used, exceeded
// knowingly, used up, and raised from what it refused.
import { readFileSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import { dialogsAnswer } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

test("tokens and cost are estimated, counted and summed; a budget warns, is exceeded only knowingly, refuses, and is raised by two keys @long", async ({
  open,
  puppet,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["It ", "is ", "Paris."]));
  later(model.close);
  const server = await puppet();
  // Each response is 21 tokens in and 3 out.
  const limits = { budgets: { tokens: { day: 28 } } };
  const countersign = { unasked: "ask", limits };
  const desk = await open({ servers: { puppet: { ...server.command, countersign } } });
  const ref = await desk.useModels(model.baseUrl);
  // 2,000 USD a million in, 10,000 out: sums that are easy to check by hand.
  const prices = { input: { usd: 2000 }, output: { usd: 10_000 } };
  await desk.do("models.override", ref, { contextTokens: 10_000, prices }, null);
  const asked = server.ask(question("What is the capital of France?", { maxTokens: 2000 }));
  await desk.select("capital of France");
  const size = desk.review.getByRole("region", { name: "Cost", exact: true });
  await size.getByRole("button", { name: /^Cost/ }).click();
  await expect(size).toContainText("% of 10,000 tokens");
  // 1,000 tokens of the response are 10 USD; the prompt is added.
  await expect(size).toContainText(/likely \$10\.0\d, at most \$20\.0\d/);
  await expect(size).toContainText(/Likely\$10\.0\d with a response of 1,000 tokens/);
  await expect(size).toContainText(/At most\$20\.0\d with a response of 2,000 tokens/);
  await desk.decide(desk.approve);
  const dialog = desk.page.getByRole("alertdialog", { name: "This exceeds a budget" });
  await expect(dialog).toContainText("puppet · Per day");
  await expect(dialog).toContainText(": 0 of 28 tokens used");
  await expect(dialog).toContainText(/will likely use 1,0\d\d tokens, at most 2,0\d\d tokens/);
  await expect(dialog.getByRole("button", { name: "Don’t send" })).toBeFocused();
  await desk.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(model.asked()).toHaveLength(0);
  await desk.decide(desk.approve);
  await dialog.getByRole("button", { name: "Exceed it once" }).click();
  // The provider counted 21 in and 3 out: 0.042 + 0.03 USD.
  await expect(desk.review).toContainText("$0.072");
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  await asked.answer;
  await expect(desk.page.getByText("85% of the daily budget of 28 tokens is used.")).toBeVisible();
  const rows = await desk.do("spending.read", null);
  expect(rows).toMatchObject([{ serverName: "puppet", inputTokens: 21, outputTokens: 3 }]);
  expect(rows[0]?.usd).toBeCloseTo(0.072, 10);

  await desk.button("Show").click();
  const meter = desk.page.getByRole("meter", { name: "Tokens per day" });
  await expect(meter).toHaveAttribute("aria-valuenow", "24");
  const policy = (await desk.server("puppet")).policy;
  // Less than is used: as after the user let requests exceed it.
  const tokens = { hour: null, day: 10, month: null };
  await desk.do("servers.policy", (await desk.server("puppet")).id, {
    ...policy,
    limits: { ...policy.limits, budgets: { ...policy.limits.budgets, tokens } },
  });
  const refused = await server.ask(question("once more")).answer;
  expect(refused.error).toMatchObject({ code: -32053, data: { window: "day" } });
  expect(refused.error?.data).not.toHaveProperty("limit");

  // Raised from there, it lets a request through.
  await desk.room("Inbox").click();
  await desk.select("budget of 10 tokens is used up");
  await desk.page.keyboard.press("l");
  const raise = desk.page.getByRole("dialog", { name: "Raise the limit" });
  await expect(raise.getByRole("button", { name: "Allow 5 tokens more today" })).toBeFocused();
  await expect(raise).toContainText("Raise the daily budget to 40 tokens");
  await desk.page.keyboard.press("Enter");
  await expect(desk.review).toContainText("Done: Allow 5 tokens more today.");
  server.ask(question("asked again"));
  await expect(desk.rows().filter({ hasText: "asked again" })).toBeVisible();

  await desk.room("Settings").click();
  await desk.button("Models").click();
  const spent = desk.page.getByRole("region", { name: "Spending" });
  await expect(spent.getByRole("table")).toContainText("$0.072");
  await axe(desk, "what was spent");
  const file = path.join(desk.profile, "spent.csv");
  await dialogsAnswer(desk, file);
  await spent.getByRole("button", { name: "Save as CSV" }).click();
  await expect(spent).toContainText("Saved.");
  expect(readFileSync(file, "utf8")).toMatch(
    /^\uFEFFday,server,.*\r\n\d{4}-\d\d-\d\d,puppet,Loopback,/,
  );
});

test("after a restart a budget uses the rows, whatever the stored sums say, even after content was deleted @long", async ({
  open,
  puppet,
  folder,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["It ", "is ", "Paris."]));
  later(model.close);
  const server = await puppet();
  const limits = { budgets: { tokens: { day: 20 } } };
  const countersign = { unasked: "ask", limits };
  const profile = path.join(folder, "profile");
  const started = { servers: { puppet: { ...server.command, countersign } }, profile };
  let desk = await open(started);
  await desk.useModels(model.baseUrl);
  const asked = server.ask(question("What is the capital of France?", { maxTokens: 100 }));
  await desk.select("capital of France");
  await desk.decide(desk.approve);
  await desk.button("Exceed it once").click();
  await expect(desk.review).toContainText("It is Paris.");
  await desk.decide(desk.approve);
  await asked.answer;
  const ids = (await desk.snapshot()).requests.map(({ id }) => id);
  await desk.do("history.delete", ids, false);
  await desk.close();

  const database = new Libsql(path.join(profile, "ledger.db"));
  database.exec("UPDATE spent SET input_tokens = 1, output_tokens = 0");
  database.close();
  desk = await open(started);
  expect(await desk.do("spending.read", null)).toMatchObject([
    { serverName: "puppet", modelId: "scripted-1", inputTokens: 21, outputTokens: 3 },
  ]);
  const refused = await server.ask(question("Once more?")).answer;
  expect(refused.error).toMatchObject({ data: { reason: "tokens-budget" } });
});
