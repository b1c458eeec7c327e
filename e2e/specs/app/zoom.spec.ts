// Zoom and the widths of panes: by keys, and kept over a restart.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import type { Desk } from "../../support/desk.ts";

const zoomOf = ({ app }: Desk): Promise<number | undefined> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  );

test("at 200 % every button of gate 1 is reachable, and zoom and panes are kept @long", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  const { page, app } = desk;
  await desk.start("puppet", "work");
  await server.called();
  server.ask(question("How large?"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.rows().first().click();

  const edge = page.getByRole("separator", { name: "List width" });
  await edge.focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await desk.snapshot()).settings.panes).toEqual({ list: 200 });
  await expect(edge).toHaveAttribute("aria-valuenow", "200");

  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("Control+=");
  await expect.poll(() => zoomOf(desk)).toBeCloseTo(2, 5);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ]) {
    // In pixels of the screen, two for each of the window's.
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width / 2);
    for (const button of await page.getByRole("button").all()) {
      if (!(await button.isVisible())) continue;
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport();
    }
    // The screen was scrolled for them, not the window.
    const { scrollTop, scrollLeft } = await page.evaluate(() => {
      const { scrollingElement: of } = document;
      return { scrollTop: of?.scrollTop, scrollLeft: of?.scrollLeft };
    });
    expect({ scrollTop, scrollLeft }).toEqual({ scrollTop: 0, scrollLeft: 0 });
  }
  await desk.close();

  const again = await open({ profile: desk.profile });
  expect(await zoomOf(again)).toBeCloseTo(2, 5);
  await again.page.keyboard.press("Control+0");
  await expect.poll(() => zoomOf(again)).toBeCloseTo(1, 5);
  expect((await again.snapshot()).settings.panes).toEqual({ list: 200 });
});
