// A record of an earlier version, read without any server: what its rows do not tell is said to be unknown, and the editors
// are there before the first request is looked at.
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { JsonObject } from "../../../src-shared/json.ts";
import { writeRequest } from "../../../src-main/store/history/testing.ts";
import { openLedger } from "../../../src-main/store/ledger/ledger.ts";
import { expect, test } from "../../fixtures.ts";
import { dialogsAnswer } from "../../support/media.ts";

/** Two requests that were approved as they came, by rows that do not say so. */
async function written(profile: string): Promise<string> {
  await mkdir(profile, { recursive: true });
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const append = (sampleId: string, atMs: number, kind: string, body: JsonObject): void => {
    if (!ledger.append({ sampleId, atMs, kind, body }).ok) throw new Error("not written");
  };
  for (const [n, id] of ["old", "older"].entries()) {
    const told = { server: "notes", tool: null, model: "m", end: "replied" } as const;
    writeRequest(
      { append },
      { ...told, id, atMs: 1e12 + n, text: `question ${n}`, answer: `answer ${n}` },
    );
  }
  close();
  return profile;
}

test("of an older record that was forgotten nobody knows whether it was edited: in the list, in its rows, in a table @long", async ({
  open,
  folder,
}) => {
  const profile = path.join(folder, "profile");
  const desk = await open({ profile: await written(profile) });
  const { page } = desk;
  // Nothing of the editor is loaded by a start.
  await expect(page.locator('link[href*="monaco"], .monaco-aria-container')).toHaveCount(0);
  await desk.room("History").click();
  const rows = page.getByRole("listbox", { name: "History" }).getByRole("option");
  await expect(rows).toHaveCount(2);
  // Made with the first editor.
  await expect(page.locator(".monaco-aria-container")).toHaveCount(1);

  await page.getByRole("combobox", { name: "Search history" }).fill("edited:unknown");
  await expect(rows).toHaveCount(0);
  await desk.do("history.forget", ["old"], false);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Replied, edited?");
  await rows.click();
  await expect(page.getByText("Whether it was edited is unknown")).toBeVisible();
  await page.getByRole("tab", { name: /events$/ }).click();
  for (const kind of ["request approved", "response approved"]) {
    const row = page.getByRole("row", { name: new RegExp(kind) });
    await expect(row).toContainText("unknown whether edited");
  }
  const table = path.join(folder, "facts.csv");
  await dialogsAnswer(desk, table);
  await desk.do("history.export", { ids: ["old"] }, "csv");
  const [heading = "", line = ""] = (await readFile(table, "utf8")).split("\r\n");
  expect(line.split(",")[heading.split(",").indexOf("edited")]).toBe("unknown");
});
