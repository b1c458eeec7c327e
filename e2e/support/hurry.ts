// A hand that is faster than the guard: keys that come one right after the other, inside the window. Two presses of
// Playwright's may be a second apart on a busy machine, and the guard's half second over between them.
import type { Page } from "playwright/test";

/** A key as a page is told of it. */
export interface Chord {
  key: string;
  code: string;
  ctrlKey?: boolean;
}

export const CTRL_ENTER: Chord = { key: "Enter", code: "Enter", ctrlKey: true };
export const CTRL_A: Chord = { key: "a", code: "KeyA", ctrlKey: true };
export const CTRL_R: Chord = { key: "r", code: "KeyR", ctrlKey: true };
export const J: Chord = { key: "j", code: "KeyJ" };

/** Presses and releases each where the focus is, a turn of the page's loop apart. */
export async function atOnce(page: Page, chords: readonly Chord[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const chord of all) {
      for (const type of ["keydown", "keyup"]) {
        const init = { ...chord, bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(type, init));
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }, chords);
}
