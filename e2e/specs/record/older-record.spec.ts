// A ledger of an earlier version, without any server: what its rows do not record is shown as unknown, and the editor is
// loaded before the first request is opened.
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { JsonObject } from "../../../src-shared/json.ts";
import { writeRequest } from "../../../src-main/history/index/testing.ts";
import { openLedger } from "../../../src-main/history/ledger/ledger.ts";
import { expect, test } from "../../fixtures.ts";
import { dialogsAnswer } from "../../support/media.ts";

/** Two requests approved unchanged, by rows that do not record it. */
async function written(profile: string): Promise<string> {
  await mkdir(profile, { recursive: true });
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const append = (requestId: string, atMs: number, kind: string, body: JsonObject): void => {
    if (!ledger.append({ sampleId: requestId, atMs, kind, body }).ok)
      throw new Error("not written");
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

test("a deleted request of an older ledger has unknown edits: in the list, in its rows, in CSV @long", async ({
  open,
  folder,
}) => {
  const profile = path.join(folder, "profile");
  const desk = await open({ profile: await written(profile) });
  const { page } = desk;
  // A start loads nothing of the editor.
  await expect(page.locator('link[href*="monaco"], .monaco-aria-container')).toHaveCount(0);
  await desk.room("History").click();
  const rows = page.getByRole("listbox", { name: "History" }).getByRole("option");
  await expect(rows).toHaveCount(2);
  // Created with the first editor.
  await expect(page.locator(".monaco-aria-container")).toHaveCount(1);

  await page.getByRole("combobox", { name: "Search history" }).fill("edited:unknown");
  await expect(rows).toHaveCount(0);
  await desk.do("history.delete", ["old"], false);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Replied, edits unknown");
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
