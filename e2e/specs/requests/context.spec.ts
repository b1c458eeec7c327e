// A request that asks for context: each part has its checkbox, ticked ones are in the document, and the model
// receives exactly what was approved, nothing of a server that was not ticked.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { serverNode } from "../../support/paths.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import type { ScriptedModel } from "../../support/scriptedModel.ts";

const library = (name: string) => ({
  command: serverNode,
  args: [path.resolve(import.meta.dirname, "../../servers/library.mjs"), name],
});
const servers = { City: library("city"), Archive: library("archive") };

const tick = (desk: Desk, server: string, name: RegExp) =>
  desk.page.getByRole("group", { name: `From ${server}` }).getByRole("checkbox", { name });

/** The system prompt that the model got. */
function systemSent(model: ScriptedModel): string {
  const [only, another] = model.asked();
  if (only === undefined || another !== undefined) throw new Error("not asked exactly once");
  const { messages } = only.body as { messages: { role: string; content: string }[] };
  const [system, ...rest] = messages;
  expect(system?.role).toBe("system");
  expect(rest.map(({ role }) => role)).toEqual(["user"]);
  return system?.content ?? "";
}

test("thisServer: the server's own context is ticked, and the model gets what remains after edits @long", async ({
  openShared,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["At nine."]));
  later(model.close);
  const desk = await openShared(servers);
  await desk.useModels(model.baseUrl);
  await desk.openRows();
  await desk.ended(await desk.start("City", "shelve", { title: "Faust" }));
  const question = "When do you open?";
  const run = await desk.start("City", "ask", { question, includeContext: "thisServer" });
  await desk.request();
  await desk.room("Inbox").click();
  const call = tick(desk, "City", /Active call/);
  const instructions = tick(desk, "City", /Server instructions/);
  await expect(call).toBeChecked();
  await expect(instructions).toBeChecked();
  await expect(tick(desk, "City", /Earlier call/)).not.toBeChecked();
  await expect(desk.page.getByRole("group", { name: "From Archive" })).toHaveCount(0);
  await expect(desk.review).toContainText("[info] looking for When do you open?");
  await expect(desk.review).toContainText("Never lend the globe.");

  await instructions.uncheck();
  await expect(desk.review).not.toContainText("Never lend the globe.");
  // A word typed into the part makes it the user's own text, which nothing removes.
  await desk.systemPrompt.focus();
  await desk.page.keyboard.press("ControlOrMeta+End");
  await desk.page.keyboard.press("ArrowUp");
  await desk.page.keyboard.press("End");
  await desk.page.keyboard.type(" (typed)");
  await expect(call).not.toBeChecked();

  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const { attempts, proposed } = await desk.request();
  const approved = attempts[0]?.document.systemPrompt;
  expect(systemSent(model)).toBe(approved);
  expect(approved).toMatch(
    /^You are a librarian\.\n\n<context from="City" what="call that is running"/,
  );
  expect(approved).toContain("(typed)");
  expect(approved).not.toMatch(/globe|Faust|archive/);
  expect(proposed?.systemPrompt).toBe("You are a librarian.");
  await expect(desk.review).toContainText("call that is running ask");
  await desk.decide(desk.approve);
  expect(await desk.resultOf(run)).toContain("At nine.");
});

test("allServers: nothing is ticked; the user adds a resource and another server’s text by keyboard @long", async ({
  openShared,
  later,
}) => {
  const model = await startScriptedModel(streamsText(["Both."]));
  later(model.close);
  const desk = await openShared(servers);
  await desk.useModels(model.baseUrl);
  await desk.ended(await desk.start("Archive", "shelve", { title: "Leviathan" }));
  const question = "Where is it?";
  await desk.start("City", "ask", { question, includeContext: "allServers" });
  await desk.request();
  await desk.room("Inbox").click();
  await expect(tick(desk, "Archive", /Earlier call/)).toBeVisible();
  await expect(desk.page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(desk.button("Revert")).toHaveCount(0);

  const earlier = tick(desk, "Archive", /Earlier call/);
  await earlier.focus();
  await desk.page.keyboard.press("Space");
  await expect(earlier).toBeChecked();
  await axe(desk, "gate 1 with context");
  // What was read on the Workbench is offered, too.
  const { id: city } = await desk.server("City");
  await desk.ended(await desk.do("calls.start", city, "resource", "city://hours", {}));
  const hours = tick(desk, "City", /Resource/);
  await expect(hours).not.toBeChecked();
  await hours.check();
  await desk.view("Diff").click();
  await expect(desk.review).toContainText("Leviathan stands on shelf 7 of archive.");
  await desk.view("Blocks").click();

  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const { attempts } = await desk.request();
  const approved = attempts[0]?.document.systemPrompt ?? "";
  expect(systemSent(model)).toBe(approved);
  expect(approved).toContain("Leviathan stands on shelf 7 of archive.");
  expect(approved).toContain("Mon–Fri 9–17\r\n周六 10–14");
  expect(approved).not.toContain("globe");
  expect(approved.match(/<context /g)).toHaveLength(2);
});

test("the panel measures a round trip and shows that the folders were listed @long", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const roots = [{ uri: "file:///srv/books", name: "Books" }];
  const desk = await openShared({ puppet: { ...server.config, countersign: { roots } } });
  server.send({ jsonrpc: "2.0", id: "r", method: "roots/list" });
  expect((await server.heard(({ id }) => id === "r")).result).toEqual({ roots });
  await desk.room("Servers").click();
  await desk.button("puppet").click();
  await expect(desk.page.getByText("Requested once")).toBeVisible();
  await expect(desk.page.getByText("Books file:///srv/books")).toBeVisible();
  await desk.button("Ping").click();
  await expect(desk.page.getByText(/Response after [\d.]+ ms/)).toBeVisible();
  expect(server.received.some(({ method }) => method === "ping")).toBe(true);
});
