// The ledger by keyboard alone: searched, read, compared, run again, exported, read back, verified, deleted from, its
// retention set. Nothing here is clicked, and the focus is never lost.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import { axe, axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { arrowTo, focusIsSeen, tabTo, tapWhileBusy } from "../../support/keyboard.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const rows = ({ page }: Desk): Locator =>
  page.getByRole("listbox", { name: "History" }).getByRole("option");

/** The system's dialogs are not under test: they respond at once. */
const choosesFile = async (desk: Desk, file: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);

/** Opens a menu whose button has the focus, and chooses an item by arrows. */
async function take(desk: Desk, item: RegExp): Promise<void> {
  const { keyboard } = desk.page;
  const wanted = desk.page.getByRole("menuitem", { name: item });
  await keyboard.press("Enter");
  await expect(wanted).toBeVisible();
  await expect(desk.page.locator("[role=menuitem]:focus")).toHaveCount(1);
  await arrowTo(desk, wanted);
  await keyboard.press("Enter");
}

/** Opens a list from its button, and chooses by arrows, starting from the selected item. */
async function choose(
  desk: Desk,
  button: Locator,
  option: RegExp,
  key: "ArrowUp" | "ArrowDown",
): Promise<void> {
  const { keyboard } = desk.page;
  await tabTo(desk, button);
  await keyboard.press("Enter");
  const wanted = desk.page.getByRole("option", { name: option });
  await expect(desk.page.locator("[role=option]:focus")).toHaveCount(1);
  await arrowTo(desk, wanted, key);
  await keyboard.press("Enter");
  await expect(wanted).toBeHidden();
}

test("the ledger is searched, read, run again, exported, verified and deleted from by keyboard @long", async ({
  openOwnGate,
  folder,
}) => {
  test.setTimeout(150_000);
  const { desk, server } = await openOwnGate(streamsText(["Paris is ", "the capital."]));
  const { page } = desk;
  const { keyboard } = page;
  const toHistory = async (): Promise<void> => {
    await keyboard.press("Control+5");
    await expect(rows(desk).first()).toBeVisible();
  };
  const item = page.getByRole("region", { name: "Request", exact: true });
  const more = page.getByRole("main").getByRole("button", { name: "More actions" }).first();
  const dialog = page.getByRole("dialog");
  const closes = async (where: string): Promise<void> => {
    await keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await focusIsSeen(desk, where);
  };

  await test.step("two requests end", async () => {
    const first = server.ask(question("Capital of France?"));
    await expect(desk.review).toContainText("Capital of France?");
    for (const gate of [1, 2]) {
      await expect(desk.approve, `gate ${gate}`).toBeEnabled();
      await keyboard.press("Control+Enter");
      if (gate === 1) await expect(desk.answer).toBeVisible();
    }
    expect((await first.answer).result).toMatchObject({ role: "assistant" });
    const second = server.ask(question("请简单介绍一下 MCP 协议"));
    await expect(desk.rows()).toHaveCount(2);
    await tabTo(desk, desk.button("Next pending request"));
    await keyboard.press("Enter");
    await expect(desk.review).toContainText("请简单介绍");
    await expect(desk.reject).toBeEnabled();
    await keyboard.press("Control+Shift+X");
    await expect(page.getByRole("textbox", { name: /reason/i })).toBeFocused();
    await expect(page.getByRole("button", { name: /^Reject(?!…)/ })).toBeEnabled();
    await keyboard.press("Enter");
    expect((await second.answer).error).toMatchObject({ code: -1 });
  });

  await test.step("one is found, read and compared", async () => {
    await toHistory();
    await keyboard.press("/");
    const search = page.getByRole("combobox", { name: "Search history" });
    await expect(search).toBeFocused();
    await keyboard.insertText("协议");
    await expect(rows(desk)).toHaveCount(1);
    await keyboard.press("Escape");
    await expect(rows(desk)).toHaveCount(2);
    await keyboard.insertText("sever:puppet");
    await expect(page.getByText("Unknown field")).toBeVisible();
    await keyboard.press("Control+A");
    await keyboard.insertText("is:replied");
    await expect(rows(desk)).toHaveCount(1);
    await keyboard.press("Enter");
    await expect(page.getByRole("listbox", { name: "History" })).toBeFocused();
    await keyboard.press("ArrowDown");
    await expect(item).toContainText("Capital of France?");
    await keyboard.press("Enter");
    await focusIsSeen(desk, "in the documents");
    await axeInBothThemes(desk, "a request of the history");
    await keyboard.press("d");
    const what = page.getByRole("combobox", { name: "Before" });
    await choose(desk, what, /^Requested/, "ArrowUp");
    await expect(what).toContainText("Requested");
    await focusIsSeen(desk, "after another document was chosen");
    await keyboard.press("2");
    await expect(page.getByRole("row", { name: /delivered/ })).toBeVisible();
    await keyboard.press("1");
    await expect(page.getByRole("region", { name: "Sent", exact: true })).toBeVisible();
  });

  await test.step("it is run again and compared with the first run", async () => {
    await tabTo(desk, item.getByRole("button", { name: /^Run again/ }), "Shift+Tab");
    await take(desk, /^Replay request/);
    await axe(desk, "before a replay");
    await closes("after the replay was left");
    await tabTo(desk, item.getByRole("button", { name: /^Run again/ }));
    await take(desk, /^Replay request/);
    await tabTo(desk, dialog.getByRole("button", { name: "Open at gate 1" }));
    await keyboard.press("Enter");
    await expect(page.getByText("This is a replay.")).toBeVisible();
    await focusIsSeen(desk, "at the replay");
    for (const gate of [1, 2]) {
      await expect(desk.approve, `replay, gate ${gate}`).toBeEnabled();
      await keyboard.press("Control+Enter");
      if (gate === 1) await expect(desk.answer).toBeVisible();
    }
    await tabTo(desk, desk.button("Compare with original"));
    await keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Before" })).toHaveText("First time: Sent");
    await focusIsSeen(desk, "at the comparison");
    await expect(rows(desk)).toHaveCount(3);
  });

  await test.step("all are exported and verified", async () => {
    const file = path.join(folder, "all.jsonl");
    await choosesFile(desk, file);
    await tabTo(desk, desk.button(/^Export…/), "Shift+Tab");
    await keyboard.press("Enter");
    await axe(desk, "before an export");
    await closes("after the export was left");
    await keyboard.press("Enter");
    await tabTo(desk, dialog.getByRole("radio", { checked: true }).first());
    await tapWhileBusy(desk, "ArrowDown");
    await expect(dialog.getByRole("radio", { name: /^Everything/ })).toBeChecked();
    await tabTo(desk, dialog.getByRole("button", { name: /^Choose location/ }));
    await keyboard.press("Enter");
    await expect(page.getByText("Exported 3 requests.")).toBeVisible();
    expect(await readFile(file, "utf8")).toContain("协议");
    const script = path.resolve(import.meta.dirname, "../../verify/verify.py");
    expect(String(execFileSync("python3", [script, file]))).toContain("Verified");
    await focusIsSeen(desk, "after the export");
    await tabTo(desk, page.getByRole("status").getByRole("button", { name: "Close" }));
    await keyboard.press("Enter");
    await focusIsSeen(desk, "after its word was closed");

    await tabTo(desk, more, "Shift+Tab");
    await take(desk, /^Verify audit log/);
    await expect(dialog).toContainText("The audit log is intact");
    await expect(dialog).toContainText("this can’t detect");
    await axe(desk, "verified");
    await closes("after it was verified");
    expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  await test.step("one is deleted", async () => {
    await tabTo(desk, page.getByRole("listbox", { name: "History" }));
    await keyboard.press("End");
    await expect(item).toContainText("Replied");
    await keyboard.press("1");
    await expect(item).toContainText("Capital of France?");
    await tabTo(desk, item.getByRole("button", { name: "More actions" }));
    await take(desk, /^Delete content/);
    await axe(desk, "before a content is forgotten");
    await closes("after it was kept");
    await take(desk, /^Delete content/);
    await tabTo(desk, dialog.getByRole("button", { name: "Delete content" }));
    await keyboard.press("Enter");
    await expect(dialog).toContainText("Deleted the content");
    await focusIsSeen(desk, "once it is forgotten");
    await closes("after it was forgotten");
    await expect(item).toContainText("This text was deleted.");
  });

  await test.step("the retention is set, and applied", async () => {
    await keyboard.press("Control+,");
    const days = page.getByRole("textbox", { name: /^Days after/ });
    await tabTo(desk, days);
    await keyboard.type("30");
    await keyboard.press("Enter");
    await expect.poll(async () => (await desk.snapshot()).settings.retention.days).toBe(30);
    await focusIsSeen(desk, "after the rule was saved");
    await tabTo(desk, desk.button("Run now"));
    await keyboard.press("Enter");
    await expect(page.getByText(/^Last run on/)).toBeVisible();
    await focusIsSeen(desk, "after the rules were applied");
    await axe(desk, "how long content is kept, set by keys");
  });
});
