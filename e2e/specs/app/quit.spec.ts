// Quitting with open requests asks first; then each server gets an error, not silence, and no process stays.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("asks before it quits, stays when told to, then ends every request with its own error", async ({
  openCall,
  open,
}) => {
  const { desk, server } = await openCall();
  const { page, app } = desk;
  const asked = server.ask(question("Do not go"));
  await expect(desk.rows()).toHaveCount(1);
  const child = app.process();

  // The window's close button asks too: no panel here shows tray icons, so the app could not stay.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const dialog = page.getByRole("alertdialog", { name: "1 request is still open. Quit?" });
  await expect(dialog).toContainText("This desktop shows no tray icons");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(server.answersTo(asked.id)).toEqual([]);

  await app.evaluate(({ app: electron }) => electron.quit());
  // The app may be gone before the click is reported.
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

test("Ctrl+C in the terminal quits cleanly too @long", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("Interrupted"));
  await expect(desk.rows()).toHaveCount(1);
  desk.app.process().kill("SIGINT");
  expect((await asked.answer).error).toMatchObject({ code: -32064, data: { reason: "closing" } });
  await server.gone();
});
