// Providers as users add them: every kind, wrong keys, keys in the environment, removal, proxies and certificates.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { kindFacts, type RemoteKind } from "../../../src-shared/models/providers/providerKinds.ts";
import { expect, test } from "../../fixtures.ts";
import { axe, COLOURS, useTheme } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import {
  makeAuthority,
  startLongList,
  startProvider,
  startProxy,
} from "../../support/providerLists.ts";

const KEY = "sk-test-0123456789abcdef";

async function openModels(desk: Desk): Promise<void> {
  await desk.room("Settings").click();
  await desk.button("Models").click();
  await expect(desk.button("Add provider")).toBeVisible();
}

/** Opens the form and fills it for a local provider, without the key. */
/** A key alone, a key in its own header, and any address under a name; the listing of each kind is tested with its wire. */
const KINDS: readonly RemoteKind[] = ["openai", "anthropic", "openai-compatible"];

async function fill(desk: Desk, kind: RemoteKind, baseUrl: string): Promise<void> {
  const { page } = desk;
  await desk.button("Add provider").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Provider" }).click();
  const name = kindFacts(kind).name || "Any OpenAI-compatible address";
  await page.getByRole("option", { name, exact: true }).click();
  if (kind === "openai-compatible") await dialog.getByLabel("Name", { exact: true }).fill("Mine");
  await dialog.getByRole("textbox", { name: "Address" }).fill(baseUrl);
}

const add = (desk: Desk) =>
  desk.page.getByRole("dialog").getByRole("button", { name: "Add", exact: true });
const key = (desk: Desk) => desk.page.getByRole("dialog").getByRole("textbox", { name: /^Key/ });
const row = (desk: Desk, name: string) =>
  desk.page.getByRole("table", { name: "Providers" }).getByRole("row").filter({ hasText: name });

/** All files of the profile, as text. */
async function everything(profile: string): Promise<string> {
  const names = await readdir(profile, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((entry) =>
      readFile(path.join(entry.parentPath, entry.name), "latin1").catch(() => ""),
    ),
  );
  return texts.join("\n");
}

test("all kinds are added in one form, and their keys tried by listing models @long", async ({
  openShared,
  later,
}) => {
  test.setTimeout(90_000);
  const desk = await openShared();
  await openModels(desk);
  for (const kind of KINDS) {
    const server = await startProvider(kind, KEY);
    later(server.close);
    await fill(desk, kind, `http://127.0.0.1:${server.port}`);
    await key(desk).fill(KEY);
    await add(desk).click();
    await expect(desk.page.getByRole("dialog")).toHaveCount(0);
    await expect(row(desk, kindFacts(kind).name || "Mine")).toContainText("Available, 2 models");
    expect(server.asked.every((asked) => asked.startsWith("GET "))).toBe(true);
  }
  expect((await desk.snapshot()).models.providers.map((provider) => provider.kind)).toEqual([
    "local",
    ...KINDS,
  ]);
});

test("a wrong key is reported before it is stored, fixed, kept over a restart, and removed with Undo @long", async ({
  open,
  folder,
  later,
}) => {
  const server = await startProvider("anthropic", KEY);
  later(server.close);
  const first = await open({ profile: folder });
  await openModels(first);
  await fill(first, "anthropic", `http://127.0.0.1:${server.port}`);
  await add(first).click();
  await expect(first.page.getByRole("dialog")).toContainText("requires a key");
  expect(server.asked).toEqual([]);
  await key(first).fill("sk-wrong");
  await add(first).click();
  const dialog = first.page.getByRole("dialog");
  await expect(dialog).toContainText("The provider doesn’t accept the key (401).");
  await expect(dialog).toContainText("invalid x-api-key");
  expect((await first.snapshot()).models.providers).toHaveLength(1);
  await key(first).fill(KEY);
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(dialog).toContainText("It responds with 2 models.");
  await add(first).click();
  await expect(row(first, "Anthropic")).toContainText("Available, 2 models");
  await expect(row(first, "Anthropic")).toContainText("ends in cdef");
  const { secretStorage } = (await first.snapshot()).machine;
  await first.close();

  expect(await everything(folder)).not.toContain(KEY);
  expect((await stat(path.join(folder, "models.json"))).mode & 0o777).toBe(0o600);

  const next = await open({ profile: folder });
  await openModels(next);
  if (secretStorage === "memory") {
    // This machine has no keychain: the key was lost at quit, which is shown.
    await expect(row(next, "Anthropic")).toContainText("Needs a key");
    await next.button("Edit: Anthropic").click();
    await key(next).fill(KEY);
    await next.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  }
  await expect(row(next, "Anthropic")).toContainText("Available, 2 models");
  await next.button("Edit: Anthropic").click();
  await next.page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(row(next, "Anthropic")).toHaveCount(0);
  await expect(next.page.getByRole("status").filter({ hasText: "was removed" })).toBeVisible();
  await next.button("Undo").click();
  await expect(row(next, "Anthropic")).toContainText("ends in cdef");
  await next.button("Edit: Anthropic").click();
  await next.page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await next.button("General").click();
  await openModels(next);
  await expect(next.button("Undo")).toHaveCount(0);
  expect((await next.snapshot()).models.providers).toHaveLength(1);
});

test("a key in an environment variable is used on request only, and never stored @long", async ({
  open,
  folder,
  later,
}) => {
  const server = await startProvider("anthropic", KEY);
  later(server.close);
  const env = { ANTHROPIC_API_KEY: KEY };
  const first = await open({ profile: folder, env });
  await openModels(first);
  expect((await first.snapshot()).models.providers).toHaveLength(1);
  await fill(first, "anthropic", `http://127.0.0.1:${server.port}`);
  await first.button("Use ANTHROPIC_API_KEY from the environment").click();
  await add(first).click();
  await expect(row(first, "Anthropic")).toContainText("Available, 2 models");
  await expect(row(first, "Anthropic")).toContainText("from ANTHROPIC_API_KEY");
  await first.close();
  expect(await everything(folder)).not.toContain(KEY);
  const without = await open({ profile: folder, env: { ANTHROPIC_API_KEY: "" } });
  await openModels(without);
  await expect(row(without, "Anthropic")).toContainText("ANTHROPIC_API_KEY isn’t set");
});

test("four hundred models: found by words, rendered only in view, turned on together @long", async ({
  openShared,
  later,
}) => {
  // Includes six runs of axe.
  test.setTimeout(120_000);
  const server = await startLongList(400);
  later(server.close);
  const desk = await openShared();
  const { page } = desk;
  await openModels(desk);
  await fill(desk, "openai-compatible", `http://127.0.0.1:${server.port}/v1`);
  await add(desk).click();
  const table = page.getByRole("table", { name: "Models" });
  await expect(row(desk, "Mine")).toContainText("Available, 400 models");
  await expect(table).toHaveAttribute("aria-rowcount", /^40\d$/);
  expect(await table.getByRole("row").count()).toBeLessThan(40);
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Mine" }).click();
  await desk.button("Turn all off").click();
  await expect(page.getByText("Models that Mine adds later stay turned off.")).toBeVisible();
  const mine = async () =>
    (await desk.snapshot()).models.providers.find(({ name }) => name === "Mine")?.models ?? [];
  await expect.poll(async () => (await mine()).filter(({ enabled }) => enabled)).toEqual([]);
  await page.getByRole("textbox", { name: "Filter" }).fill("vendor-3 model-1");
  await desk.button("Turn these on").click();
  await expect
    .poll(async () => (await mine()).filter(({ enabled }) => enabled).map(({ name }) => name))
    .toEqual(
      (await mine()).map(({ name }) => name).filter((name) => /vendor-3\/model-1/.test(name)),
    );
  expect((await mine()).filter(({ enabled }) => enabled).length).toBeGreaterThan(3);
  // By keyboard alone: from the filter to the first model, and its switch.
  await page.getByRole("textbox", { name: "Filter" }).press("Tab");
  const first = table.getByRole("checkbox").first();
  await first.focus();
  await page.keyboard.press("Space");
  await expect(first).not.toBeChecked();
  for (const theme of ["light", "dark"] as const) {
    await useTheme(desk, theme);
    const look = (where: string): Promise<void> =>
      axe(desk, where, theme === "light" ? undefined : COLOURS);
    await look(`models (${theme})`);
    await desk.button("Add provider").click();
    await look(`form (${theme})`);
    await page.keyboard.press("Escape");
    await desk.button("Network").click();
    await page.getByRole("radio", { name: "Use this proxy" }).click();
    await look(`network (${theme})`);
    await desk.button("Models").click();
  }
});

test("through a proxy, to an address with a certificate of a private authority @long", async ({
  open,
  folder,
  later,
}) => {
  const authority = await makeAuthority("Corporate Root");
  const pem = path.join(folder, "corporate.pem");
  await writeFile(pem, authority.ca.cert);
  const server = await startProvider("openai", KEY, await authority.sign("provider.test"));
  later(server.close);
  const proxy = await startProxy();
  later(proxy.close);
  const baseUrl = `https://provider.test:${server.port}`;
  const variables = { https_proxy: `http://127.0.0.1:${proxy.port}` };

  const untrusting = await open({ env: variables });
  await openModels(untrusting);
  await fill(untrusting, "openai", baseUrl);
  await key(untrusting).fill(KEY);
  await add(untrusting).click();
  await expect(untrusting.page.getByRole("dialog")).toContainText(
    "issued by an authority that Countersign doesn’t trust",
  );
  expect(server.asked).toEqual([]);
  await untrusting.close();

  const desk = await open({ env: { ...variables, NODE_EXTRA_CA_CERTS: pem } });
  await openModels(desk);
  await fill(desk, "openai", baseUrl);
  await key(desk).fill(KEY);
  await add(desk).click();
  await expect(row(desk, "OpenAI")).toContainText("Available, 2 models");
  expect(proxy.asked.at(-1)).toBe(`CONNECT provider.test:${server.port}`);
  await desk.button("Network").click();
  const page = desk.page.getByRole("region", { name: "Network" });
  await expect(page).toContainText(`via 127.0.0.1:${proxy.port}`);
  await expect(page).toContainText("from https_proxy");
  await expect(page).toContainText("Corporate Root");
  // Without the proxy the name does not resolve, which is reported.
  await page.getByRole("radio", { name: "No proxy" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toContainText("Saved.");
  await expect(page).toContainText(/direct(?!ly)/);
  await desk.button("Models").click();
  await expect(row(desk, "OpenAI")).toContainText("Unreachable");
});
