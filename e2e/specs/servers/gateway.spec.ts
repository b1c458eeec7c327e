// A host's servers through Countersign: wrapped in the window, used by the host as before, sampling and forms at the gates.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "../../fixtures.ts";
import { tempFolder } from "../../support/app.ts";
import type { Desk } from "../../support/desk.ts";
import { openAgent, undoAgent, wrapServers } from "../../support/agents.ts";
import { axe } from "../../support/axe.ts";
import { Host } from "../../support/host.ts";
import type { Entry } from "../../support/host.ts";
import { everythingScript } from "../../support/httpServers.ts";
import { projectNode } from "../../support/paths.ts";

const ORIGINAL = `{
  // Mine.
  "mcpServers": {
    "everything": { "command": ${JSON.stringify(projectNode)}, "args": [${JSON.stringify(everythingScript)}, "stdio"], "env": { "API_TOKEN": "s3cret-of-the-file" } }
  }
}
`;

/** @param text a secret in it is kept in memory alone where the machine has no keychain, as most test machines do */
async function cursorProfile(text = ORIGINAL): Promise<{ profile: string; file: string }> {
  const profile = await tempFolder();
  const folder = path.join(profile, "home/.cursor");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "mcp.json");
  await writeFile(file, text);
  return { profile, file };
}

const entryIn = async (file: string): Promise<Entry> => {
  const text = (await readFile(file, "utf8")).replace("// Mine.", "");
  return (JSON.parse(text) as { mcpServers: { everything: Entry } }).mcpServers.everything;
};

const wrap = (desk: Desk): Promise<void> =>
  wrapServers(desk, "Cursor", async (dialog) => {
    await axe(desk, "the change of an agent's files");
    await expect(dialog.getByText("s3cret-of-the-file")).toHaveCount(0);
  });

test("a wrapped server: tools pass, a sampling request and a form are held, undo restores the file", async ({
  open,
  later,
}) => {
  const { profile, file } = await cursorProfile();
  const desk = await open({ profile });
  await wrap(desk);
  const entry = await entryIn(file);
  expect(JSON.stringify(entry)).not.toContain("s3cret");

  const host = new Host(entry, profile);
  later(() => host.close());
  const initialized = await host.initialize({ roots: {} });
  expect(initialized["result"]).toMatchObject({ serverInfo: { name: expect.any(String) } });
  const echoed = await host.call("echo", { message: "hello" });
  expect(echoed["result"]).toMatchObject({ content: [{ type: "text", text: "Echo: hello" }] });

  const sampled = host.call("trigger-sampling-request", { prompt: "Say ahoy." });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await expect(desk.page.getByText("test-host").first()).toBeVisible();
  await desk.answerByHand("Ahoy from a person.");
  expect(JSON.stringify(await sampled)).toContain("Ahoy from a person.");

  const form = host.call("trigger-elicitation-request");
  await desk.select("Please provide");
  await desk.page
    .getByRole("textbox", { name: /^String/ })
    .first()
    .fill("Ada Lovelace");
  await desk.decide(desk.button("Submit"));
  expect(JSON.stringify(await form)).toContain("Ada Lovelace");
  // The host never saw Countersign's response.
  expect(host.received.filter(({ method }) => String(method).includes("/create"))).toEqual([]);

  const cursor = await openAgent(desk, "Cursor");
  await expect(cursor.getByText("Through Countersign")).toBeVisible();
  await axe(desk, "the room Agents");
  await undoAgent(desk, "Cursor");
  await expect(cursor.getByText("Direct").first()).toBeVisible();
  expect(await readFile(file, "utf8")).toBe(ORIGINAL);
});

test("the change of a file that is closed while it is compared makes no error @long", async ({
  open,
}) => {
  const { profile } = await cursorProfile();
  const desk = await open({ profile });
  const panel = await openAgent(desk, "Cursor");
  for (let run = 0; run < 12; run += 1) {
    await panel.getByRole("button", { name: "Review what it does…" }).click();
    await desk.page.getByRole("dialog").getByRole("button", { name: "Show" }).click();
    await desk.page.locator(".monaco-diff-editor").waitFor({ state: "attached" });
    await desk.page.keyboard.press("Escape");
    await expect(desk.page.getByRole("dialog")).toBeHidden();
  }
});

test("another agent over HTTP: its entry is shown once, and its server's sampling request is held @long", async ({
  open,
}) => {
  const { profile } = await cursorProfile();
  const desk = await open({ profile });
  const { page } = desk;
  await desk.room("Agents").click();
  await page.getByRole("button", { name: "Connect another agent…" }).click();
  await page.getByRole("combobox", { name: "Server" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Create entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect another agent" });
  await axe(desk, "the entry for another agent");
  const text = await dialog.getByRole("region", { name: "HTTP" }).locator("pre").textContent();
  const [, url = ""] = /"url": "([^"]+)"/.exec(text ?? "") ?? [];
  const [, authorization = ""] = /"Authorization": "([^"]+)"/.exec(text ?? "") ?? [];
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const client = new Client({ name: "http-host", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  });
  await client.connect(transport);
  const tool = (await client.listTools()).tools.find(({ name }) => name.includes("plan"));
  const sampled = client.callTool({ name: tool?.name ?? "", arguments: { city: "Bern", days: 1 } });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await expect(page.getByText("http-host").first()).toBeVisible();
  await desk.answerByHand("Walk along the Aare.");
  expect(JSON.stringify(await sampled)).toContain("Walk along the Aare.");

  await desk.room("Agents").click();
  const row = page.getByRole("row", { name: /In use/ });
  await row.getByRole("button").click();
  const entry = page.getByRole("complementary");
  await expect(entry.getByText("1 session")).toBeVisible();
  await entry.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(client.listTools()).rejects.toThrow();
  await client.close().catch(() => {});
});

test("a connection with another token is refused, and a server without approval does not start @long", async ({
  open,
  later,
}) => {
  const { profile, file } = await cursorProfile();
  const desk = await open({ profile });
  await wrap(desk);
  const entry = await entryIn(file);
  const stranger = new Host({ ...entry, env: { COUNTERSIGN_TOKEN: "guessed" } }, profile);
  later(() => stranger.close());
  const refused = await stranger.request("initialize");
  expect(refused["error"]).toMatchObject({ code: -32010 });
  expect(stranger.stderr).toContain("does not know this entry");

  // Stopped: nothing is called.
  const host = new Host(entry, profile);
  later(() => host.close());
  await host.initialize();
  await desk.do("desk.switch", "stopped");
  const stopped = await host.call("echo", { message: "hello" });
  expect(stopped["result"]).toMatchObject({ isError: true });
  expect(JSON.stringify(stopped)).toContain("Countersign is stopped");
});

test("a held tool call is run with other arguments, and rejected @long", async ({
  open,
  later,
}) => {
  const { profile, file } = await cursorProfile();
  const desk = await open({ profile });
  await wrap(desk);
  const server = await desk.server("everything");
  await desk.do("servers.policy", server.id, { ...server.policy, holdTools: "all" });
  const host = new Host(await entryIn(file), profile);
  later(() => host.close());
  await host.initialize();
  await host.request("tools/list");

  const called = host.call("echo", { message: "hello" });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await expect(desk.page.getByText("Tool call").first()).toBeVisible();
  await desk.page.getByRole("textbox", { name: /^message/ }).fill("ahoi");
  await axe(desk, "a held tool call");
  await desk.button("Show as JSON").click();
  await desk.write(desk.page.getByRole("textbox", { name: "Arguments" }), '{"message":"ahoy"}');
  await desk.button("Show as form").click();
  await expect(desk.page.getByRole("textbox", { name: /^message/ })).toHaveValue("ahoy");
  await desk.decide(desk.button("Approve & run"));
  expect((await called)["result"]).toMatchObject({ content: [{ text: "Echo: ahoy" }] });

  const rejected = host.call("echo", { message: "again" });
  await desk.select("again");
  await desk.rejectNow();
  expect((await rejected)["result"]).toMatchObject({ isError: true });
});

test("the result of a held tool call is reviewed before the host gets it @long", async ({
  open,
  later,
}) => {
  const { profile, file } = await cursorProfile();
  const desk = await open({ profile });
  const { page } = desk;
  await wrap(desk);
  const server = await desk.server("everything");
  const policy = { ...server.policy, holdTools: "all" as const, reviewResults: true };
  await desk.do("servers.policy", server.id, policy);
  const host = new Host(await entryIn(file), profile);
  later(() => host.close());
  await host.initialize();
  await host.request("tools/list");

  // Text and structured content; the text is edited.
  const weather = host.call("get-structured-content", { location: "Chicago" });
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await desk.decide(desk.button("Approve & run"));
  await expect(page.getByText("Not sent to the agent yet.")).toBeVisible();
  await expect(page.getByText("temperature").first()).toBeVisible();
  await axe(desk, "the result of a held tool call");
  expect(JSON.stringify(host.received)).not.toContain('"structuredContent"');
  await desk.write(page.getByRole("textbox", { name: "Result, 1" }), "No weather today.");
  await desk.decide(desk.button("Approve & reply"));
  expect((await weather)["result"]).toMatchObject({
    content: [{ type: "text", text: "No weather today." }],
    structuredContent: { temperature: expect.any(Number) },
  });

  // An image, sent as the server made it.
  const image = host.call("get-tiny-image");
  await desk.rows().first().click();
  await desk.decide(desk.button("Approve & run"));
  await expect(page.getByRole("img", { name: /^Result/ })).toBeVisible();
  await desk.decide(desk.button("Approve & reply"));
  const sent = JSON.stringify((await image)["result"]);
  expect(sent).toContain('"type":"image"');
  expect(sent).not.toContain("countersign-media");

  const rejected = host.call("echo", { message: "again" });
  await desk.select("again");
  await desk.decide(desk.button("Approve & run"));
  await expect(page.getByText("Not sent to the agent yet.")).toBeVisible();
  await desk.rejectNow();
  const told = JSON.stringify((await rejected)["result"]);
  expect(told).toContain("The tool was run, but the user rejected its result");
  expect(told).not.toContain("Echo");
});

test("a relay starts Countersign when it is not running @long", async ({ open, later }) => {
  const { profile, file } = await cursorProfile(ORIGINAL.replace(/, "env": \{[^}]*\}/, ""));
  const desk = await open({ profile, held: false });
  await wrap(desk);
  await desk.close();
  later(() => endApps(profile));
  const host = new Host(await entryIn(file), profile);
  later(() => host.close());
  await host.initialize();
  const echoed = await host.call("echo", { message: "hello" });
  expect(echoed["result"]).toMatchObject({ content: [{ text: "Echo: hello" }] });
});

/** Ends what the relay has started, which no test fixture knows of. */
async function endApps(profile: string): Promise<void> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(profile) && line.includes("--background")) process.kill(Number(pid));
  }
}
