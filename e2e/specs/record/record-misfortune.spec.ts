// What goes wrong beside the record: no room for an export, a folder that cannot be written, a reader that holds what is
// forgotten, a ledger that cannot be read or is gone. Each is said as it is.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { dialogsAnswer } from "../../support/media.ts";
import { question, type Puppet } from "../../support/puppet.ts";

const rows = (desk: Desk) =>
  desk.page.getByRole("listbox", { name: "History" }).getByRole("option");
const alert = (desk: Desk, words: string | RegExp) =>
  desk.page.getByRole("alert").filter({ hasText: words });

/** One request that was answered; the app goes on. */
async function answered(desk: Desk, server: Puppet): Promise<void> {
  await desk.start("puppet", "work");
  await server.called();
  const asked = server.ask(question(`Words. ${"And more of them. ".repeat(8000)}`));
  await desk.select("Words.");
  await desk.answerByHand("Paris.");
  await asked.answer;
}

test("files that cannot be written, and content that cannot go yet, are told as they are", async ({
  open,
  puppet,
  folder,
}) => {
  test.setTimeout(120_000);
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  await answered(desk, server);
  const { page } = desk;

  // A long name: what is said of it stays within the window.
  const missing = path.join(folder, "no-such-folder-".repeat(10), "fixture.json");
  await dialogsAnswer(desk, missing);
  await desk.button("Save as fixture…").click();
  const bar = alert(desk, "The file could not be written.");
  await expect(bar).toBeVisible();
  const box = await bar.boundingBox();
  const foot = await desk.button("Save as fixture…").boundingBox();
  const { width } = await page.evaluate(() => ({ width: window.innerWidth }));
  // Whole, above the buttons.
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await page.screenshot({ path: test.info().outputPath("fixture-not-saved.png") });

  // Something reads the ledger: what is forgotten stands on the disk until that ends.
  const reader = new Libsql(path.join(desk.profile, "ledger.db"), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM event").raw().get();
  await desk.room("History").click();
  await rows(desk).first().click();
  const item = page.getByRole("region", { name: "The request" });
  await item.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Forget the content/ }).click();
  await desk.button("Forget it").click();
  await expect(page.getByRole("dialog")).toContainText(/stand on the disk still/);
  await expect(page.getByRole("dialog")).not.toContainText("went from the disk");
  reader.close();
  await page.keyboard.press("Escape");

  const full = path.join(folder, "full");
  const file = path.join(full, "out.jsonl");
  mkdirSync(full);
  try {
    const size = ["-t", "tmpfs", "-o", "size=64k", "tmpfs"];
    execFileSync("mount", [...size, full], { stdio: "ignore" });
  } catch {
    test.skip(true, "nothing can be mounted here: this needs root");
  }
  try {
    writeFileSync(file, "what was there");
    writeFileSync(path.join(full, "fill"), Buffer.alloc(60_000));
    await dialogsAnswer(desk, file);
    await desk.button(/^Export…/).click();
    await page.getByRole("radio", { name: /^Everything/ }).click();
    await desk.button(/^Choose the place/).click();
    await expect(alert(desk, "The disk is full")).toContainText("what stood at its place is as it");
    expect(readFileSync(file, "utf8")).toBe("what was there");
    expect(readdirSync(full).toSorted()).toEqual(["fill", "out.jsonl"]);
  } finally {
    execFileSync("umount", ["-l", full]);
  }
});

test("a ledger that cannot be read, or is gone, is said at the start", async ({
  open,
  puppet,
  folder,
}) => {
  test.setTimeout(120_000);
  const profile = path.join(folder, "profile");
  const ledger = path.join(profile, "ledger.db");
  mkdirSync(profile);
  const server = await puppet();
  let desk = await open({ profile, servers: { puppet: server.config } });
  await answered(desk, server);
  await desk.close();

  truncateSync(ledger, 0);
  desk = await open({ profile });
  const anew = desk.page.getByRole("status").filter({ hasText: "a new record begins" });
  await expect(anew).toContainText(ledger);
  await desk.close();
  // Once: from now on it is the record.
  desk = await open({ profile });
  expect((await desk.snapshot()).machine.faults).toEqual([]);
  await desk.close();

  rmSync(ledger);
  mkdirSync(ledger);
  desk = await open({ profile });
  await expect(alert(desk, "Nothing is sent until it can.")).toBeVisible();
  await desk.room("History").click();
  const bar = desk.page.getByText("The history cannot be read", { exact: false });
  await expect(bar.first()).toBeVisible();
  await expect(desk.page.getByText("It is read from the record, whose file")).toBeVisible();
  await expect(bar).toHaveCount(1);
});
