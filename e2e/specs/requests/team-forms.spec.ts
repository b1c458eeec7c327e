// Forms and links that `countersign serve` holds, where nobody sits: answered at a window of another desk of the team.
import process from "node:process";
import { expect, test } from "../../fixtures.ts";
import { removeFolder } from "../../support/app.ts";
import { axe } from "../../support/axe.ts";
import { fakeBrowser } from "../../support/browser.ts";
import { entryOf, folderWith, run } from "../../support/headless.ts";
import { Host } from "../../support/host.ts";
import { NAMED, join, serving } from "../../support/team/desks.ts";
import { teamDatabase } from "../../support/team/team.ts";

const form = (message: string) => ({
  message,
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
});

test("a form and a link that serve holds are answered at another desk @long", async ({
  open,
  later,
  puppet,
  folder,
}) => {
  test.setTimeout(120_000);
  const database = await teamDatabase();
  later(() => database.end());
  const server = await puppet();
  const home = folderWith([], { mcpServers: { travel: server.command } });
  later(() => removeFolder(home));
  expect(await run(home, ["accept", ...NAMED])).toMatchObject({ code: 0, err: "" });
  const { command, config } = await serving(home, database);
  const host = new Host(entryOf(config, "travel"), home);
  await host.initialize();
  const called = host.call("work");
  const call = await server.called();
  const browser = await fakeBrowser(folder);
  const bo = await join(await open({ env: browser.env }), database, "bo");
  await bo.room("Inbox").click();

  const first = server.elicit("form", form("Which city?"));
  await bo.select("Which city?");
  await expect(bo.page.getByText("Received by serve’s desk")).toBeVisible();
  await bo.page.getByRole("textbox", { name: /city/ }).fill("Ulm");
  await axe(bo, "a form of the team");
  await bo.decide(bo.button("Submit"));
  expect((await first).result).toEqual({ action: "accept", content: { city: "Ulm" } });

  const second = server.elicit("declined", form("Which other city?"));
  await bo.select("Which other city?");
  await bo.decide(bo.button("Decline"));
  expect((await second).result).toEqual({ action: "decline" });

  // The page opens where the person sits.
  const url = "http://127.0.0.1:9/sign-in?step=1";
  const link = { mode: "url", message: "Sign in there.", url, elicitationId: "e1" };
  const third = server.elicit("link", link);
  await bo.select("Sign in there.");
  await expect(bo.review).toContainText(url);
  await axe(bo, "a link of the team");
  expect(await browser.pages()).toEqual([]);
  await bo.decide(bo.button("Open in browser"));
  expect((await third).result).toEqual({ action: "accept" });
  await expect.poll(browser.pages).toEqual([url]);
  server.send({
    jsonrpc: "2.0",
    method: "notifications/elicitation/complete",
    params: { elicitationId: "e1" },
  });
  await bo.select("Sign in there.");
  await expect(bo.review).toContainText("reported as done");

  server.finish(call, "Booked.");
  expect(JSON.stringify(await called)).toContain("Booked.");
  const { code, out } = await command.end();
  expect(code).toBe(0);
  expect(out).toContain("travel elicitation allowed in work");
  const verified = await run(process.cwd(), ["verify", database.address("aud")]);
  expect(verified).toMatchObject({ code: 0 });
});
