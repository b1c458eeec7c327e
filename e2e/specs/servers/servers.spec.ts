// Adding servers, the confirmation before a command starts, and before a changed file does.
import { appendFile, copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { focusIsSeen, tabTo } from "../../support/keyboard.ts";
import { question } from "../../support/puppet.ts";

test("added by form: starts once its command is confirmed, and needs approval when its script changes between two starts @long", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet({
    hello: { serverInfo: { name: "a-name-".repeat(200), version: "1" } },
  });
  const { command, args } = server.command;
  const [script = "", port = ""] = args;
  const own = path.join(folder, "server.mjs");
  await copyFile(script, own);
  const first = await open();
  await first.room("Servers").click();
  await first.button("Add server…").first().click();
  const form = first.page.getByRole("dialog", { name: "Add a server" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Notes");
  await form.getByRole("textbox", { name: "Command", exact: true }).fill(command);
  await form.getByRole("textbox", { name: /^Arguments/ }).fill(`${own}\n${port}`);
  await form.getByRole("button", { name: "Add", exact: true }).click();

  const named = /Start .*Notes.* on this computer\?/;
  const asks = first.page.getByRole("dialog", { name: named });
  for (const word of [command, own, port, "without a shell"]) {
    await expect(asks).toContainText(word);
  }
  expect(server.starts).toBe(0);
  await first.decide(asks.getByRole("button", { name: "Start", exact: true }));
  await first.serverIs("Notes", "connected");
  expect(server.starts).toBe(1);
  await first.page.keyboard.press("Escape");

  // The card behind the name: the hash of the script, and a claimed name of any length.
  await first.start("Notes", "work");
  await server.called();
  server.ask(question("Who?"));
  await first.room("Inbox").click();
  await first.review.getByRole("button", { name: "Notes" }).first().click();
  const card = first.page.getByRole("dialog", { name: "Server identity" });
  const { requester } = await first.request();
  if (requester.identity?.kind !== "program") throw new Error("no program");
  const sha256 = requester.identity.files?.[0]?.sha256 ?? "nothing";
  for (const word of [own, "self-reported, not verified", "a-name-a-name-", sha256]) {
    await expect(card).toContainText(word);
  }
  expect(await card.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await first.close();
  await server.gone();

  await appendFile(own, "\n// Something else.\n");
  const again = await open({ profile: first.profile });
  await again.serverIs("Notes", "needs-confirmation");
  expect(server.starts).toBe(1);
  await again.room("Servers").click();
  await again.button("Review command…").click();
  const anew = again.page.getByRole("dialog", { name: named });
  await expect(anew).toContainText("A file that would be started isn’t the one you confirmed.");
  await expect(anew).toContainText("A script has changed since");
  await expect(anew).toContainText(sha256);
  await axeInBothThemes(again, "a start with another file");
  await again.decide(anew.getByRole("button", { name: "Start", exact: true }));
  await again.serverIs("Notes", "connected");
  expect(server.starts).toBe(2);
  expect((await again.server("Notes")).known?.changed).toEqual([]);
});

test("--config: used for this run, confirmed like any other command, not stored; a bad server does not affect others @long", async ({
  open,
  puppet,
}) => {
  const [server, second] = [await puppet(), await puppet()];
  const servers = { "From file": server.config, Second: second.config, bad: { command: 7 } };
  const desk = await open({ servers, connect: false });
  await expect(desk.page.getByRole("main")).toContainText("One of the servers can’t be used.");
  await desk.serverIs("From file", "needs-confirmation");
  await desk.serverIs("Second", "needs-confirmation");
  expect([server.starts, second.starts]).toEqual([0, 0]);
  // By keyboard alone, from another room's banner: one after the other, up to a tool.
  const { keyboard } = desk.page;
  await tabTo(desk, desk.button("Review command…"));
  await keyboard.press("Enter");
  const dialog = desk.page.getByRole("dialog");
  for (const name of ["From file", "Second"]) {
    await expect(dialog).toContainText(`Start “${name}” on this computer?`);
    const starts = dialog.getByRole("button", { name: "Start", exact: true });
    await expect(starts).toBeFocused();
    await expect(starts).toBeEnabled();
    await keyboard.press("Enter");
  }
  await expect(dialog).toContainText("2 servers approved");
  await desk.serverIs("From file", "connected");
  await desk.serverIs("Second", "connected");
  await expect(dialog.getByRole("button", { name: "Run a tool" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(desk.page.getByRole("heading", { name: "From file" })).toBeVisible();
  await focusIsSeen(desk, "on the Workbench");
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "From file" }).click();
  await expect(desk.page.getByRole("main")).toContainText("used for this run only, not saved");
  await desk.close();
  // Only the confirmation of this very command is stored: hashes.
  const kept = await readFile(path.join(desk.profile, "servers.json"), "utf8");
  expect(JSON.parse(kept)).toMatchObject({
    servers: [],
    confirmedRuns: [{ hash: expect.any(String) }, { hash: expect.any(String) }],
  });
  expect(kept).not.toContain("From file");
  expect(kept).not.toContain("puppet.mjs");
});
