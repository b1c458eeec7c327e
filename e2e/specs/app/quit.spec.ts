// Quitting while requests are open asks first; then each server hears an error, not silence, and no process stays.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("asks, stays when told to, then ends every request with an error of its own", async ({
  openCall,
  open,
}) => {
  const { desk, server } = await openCall();
  const { page, app } = desk;
  const asked = server.ask(question("Do not go"));
  await expect(desk.rows()).toHaveCount(1);
  const child = app.process();

  // The window's own close button asks as well: here no panel shows tray icons, and nothing could be kept there.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const dialog = page.getByRole("alertdialog", { name: "1 request is still open. Quit?" });
  await expect(dialog).toContainText("This desktop shows no tray icons");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(server.answersTo(asked.id)).toEqual([]);

  await app.evaluate(({ app: electron }) => electron.quit());
  // The app may be gone before the click is told to have been made.
  await dialog
    .getByRole("button", { name: "Quit", exact: true })
    .click()
    .catch(() => undefined);
  expect((await asked.answer).error).toEqual({
    code: -32064,
    message: "The client closed before the request was decided",
    data: { reason: "closing" },
  });
  await server.gone();
  await desk.close();
  expect(child.exitCode).toBe(0);
  const again = await open({ profile: desk.profile });
  await expect(again.rows()).toHaveCount(0);
});

test("Ctrl+C in the terminal ends it cleanly too", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("Interrupted"));
  await expect(desk.rows()).toHaveCount(1);
  desk.app.process().kill("SIGINT");
  expect((await asked.answer).error).toMatchObject({ code: -32064, data: { reason: "closing" } });
  await server.gone();
});

test("quits though a thread never ends: a file that is read does not answer @long", async ({
  open,
  folder,
}) => {
  const desk = await open();
  const silent = path.join(folder, "silent.jsonl");
  execFileSync("mkfifo", [silent]);
  await desk.app.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
  }, silent);
  await desk.room("History").click();
  await desk.page.evaluate(() => void window.desk.invoke("history.import"));
  // It has begun: a second one is turned away.
  await expect
    .poll(() => desk.call("history.import"))
    .toMatchObject({ ok: false, failure: { kind: "busy" } });
  // It fails where the process stays.
  await desk.close();
  const again = await open({ profile: desk.profile });
  await expect(again.rows()).toHaveCount(0);
});
