// Programs on their page: created, changed, connected, removed; a server with its own program.
import path from "node:path";
import process from "node:process";
import { expect, test } from "../../fixtures.ts";
import { openAgent } from "../../support/agents.ts";
import { axe } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { projectNode, projectRoot } from "../../support/paths.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

test("a program: its token is shown once, its mode changes after a confirmation, and it is removed @long", async ({
  open,
}) => {
  const desk = await open();
  const { page } = desk;
  await desk.room("Agents").click();
  await page.getByRole("button", { name: "New program…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("nightly");
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("textbox", { name: "USD per day" }).fill("2");
  await axe(desk, "a new program");
  await page.getByRole("button", { name: "Create program" }).click();
  const token = page.getByRole("dialog", { name: "Connect nightly" });
  await expect(token.getByText("export OPENAI_BASE_URL=http://127.0.0.1:")).toBeVisible();
  await axe(desk, "a program's token");
  await token.getByRole("button", { name: "Close" }).last().click();
  const panel = await openAgent(desk, "nightly");
  await expect(panel.getByText("not used yet").first()).toBeVisible();
  await expect(panel.getByRole("meter", { name: "USD per day" })).toBeVisible();
  await axe(desk, "a program in Agents");

  const mode = panel.getByRole("combobox", { name: "Mode of nightly" });
  await mode.click();
  await page.getByRole("option", { name: "Watch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Watch" }).click();
  await expect(mode).toHaveText("Watch");
  await panel.getByRole("button", { name: "New token…" }).click();
  await page.getByRole("button", { name: "Create new token" }).click();
  await token.getByRole("button", { name: "Close" }).last().click();
  await panel.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove program" }).click();
  await expect(panel).toHaveCount(0);
});

test("a server gets its own program, and needs approval again @long", async ({ open }) => {
  const desk = await open();
  const { page } = desk;
  const { ids } = await desk.do("servers.add", [
    {
      name: "caller",
      era: "auto",
      endpoint: {
        kind: "stdio",
        command: process.execPath,
        args: ["-e", ""],
        cwd: null,
        env: [{ name: "OPENAI_BASE_URL", secret: false, value: "https://api.openai.com/v1" }],
      },
    },
  ]);
  await desk.room("Servers").click();
  await page.getByRole("row", { name: /caller/ }).click();
  await page.getByRole("button", { name: "Give this server a model…" }).click();
  await axe(desk, "a server's variables before and after");
  await page.getByRole("button", { name: "Set variables" }).click();
  await expect
    .poll(
      async () => (await desk.snapshot()).servers.find((server) => server.id === ids[0])?.endpoint,
    )
    .toMatchObject({
      env: [
        {
          name: "OPENAI_BASE_URL",
          value: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
        },
        { name: "OPENAI_API_KEY", secret: true },
        { name: "ANTHROPIC_BASE_URL" },
        { name: "ANTHROPIC_API_KEY", secret: true },
      ],
    });
});

/** A server that calls OpenAI itself, given a model and approved on its page. */
async function serverWithModel(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.addServer({
    name: "notes",
    era: "auto",
    endpoint: {
      kind: "stdio",
      command: projectNode,
      cwd: null,
      env: [],
      args: [path.join(projectRoot, "e2e/servers/callsOpenAi.mjs")],
    },
  });
  await desk.room("Servers").click();
  await page.getByRole("row", { name: /notes/ }).click();
  await page.getByRole("button", { name: "Give this server a model…" }).click();
  await page.getByRole("button", { name: "Set variables" }).click();
  // Its environment has changed: nothing runs before the user has seen it.
  const asks = page.getByRole("dialog").filter({ hasText: "OPENAI_BASE_URL" });
  await desk.decide(asks.getByRole("button", { name: "Start", exact: true }));
  await desk.serverIs("notes", "connected");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
}

test("the completion of a server that calls OpenAI itself is shown under its tool call @long", async ({
  open,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["Short."]));
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  await serverWithModel(desk);
  const run = await desk.start("notes", "summarize", { text: "a long note of Tuesday" });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  const band = desk.review.getByRole("banner").or(desk.review.locator("header")).first();
  await expect(band).toContainText("summarize");
  await expect(band).toContainText("a long note of Tuesday");
  expect((await desk.requests())[0]).toMatchObject({
    requestKind: "completion",
    origin: { kind: "certain", call: { runId: run, name: "summarize" } },
  });
  await desk.decide(desk.approve);
  await desk.write(desk.answer, "Shorter.");
  await desk.decide(desk.approve);
  // What the user wrote went through the SDK into the result of the tool.
  expect(await desk.resultOf(run)).toBe("Shorter.");

  // With two open calls nobody can tell which one asked.
  const calls = [
    await desk.start("notes", "summarize", { text: "one" }),
    await desk.start("notes", "translate", { text: "two" }),
  ];
  await desk.select("Translate: two");
  const second = await desk.request(({ asked }) =>
    JSON.stringify(asked).includes("Translate: two"),
  );
  expect(second.origin.kind).not.toBe("certain");
  await desk.rejectNow();
  await desk.select("Summarize: one");
  await desk.rejectNow();
  for (const call of calls) expect(await desk.resultOf(call)).toContain("User rejected");
});
