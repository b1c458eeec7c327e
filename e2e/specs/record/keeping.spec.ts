// Retention on screen: content of the ledger is shown after a restart, a rule says what it deletes before it applies, and
// deletes that; deleting by name says what it frees.
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { png } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import type { Puppet } from "../../support/puppet.ts";

const image = png(320, 200, [40, 90, 160]).toString("base64");

/** Requests with the same image and their own texts, each refused. */
async function askAndReject(desk: Desk, server: Puppet, ...words: string[]): Promise<void> {
  for (const text of words) {
    const content = [
      { type: "text", text },
      { type: "image", data: image, mimeType: "image/png" },
    ];
    const asked = server.ask({ messages: [{ role: "user", content }], maxTokens: 100 });
    await desk.select(text);
    await desk.rejectNow("no");
    await asked.answer;
  }
}

const keeping = (desk: Desk) =>
  desk.page.locator("section", {
    has: desk.page.getByRole("heading", { name: "Content retention", exact: true }),
  });

test("images are shown from the ledger after a restart, and deleted by a retention rule that says what it deletes; texts by name @long", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const first = await open({ servers: { puppet: server.config } });
  await first.start("puppet", "work");
  await server.called();
  await askAndReject(first, server, "first with an image", "second with an image");
  const plain = server.ask(question("words alone"));
  await first.select("words alone");
  await first.rejectNow("no");
  await plain.answer;
  await first.close();

  const desk = await open({ profile: first.profile });
  const { page } = desk;
  await desk.room("History").click();
  const rows = page.getByRole("listbox", { name: "History" }).getByRole("option");
  await rows.nth(1).click();
  const item = page.getByRole("region", { name: "Request", exact: true });
  await expect(
    item.getByRole("region", { name: "Requested" }).getByRole("img").first(),
  ).toBeVisible();

  await desk.room("Settings").click();
  const part = keeping(desk).last();
  await expect(part).toContainText("Nothing to delete now;");
  await page.getByRole("checkbox", { name: /^Text only/ }).check();
  await expect(part).toContainText("To be deleted now: images and audio of 2 requests.");
  await axe(desk, "settings, how long content is kept");
  await part.getByRole("button", { name: "Save", exact: true }).click();
  await expect(part).toContainText(/Next run on /);
  await part.getByRole("button", { name: "Run now" }).click();
  await expect(part).toContainText(/Last run on .*: images and audio of 2 requests deleted/);

  // The rest by name: what it frees is shown first. An image that a rule deleted is shown as deleted, and not offered.
  await desk.room("History").click();
  await expect(item).toContainText("Content deleted.");
  await expect(item.getByRole("button", { name: /^Save…/ })).toHaveCount(0);
  await item.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Delete content/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/To be deleted now: the content of 1 request\. ?Frees /);
  await dialog.getByRole("button", { name: "Delete content" }).click();
  // The result replaces the confirmation, and the next key leaves it.
  await expect(dialog).toContainText(/freed on disk/);
  await expect(dialog.getByRole("heading")).toHaveText("Content deleted");
  await expect(dialog.getByRole("button", { name: "Close" }).last()).toBeFocused();
  await axe(desk, "history, after forgetting");
  await page.keyboard.press("Escape");
  await expect(item).toContainText("This text was deleted.");
  await expect(rows.nth(1)).toContainText("content deleted");
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
});
