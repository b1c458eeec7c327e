// A record that is gone or cannot be read: said at the start, and nothing is sent where nothing can be recorded.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";

test("an empty or unreadable ledger is reported at the start @long", async ({ open, folder }) => {
  const profile = path.join(folder, "profile");
  const ledger = path.join(profile, "ledger.db");
  mkdirSync(profile);
  writeFileSync(ledger, "");
  // A record was here: its index tells.
  writeFileSync(path.join(profile, "history.db"), "an index");
  let desk = await open({ profile });
  const anew = desk.page.getByRole("status").filter({ hasText: "so a new one was started" });
  await expect(anew).toContainText(ledger);
  await desk.close();

  writeFileSync(ledger, "no database ".repeat(1000));
  desk = await open({ profile });
  const alert = desk.page
    .getByRole("alert")
    .filter({ hasText: "Nothing is sent until this is fixed." });
  await expect(alert).toBeVisible();
  await desk.room("History").click();
  const bar = desk.page.getByText("History can’t be read", { exact: false });
  await expect(bar.first()).toBeVisible();
  await expect(desk.page.getByText("It is read from the audit log, whose file")).toBeVisible();
  await expect(bar).toHaveCount(1);
});
