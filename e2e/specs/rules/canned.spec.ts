// Fixtures: used for the same request once they are turned on for its server, marked wherever that shows, and never on
// by default.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { dialogsAnswer, png } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import { axe } from "../../support/axe.ts";

const RED = png(64, 40, [200, 30, 90]).toString("base64");

test("a fixture is used for the same request only, marked, and off after a restart @long", async ({
  open,
  puppet,
  folder,
}) => {
  const files = path.join(folder, "canned");
  const profile = path.join(folder, "profile");
  for (const one of [files, profile]) await mkdir(one);
  const server = await puppet();
  const desk = await open({ profile, servers: { atlas: server.config } });
  await desk.start("atlas", "work");
  await server.called();
  const asked = {
    ...question("What is the capital of France?"),
    messages: [
      { role: "user", content: { type: "text", text: "What is the capital of France?" } },
      { role: "user", content: { type: "image", data: RED, mimeType: "image/png" } },
    ],
    _meta: { progressToken: 1 },
  };

  const got = {
    role: "assistant",
    model: "atlas",
    content: { type: "text", text: "Paris." },
    stopReason: "endTurn",
  };
  const fixture = {
    format: "countersign-fixture",
    version: 1,
    match: { ignore: ["_meta"] },
    request: asked,
    answer: got,
  };
  await writeFile(path.join(files, "capital.json"), JSON.stringify(fixture));

  // A broken one is beside it; then the folder is chosen and turned on for the server.
  await writeFile(path.join(files, "cut.json"), "{");
  await dialogsAnswer(desk, files);
  await desk.room("Settings").click();
  await desk.button("Fixtures").click();
  await desk.button("Choose folder…").click();
  const table = desk.page.getByRole("table", { name: "Fixtures" });
  await expect(table.getByRole("row", { name: /capital\.json/ })).toContainText("ignoring _meta");
  const broken = desk.page.getByRole("table", { name: "Errors" });
  await expect(broken.getByRole("row", { name: /cut\.json/ })).toContainText("Invalid JSON");

  // Off: the same request waits for the user.
  const off = server.ask({ ...asked, _meta: { progressToken: 2 } });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await desk.rejectNow();
  expect((await off.answer).error?.code).toBe(-1);

  await desk.room("Settings").click();
  await desk.tick(desk.page.getByRole("checkbox", { name: /^atlas/ }));
  const bar = desk.page.getByRole("status").filter({ hasText: "Fixtures respond to atlas" });
  await expect(bar).toBeVisible();
  await axe(desk, "fixtures");

  // On: the response comes at once, without the user; the very same result.
  expect((await server.ask({ ...asked, _meta: { progressToken: 3 } }).answer).result).toEqual(got);
  await expect(table.getByRole("row", { name: /capital\.json/ })).toContainText("once, at");
  await desk.room("Inbox").click();
  const row = desk.rows().filter({ hasText: "Turn 2" });
  await expect(row.getByRole("img", { name: "Response from fixture “capital”" })).toBeVisible();
  await row.click();
  await expect(desk.review).toContainText("“atlas” got its response from fixture “capital”");
  await expect(desk.review).toContainText("fixture “capital”");

  // A request without a fixture waits, and says so.
  server.ask(question("Something else"));
  await desk.select("Something else");
  await expect(desk.review).toContainText(
    "Fixtures are on for “atlas”, but none matches this request",
  );

  // The ledger names it.
  await desk.room("History").click();
  const search = desk.page.getByRole("combobox", { name: "Search history" });
  const list = desk.page.getByRole("listbox", { name: "History" });
  await expect(list.getByRole("option")).toHaveCount(2);
  await search.fill("by:fixture");
  await expect(list.getByRole("option")).toHaveCount(1);
  await list.getByRole("option").first().click();
  await desk.page.getByRole("tab", { name: /events$/ }).click();
  await expect(desk.page.getByRole("row", { name: /response from a fixture/ })).toContainText(
    "fixture “capital”",
  );

  await desk.close();

  // Not on by default.
  const again = await open({ profile, servers: { atlas: server.config } });
  const { fixtures } = await again.snapshot();
  expect(fixtures).toMatchObject({ folder: files, on: [] });
  await expect(again.page.getByText("Fixtures respond to")).toHaveCount(0);
});
