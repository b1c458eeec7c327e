// Programs on their page: created, changed, connected, removed; a server with its own program.
import process from "node:process";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";

test("a program: its token is shown once, its mode changes after a confirmation, and it is removed", async ({
  open,
}) => {
  const desk = await open();
  const { page } = desk;
  await desk.room("Servers").click();
  await page.getByRole("radio", { name: /^Programs/ }).click();
  await expect(page.getByText("No programs yet")).toBeVisible();
  await page.getByRole("button", { name: "New program…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("nightly");
  await page.getByRole("textbox", { name: "Budget per day, in USD" }).fill("2");
  await axe(desk, "a new program");
  await page.getByRole("button", { name: "Create program" }).click();
  const token = page.getByRole("dialog", { name: "Connect nightly" });
  await expect(token.getByText("export OPENAI_BASE_URL=http://127.0.0.1:")).toBeVisible();
  await axe(desk, "a program's token");
  await token.getByRole("button", { name: "Close" }).last().click();
  const row = page
    .getByRole("list", { name: "Programs" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("combobox", { name: "Mode of nightly" }) });
  await expect(row).toContainText("not used yet");
  await expect(row.getByRole("meter", { name: "USD per day" })).toBeVisible();
  await axe(desk, "the programs");

  await row.getByRole("combobox", { name: "Mode of nightly" }).click();
  await page.getByRole("option", { name: "Watch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Watch" }).click();
  await expect(row.getByRole("combobox")).toHaveText("Watch");
  await row.getByRole("button", { name: "New token…" }).click();
  await page.getByRole("button", { name: "Create new token" }).click();
  await token.getByRole("button", { name: "Close" }).last().click();
  await row.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove program" }).click();
  await expect(page.getByText("No programs yet")).toBeVisible();
});

test("a server gets its own program, and needs approval again", async ({ open }) => {
  const desk = await open();
  const { page } = desk;
  const { ids } = await desk.do("servers.add", [
    {
      name: "caller",
      era: "auto",
      endpoint: {
        ...{ kind: "stdio", command: process.execPath, args: ["-e", ""], cwd: null },
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
