// An export that is read where the record is encrypted: with a real key store, whatever way the app ends, nothing of it
// stands on the disk in plain, and nothing of it stays.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { filesWith, keyStoreTest } from "../../support/keyStoreTest.ts";
import { question } from "../../support/puppet.ts";

const test = keyStoreTest("e2e/specs/record/key-store-import.spec.ts");

const WORDS = "Saffron 协议";

/** Files of the profile in which the words stand in plain. */
const plainIn = (profile: string): string[] => filesWith(profile, WORDS);

const imported = (profile: string): string[] => {
  const folder = path.join(profile, "imported");
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
};

async function importFile(desk: Desk, file: string): Promise<void> {
  await desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await desk.room("History").click();
  await desk.page.getByRole("button", { name: "More actions" }).first().click();
  await desk.page.getByRole("menuitem", { name: /^Import for reading/ }).click();
  await expect(desk.page.getByText("You are reading a file")).toBeVisible();
}

const row = (desk: Desk) => desk.page.getByRole("listbox", { name: "History" }).getByRole("option");

/** It is found by its words, and its text can be read on the screen. */
async function read(desk: Desk): Promise<void> {
  await desk.page.getByRole("combobox", { name: "Search the history" }).fill("协议");
  await expect(row(desk)).toHaveCount(1);
  await row(desk).first().click();
  await expect(desk.page.getByRole("region", { name: "Asked", exact: true })).toContainText(WORDS);
}

test("an import is encrypted as the record is, and is gone after a quit and after kill -9", async ({
  open,
  puppet,
  keyStore,
  profile,
  folder,
}) => {
  // Another desk's record, in plain, and its export.
  const server = await puppet();
  const other = await open({ servers: { puppet: server.config } });
  await other.start("puppet", "work");
  await server.called();
  const asked = server.ask(question(WORDS));
  await other.select(WORDS);
  await other.rejectNow("no");
  await asked.answer;
  const file = path.join(folder, "other.jsonl");
  await other.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
  await other.do("history.export", { filter: "" }, "lines");
  await other.close();
  expect(readFileSync(file, "utf8")).toContain(WORDS);

  const started = { profile, ...keyStore.launch };
  let desk = await open(started);
  expect((await desk.snapshot()).machine.secretStorage).toBe("encrypted");
  await desk.do("settings.set", { encryptLedger: true });
  await desk.close();

  desk = await open(started);
  await importFile(desk, file);
  await read(desk);
  expect(imported(profile).some((name) => name.endsWith("ledger.db"))).toBe(true);
  expect(imported(profile).some((name) => name.endsWith("history.db"))).toBe(true);
  expect(plainIn(profile)).toEqual([]);
  await desk.close();
  expect(imported(profile)).toEqual([]);
  expect(plainIn(profile)).toEqual([]);

  // Killed while it is read: what stays until the next start is encrypted, and then it goes.
  desk = await open(started);
  await importFile(desk, file);
  await read(desk);
  const child = desk.app.process();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  await ended;
  expect(imported(profile).length).toBeGreaterThan(0);
  expect(plainIn(profile)).toEqual([]);
  await desk.close();

  desk = await open(started);
  await desk.ready();
  expect(imported(profile)).toEqual([]);
  expect(plainIn(profile)).toEqual([]);
  expect((await desk.snapshot()).historyImport).toBe(null);
  // That it was read is in the record, twice; its texts are not.
  expect(await desk.do("history.find", "协议")).toContain('"total":0');
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
});
