// Without its window Countersign keeps running where a panel shows its icon; a second start and a link bring it back. The
// virtual screen has no panel: a program in place of `gdbus` reports one.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { runtime } from "../../../scripts/runtime.mjs";
import { machineSwitches } from "../../../scripts/setup/screen.mjs";
import { expect, test } from "../../fixtures.ts";
import { builtApp } from "../../support/paths.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";

/** A desktop whose panel shows icons. */
async function panelIn(folder: string): Promise<Record<string, string>> {
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  await writeFile(path.join(bin, "gdbus"), "#!/bin/sh\necho '(<true>,)'\n", { mode: 0o755 });
  return { PATH: `${bin}:${process.env["PATH"]}`, DBUS_SESSION_BUS_ADDRESS: "disabled:" };
}

const closeWindow = ({ app }: Desk): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const isVisible = ({ app }: Desk): Promise<boolean | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

/** Starts the app once more on this profile, as a user does, or the system for a link; it quits at once. */
async function startAgain({ profile, app }: Desk, ...link: string[]): Promise<void> {
  const { executable } = await runtime();
  const env = await app.evaluate(() => process.env);
  const args = [
    ...machineSwitches({ virtual: true }),
    builtApp,
    "--user-data-dir",
    profile,
    ...link,
  ];
  await promisify(execFile)(executable, args, { env, timeout: 20_000 });
}

test("keeps running without its window; a link opens its request, and an unknown one is reported @long", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet();
  const env = await panelIn(folder);
  const desk = await open({ env, servers: { puppet: server.config } });
  const { app, page } = desk;
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      shown.push(`${this.title}: ${this.body}`);
    };
  });
  await desk.start("puppet", "work");
  await server.called();
  await desk.room("History").click();
  await closeWindow(desk);
  await expect.poll(() => isVisible(desk)).toBe(false);
  const asked = server.ask(question("While nobody looks"));
  await expect.poll(async () => (await desk.snapshot()).requests.length).toBe(1);
  const [request] = (await desk.snapshot()).requests;
  const shown = await app.evaluate(() => (globalThis as { shown?: string[] }).shown);
  expect(shown).toEqual([
    expect.stringContaining("Countersign is still running: "),
    "Countersign: Request from “puppet”",
  ]);

  await startAgain(desk, `countersign://request/${request?.id}`);
  await expect.poll(() => isVisible(desk)).toBe(true);
  const review = page.getByRole("region", { name: "Review", exact: true });
  await expect(review).toContainText("While nobody looks");
  expect(server.answersTo(asked.id)).toEqual([]);

  await startAgain(desk, "countersign://request/0b9f4f6e-6c1f-4c0e-9f5e-0a5d2c7b1e90");
  await expect(page.getByText("Request not found.")).toBeVisible();
  await startAgain(desk, `countersign://request/${request?.id}/approve`);
  await expect(page.getByText("This link doesn’t name a request.")).toBeVisible();
  await expect(review).toContainText("While nobody looks");
  expect(server.answersTo(asked.id)).toEqual([]);

  // Reported once.
  await closeWindow(desk);
  await expect.poll(() => isVisible(desk)).toBe(false);
  expect(await app.evaluate(() => (globalThis as { shown?: string[] }).shown)).toHaveLength(2);
});

test("starts at login without its window, as set; opens a link given at startup @long", async ({
  open,
  folder,
}) => {
  const env = await panelIn(folder);
  const desk = await open({ env, args: ["--background"] });
  expect(await isVisible(desk)).toBe(false);
  await startAgain(desk);
  await expect.poll(() => isVisible(desk)).toBe(true);
  await desk.room("Settings").click();
  const atLogin = desk.page.getByRole("checkbox", { name: "Start at login" });
  await atLogin.click();
  const file = path.join(desk.profile, "home/.config/autostart/countersign.desk.desktop");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("--background");
  await atLogin.click();
  await expect.poll(() => readFile(file, "utf8").catch(() => "gone")).toBe("gone");
  await desk.close();

  const args = ["--background", "countersign://request/nonsense"];
  const opened = await open({ profile: desk.profile, args });
  await expect(opened.page.getByText("This link doesn’t name a request.")).toBeVisible();
  expect(await isVisible(opened)).toBe(true);
});
