// A real press of a harmless key: main lets a call that acts pass only where the system has reported a press before it.
import type { Page } from "playwright/test";
import { channels, type Channel } from "../../src-shared/ipc/contract.ts";

export const press = (page: Page): Promise<void> => page.keyboard.press("Shift");

/** The same for code that tests run in the page: `window.pressKey()`, before each call that acts. */
export const teachPress = (page: Page): Promise<unknown> =>
  page.exposeFunction("pressKey", () => press(page));

export const needsPress = (channel: Channel): boolean => channels[channel].effect === "act";
