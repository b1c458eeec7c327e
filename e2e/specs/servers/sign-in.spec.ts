// Signing in to a server through the system's browser: nothing opens before the user has seen who asks for what.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startAuthServers } from "../../../src-main/servers/mcp/oauth/testingServers.ts";
import { expect, test } from "../../fixtures.ts";
import { fakeBrowser } from "../../support/browser.ts";

test("asks, signs in, asks for more scopes, renews, signs out @long", async ({
  open,
  later,
  folder,
}) => {
  const town = await startAuthServers({ callScope: "write" });
  later(() => town.close());
  const browser = await fakeBrowser(folder);
  const desk = await open({
    servers: { Town: { type: "http", url: town.url } },
    connect: false,
    env: browser.env,
  });
  await desk.confirmAll();
  await desk.serverIs("Town", "needs-sign-in");
  await expect(desk.page.getByText("“Town” asks you to sign in.")).toBeVisible();
  await desk.page.getByRole("button", { name: "Review sign-in…" }).click();

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
  await expect(panel.getByText("This server requests more access than you granted.")).toBeVisible();
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
