// Navigation by keyboard alone: to a control by Tab, to a command by the palette, with the focus always visible.
import { expect, type Locator } from "playwright/test";
import type { Desk } from "./desk.ts";

const TABS_MOST = 80;
const ARROWS_MOST = 12;

/** Presses Tab until it has the focus. */
export async function tabTo(desk: Desk, what: Locator, key = "Tab"): Promise<void> {
  for (let pressed = 0; pressed < TABS_MOST; pressed += 1) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    await desk.page.keyboard.press(key);
  }
  throw new Error(`${String(what)} is not reached by ${key}`);
}

/**
 * Presses an arrow until it has the focus, in an open menu or list. The focus moves in its own task: each press
 * waits until it has.
 */
export async function arrowTo(desk: Desk, what: Locator, key = "ArrowDown"): Promise<void> {
  for (let pressed = 0; pressed < ARROWS_MOST; pressed += 1) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    const at = await desk.page.evaluateHandle(() => document.activeElement);
    await desk.page.keyboard.press(key);
    await desk.page.waitForFunction((before) => before !== document.activeElement, at);
  }
  throw new Error(`${String(what)} is not reached by ${key}`);
}

/** The focus is on something in view, and visible. */
export async function focusIsSeen(desk: Desk, where: string): Promise<void> {
  await expect
    .poll(
      () =>
        desk.page.evaluate(() => {
          const at = document.activeElement;
          if (at === null || at === document.body) return "nowhere";
          const { width, height } = at.getBoundingClientRect();
          return width > 0 && height > 0 ? "somewhere" : "out of sight";
        }),
      { message: where },
    )
    .toBe("somewhere");
}

/** Presses and releases keys while the window is busy: it handles all of them together afterwards. */
export async function tapWhileBusy({ page }: Desk, ...keys: string[]): Promise<void> {
  const busy = page.evaluate(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  });
  const taps = keys.flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]);
  await Promise.all([busy, ...taps]);
}

/** Runs a command of the palette. */
export async function command(desk: Desk, words: string): Promise<void> {
  const { keyboard } = desk.page;
  await keyboard.press("Control+K");
  await expect(desk.page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await keyboard.type(words);
  await keyboard.press("Enter");
}
