// What a person lets servers ask and spend, in the window: a limit raised from what it refused, the longest wait, a
// budget that is nearly used, exceeded knowingly, and used up.
import path from "node:path";
import Libsql from "libsql";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

test("a limit that refused is raised from the inbox, by two keys", async ({ open, puppet }) => {
  const server = await puppet();
  const countersign = { unasked: "ask", limits: { perMinute: 2 } };
  const desk = await open({ servers: { puppet: { ...server.command, countersign } } });
  server.ask(question("one"));
  server.ask(question("two"));
  const refused = await server.ask(question("three")).answer;
  expect(refused.error).toMatchObject({ code: -32065, data: { limit: 2 } });
  const retryAfterMs = Number(Reflect.get(Object(refused.error?.data), "retryAfterMs"));
  expect(retryAfterMs).toBeGreaterThan(20_000);
  expect(retryAfterMs).toBeLessThanOrEqual(30_000);

  await desk.select("more than 2 a minute");
  await desk.page.keyboard.press("l");
  const dialog = desk.page.getByRole("dialog", { name: "Raise the limit" });
  await expect(dialog.getByRole("button", { name: "Let 2 more through" })).toBeFocused();
  await desk.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(desk.review).toContainText("Done: Let 2 more through within this minute.");
  await desk.do("settings.set", { language: "zh" });
  await expect(desk.page.getByText("已执行：本分钟内再放行 2 个。")).toBeVisible();
  await desk.do("settings.set", { language: "en" });
  server.ask(question("four"));
  await expect
    .poll(async () => (await desk.samples()).filter(({ phase }) => phase.kind === "request").length)
    .toBe(3);
  expect((await desk.server("puppet")).policy.limits.perMinute).toBe(2);
});

test("what nobody decides in time is refused, its deadline shown; all servers together have limits too", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  await desk.room("Settings").click();
  await desk.page.getByRole("navigation", { name: "Settings" }).getByText("Limits").click();
  const page = desk.page.getByRole("region", { name: "Limits" });
  await page.getByRole("textbox", { name: /^Longest wait for you/ }).fill("0");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page).toContainText("At least 0.02.");
  await page.getByRole("textbox", { name: /^Longest wait for you/ }).fill("0.1");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page).toContainText("These hold now.");
  await desk.room("Inbox").click();
  const asked = server.ask(question("in time?"));
  await expect(desk.review).toContainText("until your limit refuses it");
  const { error } = await asked.answer;
  expect(error).toEqual({
    code: -32051,
    message: "Nobody at the client decided in time",
    data: { reason: "waited-too-long", limit: 6000, scope: "all" },
  });
  await expect(desk.review).toContainText(
    "Refused: nobody decided within 6 s, for all servers together.",
  );
});

test("a budget warns, is exceeded only knowingly, and refuses once it is used up", async ({
  open,
  puppet,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["It ", "is ", "Paris."]));
  later(model.close);
  const server = await puppet();
  // Each answer is 21 tokens in and 3 out.
  const limits = { budgets: { tokens: { day: 28 } } };
  const countersign = { unasked: "ask", limits };
  const desk = await open({ servers: { puppet: { ...server.command, countersign } } });
  await desk.useModels(model.baseUrl);
  const asked = server.ask(question("What is the capital of France?", { maxTokens: 100 }));
  await desk.select("capital of France");
  await desk.decide(desk.approve);
  const dialog = desk.page.getByRole("alertdialog", { name: "This goes beyond a budget" });
  await expect(dialog).toContainText("puppet · A day");
  await expect(dialog).toContainText(": 0 of 28 tokens used");
  await expect(dialog.getByRole("button", { name: "Do not send" })).toBeFocused();
  await desk.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(model.asked()).toHaveLength(0);
  await desk.decide(desk.approve);
  await dialog.getByRole("button", { name: "Go beyond it once" }).click();
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  await asked.answer;
  await expect(desk.page.getByText("85% of the day’s budget of 28 tokens is used.")).toBeVisible();
  const rows = await desk.do("spending.read", null);
  expect(rows).toMatchObject([{ inputTokens: 21, outputTokens: 3 }]);

  await desk.button("Show").click();
  const meter = desk.page.getByRole("meter", { name: "Tokens a day" });
  await expect(meter).toHaveAttribute("aria-valuenow", "24");
  const policy = (await desk.server("puppet")).policy;
  // Less than is used: as where a person let requests go beyond it.
  const tokens = { hour: null, day: 10, month: null };
  await desk.do("servers.policy", (await desk.server("puppet")).id, {
    ...policy,
    limits: { ...policy.limits, budgets: { ...policy.limits.budgets, tokens } },
  });
  const refused = await server.ask(question("once more")).answer;
  expect(refused.error).toMatchObject({ code: -32053, data: { window: "day" } });
  expect(refused.error?.data).not.toHaveProperty("limit");

  // Raised from there, it lets something through.
  await desk.room("Inbox").click();
  await desk.select("budget of 10 tokens is used up");
  await desk.page.keyboard.press("l");
  const raise = desk.page.getByRole("dialog", { name: "Raise the limit" });
  await expect(
    raise.getByRole("button", { name: "Let 5 tokens more through today" }),
  ).toBeFocused();
  await expect(raise).toContainText("Raise the day’s budget to 40 tokens");
  await desk.page.keyboard.press("Enter");
  await expect(desk.review).toContainText("Done: Let 5 tokens more through today.");
  server.ask(question("asked again"));
  await expect(desk.rows().filter({ hasText: "asked again" })).toBeVisible();
});

test("after a restart a budget goes by the rows, whatever the sums in the file say and once contents are forgotten", async ({
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
  await desk.button("Go beyond it once").click();
  await expect(desk.review).toContainText("It is Paris.");
  await desk.decide(desk.approve);
  await asked.answer;
  const ids = (await desk.snapshot()).samples.map(({ id }) => id);
  await desk.do("history.forget", ids, false);
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
