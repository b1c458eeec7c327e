// Who really asks: a program that was exchanged between two starts, and a tool that is described in another way later.
import { appendFile, copyFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes, useTheme } from "../../support/axe.ts";
import { projectNode } from "../../support/paths.ts";
import { question } from "../../support/puppet.ts";

const pictures = process.env["IDENTITY_PICTURES"];

test("a script that was exchanged between two starts is asked about before it runs", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet();
  const [script = "", port = ""] = server.config.args;
  const own = path.join(folder, "server.mjs");
  await copyFile(script, own);
  const { countersign: policy } = server.config as { countersign: { unasked: "ask" } };
  const endpoint = {
    ...{ kind: "stdio" as const, command: projectNode, args: [own, port] },
    ...{ cwd: null, env: [] },
  };
  const first = await open();
  const id = await first.addServer({ name: "Notes", era: "legacy", endpoint });
  await first.do("servers.policy", id, {
    ...(await first.server("Notes")).policy,
    ...policy,
    limits: (await first.server("Notes")).policy.limits,
  });
  await first.connectAll();
  server.send({
    jsonrpc: "2.0",
    id: 1,
    method: "sampling/createMessage",
    params: question("Who?"),
  });
  await first.rows().first().click();

  // The card: the beginning of the script's hash in the band, all of it behind it.
  await expect(first.review).toContainText("SHA-256 ");
  await axeInBothThemes(first, "a request with who asks");
  await first.review.getByRole("button", { name: /^SHA-256 / }).click();
  const card = first.page.getByRole("dialog", { name: "Who asks, in full" });
  await expect(card).toContainText(own);
  await expect(card).toContainText("Calls itself");
  await expect(card).toContainText("its own word, which nobody has checked");
  const { asker } = await first.sample();
  if (asker.identity?.kind !== "program") throw new Error("no program");
  await expect(card).toContainText(asker.identity.files?.[0]?.sha256 ?? "nothing");
  expect(asker.identityChanged).toBeUndefined();
  if (pictures !== undefined) await first.page.screenshot({ path: `${pictures}/card.png` });
  await first.close();
  await server.gone();

  await appendFile(own, "\n// Something else.\n");
  const again = await open({ profile: first.profile });
  await again.serverIs("Notes", "needs-confirmation");
  expect(server.starts).toBe(1);
  await again.room("Servers").click();
  await again.button("Look at it…").first().click();
  const asks = again.page.getByRole("dialog", { name: /Start .*Notes.* on this machine\?/ });
  await expect(asks).toContainText(
    "A file that would be started is not the one that you confirmed.",
  );
  await expect(asks).toContainText("A script is another one than on");
  await expect(asks).toContainText(asker.identity.files?.[0]?.sha256 ?? "nothing");
  await axeInBothThemes(again, "a start with another file");
  if (pictures !== undefined) await again.page.screenshot({ path: `${pictures}/confirm.png` });
  await again.decide(asks.getByRole("button", { name: "Start", exact: true }));
  await again.serverIs("Notes", "connected");
  expect(server.starts).toBe(2);
  expect((await again.server("Notes")).known?.changed).toEqual([]);
});

test("a script that was moved is asked about in one bar, which says both", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet();
  const [script = "", port = ""] = server.config.args;
  const [before, after] = ["before", "after"].map((name) => path.join(folder, `${name}.mjs`)) as [
    string,
    string,
  ];
  for (const own of [before, after]) await copyFile(script, own);
  const endpointOf = (own: string) => ({
    ...{ kind: "stdio" as const, command: projectNode, args: [own, port] },
    ...{ cwd: null, env: [] },
  });
  const desk = await open();
  const input = { name: "Notes", era: "legacy" as const };
  const id = await desk.addServer({ ...input, endpoint: endpointOf(before) });
  await desk.connectAll();
  const { known } = await desk.server("Notes");
  const sha256 =
    known?.identity?.kind === "program" ? (known.identity.files?.[0]?.sha256 ?? "") : "";
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);

  await desk.do("servers.update", id, { ...input, endpoint: endpointOf(after) });
  await desk.serverIs("Notes", "needs-confirmation");
  await desk.room("Servers").click();
  await desk.button("Look at it…").first().click();
  const asks = desk.page.getByRole("dialog", { name: /Start .*Notes.* on this machine\?/ });
  // The bold first sentences of its bars.
  await expect(asks.locator("b")).toHaveText([
    "This is not the command that you confirmed, and a script that it is given lies elsewhere. The script’s content is the same.",
  ]);
  const places = asks.locator("dl").first();
  for (const words of [before, after, sha256]) await expect(places).toContainText(words);
  await axeInBothThemes(desk, "a start with a moved script");
  for (const theme of ["light", "dark"] as const) {
    if (pictures === undefined) break;
    await useTheme(desk, theme);
    await desk.page.screenshot({ path: `${pictures}/moved-${theme}.png` });
  }
  await desk.decide(asks.getByRole("button", { name: "Start", exact: true }));
  await desk.serverIs("Notes", "connected");
  expect((await desk.server("Notes")).known?.changed).toEqual([]);
});

test("a tool that is described in another way is said on its server and on its request, until it is fine", async ({
  open,
}) => {
  const script = path.resolve(import.meta.dirname, "../../servers/twoFaced.mjs");
  const desk = await open({ servers: { Faces: { command: projectNode, args: [script] } } });
  await expect.poll(async () => (await desk.server("Faces")).tools.length).toBe(2);
  await desk.ended(await desk.start("Faces", "turn"));
  await expect
    .poll(async () => (await desk.server("Faces")).known?.tools.changed)
    .toMatchObject([{ name: "ask", parts: ["description"] }]);

  await desk.start("Faces", "ask", { question: "What is the capital of France?" });
  const sample = await desk.sample();
  expect(sample.asker.toolsChanged).toMatchObject([{ name: "ask" }]);
  await expect
    .poll(async () => (await desk.sample()).inspected?.flatMap(({ findings }) => findings))
    .toMatchObject([{ kind: "tool-changed", severity: "high", example: "ask" }]);
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await expect(desk.review).toContainText("The tool that led here is described in another way");
  await axeInBothThemes(desk, "a request of a changed tool");
  if (pictures !== undefined) await desk.page.screenshot({ path: `${pictures}/tool.png` });

  await desk.room("Servers").click();
  await desk.page.getByRole("row", { name: /Faces/ }).click();
  const panel = desk.page.getByRole("complementary", { name: "Server Faces" });
  await expect(panel).toContainText("1 tool is described in another way");
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  const dialog = desk.page.getByRole("dialog", { name: "How ask is described" });
  await expect(dialog).toContainText("id_rsa");
  await axeInBothThemes(desk, "how a tool was described");
  if (pictures !== undefined) {
    await desk.page.screenshot({ path: `${pictures}/diff.png` });
    await useTheme(desk, "dark");
    await desk.page.screenshot({ path: `${pictures}/diff-dark.png` });
  }
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await desk.decide(panel.getByRole("button", { name: "This is fine" }));
  await expect(panel).not.toContainText("described in another way");
  expect((await desk.server("Faces")).known?.tools.changed).toEqual([]);
  await desk.room("Inbox").click();
  await expect(desk.review).not.toContainText("described in another way");
});

test("a claim of any length stands within its card, and a count of three digits beside the icon", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet({
    hello: { serverInfo: { name: "a-name-".repeat(200), version: "1" } },
  });
  const desk = await openShared({ Long: server.config });
  await desk.start("Long", "work");
  await server.called();
  for (let n = 1; n <= 100; n += 1) server.ask(question(`Question ${n}`));
  const inbox = desk.room("Inbox");
  await inbox.click();
  await expect(inbox.getByText("100", { exact: true })).toBeVisible();
  const count = await inbox.getByText("100", { exact: true }).boundingBox();
  const icon = await inbox.locator("svg").boundingBox();
  if (count === null || icon === null) throw new Error("no count or no icon");
  // Its lines begin a sixth below the edge of their box.
  expect(count.y + count.height).toBeLessThanOrEqual(icon.y + icon.height / 6);

  await desk.rows().first().click();
  await desk.review.getByRole("button", { name: /^SHA-256 / }).click();
  const card = desk.page.getByRole("dialog", { name: "Who asks, in full" });
  await expect(card).toContainText("a-name-a-name-");
  expect(await card.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});

test("the version of a server without a name is not read as its name", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet({ hello: { serverInfo: { name: "", version: "Your bank" } } });
  const desk = await openShared({ Nameless: server.config });
  await desk.start("Nameless", "work");
  await server.called();
  server.ask(question("Who?"));
  await desk.rows().first().click();
  await desk.review.getByRole("button", { name: /^SHA-256 / }).click();
  const card = desk.page.getByRole("dialog", { name: "Who asks, in full" });
  await expect(card).toContainText(/Calls itself\s*no name\s*Your bank/);
});
