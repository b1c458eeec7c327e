// A real press of a harmless key: main accepts an acting call only after the system has reported a press.
import type { Page } from "playwright/test";
import { channels, type Channel } from "../../src-shared/contract/contract.ts";

export const press = (page: Page): Promise<void> => page.keyboard.press("Shift");

/** The same for code that tests run in the page: `window.pressKey()`, before each acting call. */
export const teachPress = (page: Page): Promise<unknown> =>
  page.exposeFunction("pressKey", () => press(page));

export const needsPress = (channel: Channel): boolean => channels[channel].effect === "act";
