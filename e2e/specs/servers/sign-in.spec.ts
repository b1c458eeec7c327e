// Signing in to a server through the system's browser: nothing opens before the person has seen who asks for what.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { follow, openTown } from "../../../src-main/mcp/oauth/testing.ts";
import { expect, test } from "../../fixtures.ts";
import { fakeBrowser } from "../../support/browser.ts";

test("asks, signs in, asks for more, renews, signs out", async ({ open, later, folder }) => {
  const town = await openTown({ callScope: "write" });
  later(() => town.close());
  const browser = await fakeBrowser(folder);
  const desk = await open({
    servers: { Town: { type: "http", url: town.url } },
    connect: false,
    env: browser.env,
  });
  await desk.confirmAll();
  await desk.serverIs("Town", "needs-sign-in");
  await expect(desk.page.getByText("Town asks you to sign in.")).toBeVisible();
  await desk.page.getByRole("button", { name: "Look at it…" }).click();

  const panel = desk.page.getByRole("complementary", { name: "Server Town" });
  const question = panel.getByRole("region", { name: "Sign-in" });
  await expect(panel.getByText("This server asks you to sign in.")).toBeVisible();
  for (const fact of [town.url, town.issuer, "read", "/callback", "Countersign"]) {
    await expect(question).toContainText(fact);
  }
  expect(await browser.pages()).toEqual([]);
  await question.getByRole("button", { name: "Sign in", exact: true }).click();
  await desk.serverIs("Town", "connected");
  expect(await browser.pages()).toHaveLength(1);
  await expect(panel.getByRole("button", { name: "Sign out" })).toBeVisible();

  const run = await desk.start("Town", "echo");
  await expect(panel.getByText("This server wants more than you granted.")).toBeVisible();
  await expect(question.first()).toContainText("new");
  await expect(question.first()).toContainText("needs write");
  await question.getByRole("button", { name: "Sign in", exact: true }).click();
  expect(await desk.resultOf(run)).toBe("in");

  town.expire();
  expect(await desk.resultOf(await desk.start("Town", "echo"))).toBe("in");
  expect(await browser.pages()).toHaveLength(2);

  const said = JSON.stringify(await desk.snapshot());
  const log = await readFile(path.join(desk.profile, "logs/main.log"), "utf8");
  const tokens = town.seen.tokens.filter((token) => token !== null);
  const codes = town.seen.grants.flatMap((form) => [form.get("code"), form.get("code_verifier")]);
  const secrets = [...tokens, ...codes].filter((secret) => secret !== null);
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of secrets) {
    expect(said).not.toContain(secret);
    expect(log).not.toContain(secret);
  }

  await panel.getByRole("button", { name: "Sign out" }).click();
  await expect(panel.getByText("Signed out. The issuer ended the sign-in")).toBeVisible();
  await desk.serverIs("Town", "needs-sign-in");
  expect(town.seen.revocations).toHaveLength(2);
});

test("not now, broken off, tried again; an issuer that registers nobody", async ({
  open,
  later,
  folder,
}) => {
  const town = await openTown({ registers: false });
  later(() => town.close());
  const browser = await fakeBrowser(folder, "waits");
  const desk = await open({
    servers: { Town: { type: "http", url: town.url } },
    connect: false,
    env: browser.env,
  });
  await desk.confirmAll();
  await desk.serverIs("Town", "needs-sign-in");
  await desk.page.getByRole("button", { name: "Look at it…" }).click();
  const panel = desk.page.getByRole("complementary", { name: "Server Town" });
  const signIn = panel.getByRole("button", { name: "Sign in", exact: true });
  await expect(signIn).toBeDisabled();
  await panel.getByRole("textbox", { name: "Client id" }).fill("my-own-client");
  await signIn.click();

  await expect(panel.getByText("Waiting for your browser.")).toBeVisible();
  await expect.poll(() => browser.pages()).toHaveLength(1);
  const [page = ""] = await browser.pages();
  expect(new URL(page).searchParams.get("client_id")).toBe("my-own-client");
  await expect(panel).toContainText(page);
  await panel.getByRole("button", { name: "Cancel" }).click();
  await panel.getByRole("button", { name: "Not now" }).click();
  await expect(panel.getByText("You have not signed in.")).toBeVisible();
  expect(town.seen.pages).toEqual([]);
});

test("no browser opens: the address stands there, is copied, and leads in; another sign-in's answer does not", async ({
  open,
  later,
  folder,
}) => {
  const town = await openTown();
  later(() => town.close());
  const browser = await fakeBrowser(folder, "breaks");
  const desk = await open({
    servers: { Town: { type: "http", url: town.url } },
    connect: false,
    env: browser.env,
  });
  await desk.confirmAll();
  await desk.serverIs("Town", "needs-sign-in");
  await desk.page.getByRole("button", { name: "Look at it…" }).click();
  const panel = desk.page.getByRole("complementary", { name: "Server Town" });
  await panel.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(panel.getByText("Your browser could not be opened.")).toBeVisible();
  // Copying ends after the click does.
  await desk.app.evaluate(({ clipboard }) => clipboard.writeText("before"));
  await panel.getByRole("button", { name: /^Copy/ }).click();
  const inClipboard = (): Promise<string> =>
    desk.app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(inClipboard).not.toBe("before");
  const copied = await inClipboard();
  const page = new URL(copied);
  expect(page.origin).toBe(town.issuer);

  const back = page.searchParams.get("redirect_uri") ?? "";
  expect(await (await fetch(`${back}?code=stolen&state=another`)).text()).toContain(
    "does not belong to the sign-in that Countersign waits for",
  );
  await expect(panel.getByText("An answer came that belongs to another sign-in.")).toBeVisible();
  await expect(panel).toContainText(copied);
  await follow(copied);
  await desk.serverIs("Town", "connected");
  await expect(panel.getByText("An answer came that belongs to another sign-in.")).toBeHidden();
  expect(town.seen.grants.map((form) => form.get("code"))).not.toContain("stolen");
});
