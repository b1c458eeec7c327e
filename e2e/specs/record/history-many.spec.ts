// Several requests of the history at once: chosen, saved as a table, the saving cancelled; and searches that are kept.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { dialogsAnswer } from "../../support/media.ts";
import { question, type Puppet } from "../../support/puppet.ts";

const WORDS = ["alpha one", "beta two", "alpha three", "gamma four"];

const rows = (desk: Desk) =>
  desk.page.getByRole("listbox", { name: "History" }).getByRole("option");

/** Four requests that have ended, looked at in the history. */
async function ended(
  open: (options: { servers: Record<string, object> }) => Promise<Desk>,
  puppet: () => Promise<Puppet>,
): Promise<Desk> {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  const asked = [];
  for (const [n, words] of WORDS.entries()) {
    asked.push(server.ask(question(words)).answer);
    await expect(desk.rows()).toHaveCount(n + 1);
  }
  await desk.do("desk.refuseAll");
  await Promise.all(asked);
  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(WORDS.length);
  return desk;
}

async function exportTable(desk: Desk, which: RegExp): Promise<void> {
  await desk.button(/^Export…/).click();
  await desk.page.getByRole("radio", { name: which }).click();
  await desk.page.getByRole("radio", { name: /CSV/ }).click();
  await desk.button(/^Choose the place/).click();
}

test("requests are chosen one by one and by range, and saved as a table of facts", async ({
  open,
  puppet,
  folder,
}) => {
  const desk = await ended(open, puppet);
  const { page } = desk;
  await rows(desk)
    .nth(0)
    .click({ modifiers: ["ControlOrMeta"] });
  await rows(desk)
    .nth(2)
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByText("2 chosen")).toBeVisible();
  const file = path.join(folder, "facts.csv");
  await dialogsAnswer(desk, file);
  await exportTable(desk, /^The 2 that are chosen/);
  await expect(page.getByText("2 requests were exported.")).toBeVisible();
  const text = await readFile(file, "utf8");
  const [heading = "", ...lines] = text.trimEnd().split("\r\n");
  expect(heading).toMatch(/^\uFEFFid,/);
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.includes("puppet") && line.includes("refused"))).toBe(true);
  for (const words of WORDS) expect(text).not.toContain(words);

  await page.keyboard.press("Escape");
  await rows(desk)
    .nth(1)
    .click({ modifiers: ["ControlOrMeta"] });
  await rows(desk)
    .nth(3)
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 chosen")).toBeVisible();
});

/** Lets nothing be written to this file of main until what it gives is called. */
async function holdWrites(desk: Desk, file: string): Promise<() => Promise<void>> {
  await desk.app.evaluate((_electron, held) => {
    const fs = process.mainModule?.require("node:fs/promises") as typeof import("node:fs/promises");
    const { open } = fs;
    const free = new Promise<void>((resolve) => Reflect.set(globalThis, "letWritesGo", resolve));
    fs.open = async (...asked) => {
      const handle = await open(...asked);
      if (asked[0] !== held) return handle;
      const append = handle.appendFile.bind(handle);
      return Object.assign(handle, {
        appendFile: (...given: Parameters<typeof append>) => free.then(() => append(...given)),
      });
    };
  }, file);
  return () => desk.app.evaluate(() => (Reflect.get(globalThis, "letWritesGo") as () => void)());
}

test("a saving that is cancelled leaves no file, and says no failure", async ({
  open,
  puppet,
  folder,
}) => {
  const desk = await ended(open, puppet);
  const file = path.join(folder, "never.csv");
  const part = `${file}.part`;
  const letGo = await holdWrites(desk, part);
  await dialogsAnswer(desk, file);
  await exportTable(desk, /^Everything/);
  const bar = desk.page.getByText("An export is being written.");
  await expect(bar).toBeVisible();
  await desk.button("Cancel").click();
  await letGo();
  await expect(bar).toBeHidden();
  await expect.poll(() => existsSync(part)).toBe(false);
  expect(existsSync(file)).toBe(false);
  // The editors keep empty ones for screen readers.
  await expect(desk.page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(desk.page.getByText(/exported/)).toHaveCount(0);
});

test("a search is kept under a name, and found again after a restart", async ({ open, puppet }) => {
  const first = await ended(open, puppet);
  const search = (desk: Desk) => desk.page.getByRole("combobox", { name: "Search the history" });
  await search(first).fill("alpha");
  await expect(rows(first)).toHaveCount(2);
  await first.button("Saved searches").click();
  await first.page.getByRole("menuitem", { name: /^Save this search/ }).click();
  await first.page.getByRole("textbox", { name: /^Name/ }).fill("The first ones");
  await first.button("Save").click();
  await expect(first.page.getByRole("dialog")).toHaveCount(0);
  const { profile } = first;
  await first.close();

  const again = await open({ profile });
  await again.room("History").click();
  await expect(rows(again)).toHaveCount(WORDS.length);
  await again.button("Saved searches").click();
  await again.page.getByRole("menuitem", { name: "The first ones" }).click();
  await expect(search(again)).toHaveValue("alpha");
  await expect(rows(again)).toHaveCount(2);
});
