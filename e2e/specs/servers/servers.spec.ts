// Adding servers, and the one question before a command starts.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { everythingScript } from "../../support/httpServers.ts";
import { serverNode } from "../../support/paths.ts";

test("added by form: nothing starts before the command was read and confirmed", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const { command, args } = server.config;
  const desk = await openShared();
  const { page } = desk;
  await desk.room("Servers").click();
  await desk.button("Add server").first().click();
  const form = page.getByRole("dialog", { name: "Add a server" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("By form");
  await form.getByRole("textbox", { name: "Command", exact: true }).fill(command);
  await form.getByRole("textbox", { name: /^Arguments/ }).fill(args.join("\n"));
  await form.getByRole("button", { name: "Add a variable" }).click();
  await form.getByRole("textbox", { name: "Environment, name 1" }).fill("API_TOKEN");
  await form.getByRole("textbox", { name: "Environment, value 1" }).fill("hidden-value-9876");
  await form.getByRole("checkbox").first().check();
  await form.getByRole("button", { name: "Add", exact: true }).click();

  const question = page.getByRole("dialog", { name: /Start .*By form.* on this machine\?/ });
  await expect(question).toContainText(command);
  for (const word of args) await expect(question).toContainText(word);
  await expect(question).toContainText("API_TOKEN");
  await expect(question).not.toContainText("hidden-value-9876");
  await expect(question).toContainText("never through a shell");
  expect(server.starts).toBe(0);
  await desk.decide(question.getByRole("button", { name: "Start", exact: true }));
  await desk.serverIs("By form", "connected");
  await expect(page.getByRole("main")).toContainText("puppet");
  expect(server.starts).toBe(1);
});

test("kept off, a command stays unstarted, also after a restart", async ({ open, puppet }) => {
  const server = await puppet();
  const { endpoint } = server;
  const desk = await open();
  await desk.room("Servers").click();
  await desk.addServer({ name: "Unwanted", era: "auto", endpoint });
  await desk.button("Look at it…").first().click();
  const question = desk.page.getByRole("dialog", { name: /Unwanted/ });
  await desk.decide(question.getByRole("button", { name: "Keep off" }));
  await expect(question).toBeHidden();
  await desk.close();
  const again = await open({ profile: desk.profile });
  await expect
    .poll(async () => (await again.server("Unwanted")).state.kind)
    .toMatch(/off|needs-confirmation/);
  expect(server.starts).toBe(0);
});

test("confirmed once, it starts by itself; a changed command asks again and shows what changed", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const { endpoint } = server;
  const first = await open();
  const id = await first.addServer({ name: "Known", era: "legacy", endpoint });
  await first.connectAll();
  await first.close();
  await server.gone();

  const second = await open({ profile: first.profile });
  await second.serverIs("Known", "connected");
  expect(server.starts).toBe(2);
  await second.room("Servers").click();
  const changed = { ...endpoint, args: [...endpoint.args, "--also-this"] };
  await second.do("servers.update", id, { name: "Known", era: "legacy", endpoint: changed });
  await second.serverIs("Known", "needs-confirmation");
  await server.gone();
  await second.button("Look at it…").first().click();
  const question = second.page.getByRole("dialog", { name: /Known/ });
  await expect(question).toContainText("This is not what you confirmed before.");
  await expect(question).toContainText("--also-this");
  expect(server.starts).toBe(2);
  await second.decide(question.getByRole("button", { name: "Start", exact: true }));
  await second.serverIs("Known", "connected");
  expect(server.starts).toBe(3);
});

test("a confirmation of something else starts nothing", async ({ openShared, puppet }) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config }, { connect: false });
  await desk.serverIs("puppet", "needs-confirmation");
  const { id } = await desk.server("puppet");
  expect((await desk.call("servers.confirm", id, "0".repeat(64))).ok).toBe(false);
  expect((await desk.call("servers.connect", id)).ok).toBeDefined();
  // The program's files are hashed before the question stands again.
  await desk.serverIs("puppet", "needs-confirmation");
  expect(server.starts).toBe(0);
});

test("a pasted config: its servers are shown first, then taken over", async ({ openShared }) => {
  const desk = await openShared();
  const { page } = desk;
  await desk.room("Servers").click();
  await desk.button("Paste a config").first().click();
  const dialog = page.getByRole("dialog", { name: "Paste a config" });
  const box = dialog.getByRole("textbox").first();
  await desk.write(box, '{ "mcpServers": { "broken": { "command": } } }');
  await expect(dialog).toContainText(/line 1, column \d+/);
  const config = {
    mcpServers: {
      everything: { command: serverNode, args: [everythingScript, "stdio"] },
      remote: {
        ...{ url: "http://127.0.0.1:9/mcp", headers: { Authorization: "Bearer abc-secret" } },
        countersign: { unasked: "ask" },
      },
    },
  };
  await desk.write(box, `// as documentation shows it\n${JSON.stringify(config, null, 2)}`);
  await expect(dialog).toContainText("everything");
  await expect(dialog).toContainText("http://127.0.0.1:9/mcp");
  await expect(dialog).toContainText("1 kept as a secret");
  await dialog.getByRole("button", { name: /^Take over 2$/ }).click();
  const question = page.getByRole("dialog", { name: /Start .*everything/ });
  await desk.decide(question.getByRole("button", { name: "Start", exact: true }));
  await desk.serverIs("everything", "connected");
  const address = page.getByRole("dialog", { name: /Connect to .*remote/ });
  await expect(address).toContainText("Its config lets it do 1 thing more than usual");
  await expect(address).toContainText('unasked: "ask" (usually "refuse")');
  await expect(address).toContainText("http://127.0.0.1:9/mcp");
  await expect(address).not.toContainText("abc-secret");
  await desk.decide(address.getByRole("button", { name: "Connect", exact: true }));
  await expect.poll(async () => (await desk.server("remote")).state.kind).toMatch(/fail|reconnect/);
});

test("--config: used for this run, asked for like any other command, not stored", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open({ servers: { "From file": server.config }, connect: false });
  await desk.serverIs("From file", "needs-confirmation");
  expect(server.starts).toBe(0);
  await desk.room("Servers").click();
  await expect(desk.page.getByRole("main")).toContainText("1 server waits for your word.");
  await desk.button("Look at it…").first().click();
  const question = desk.page.getByRole("dialog", { name: /From file/ });
  await desk.decide(question.getByRole("button", { name: "Start", exact: true }));
  await desk.serverIs("From file", "connected");
  await desk.page.getByRole("button", { name: "From file" }).click();
  await expect(desk.page.getByRole("main")).toContainText("used for this run, not stored");
  await desk.close();
  // Only that this very command was confirmed is kept: hashes.
  const kept = await readFile(path.join(desk.profile, "servers.json"), "utf8");
  expect(JSON.parse(kept)).toMatchObject({
    servers: [],
    confirmedRuns: [{ hash: expect.any(String) }],
  });
  expect(kept).not.toContain("From file");
  expect(kept).not.toContain("puppet.mjs");
  const again = await open({ profile: desk.profile });
  expect((await again.snapshot()).servers.filter(({ source }) => source !== "demo")).toEqual([]);
});

test("a config with a fault is said with its place, and the app works on", async ({
  open,
  folder,
}) => {
  const file = path.join(folder, "broken.json");
  await writeFile(file, '{\n  "mcpServers": {\n    "a": { "command": "x" ]\n  }\n}\n');
  const desk = await open({ config: file });
  await expect(desk.page.getByRole("main")).toContainText("This is not JSON: line 3, column");
  await expect(desk.room("Servers")).toBeEnabled();
});

test("a config that does not exist is said, with its path", async ({ open, folder }) => {
  const file = path.join(folder, "nowhere.json");
  const desk = await open({ config: file });
  await expect(desk.page.getByRole("main")).toContainText("The file does not exist.");
  await expect(desk.page.getByRole("main")).toContainText("nowhere.json");
});

test("one bad server in a config does not spoil the others", async ({ open, folder, puppet }) => {
  const server = await puppet();
  const file = path.join(folder, "mixed.json");
  const servers = { good: server.config, bad: { command: 7 }, worse: {} };
  await writeFile(file, JSON.stringify({ mcpServers: servers }));
  const desk = await open({ config: file });
  await expect(desk.page.getByRole("main")).toContainText("One of the servers cannot be used.");
  await desk.connectAll();
  expect((await desk.server("good")).state.kind).toBe("connected");
});

test("a broken file of the profile is kept aside and said, never overwritten in silence", async ({
  open,
}) => {
  const { readdir } = await import("node:fs/promises");
  const first = await open();
  await first.do("settings.set", { notifications: false });
  await first.close();
  await writeFile(path.join(first.profile, "settings.json"), '{ "language": "en", ');
  const second = await open({ profile: first.profile });
  await expect(second.page.getByRole("main")).toContainText("settings.json.broken");
  const names = await readdir(first.profile);
  expect(names.filter((name) => name.startsWith("settings.json.broken"))).toHaveLength(1);
});
