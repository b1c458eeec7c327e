// What benches do inside a page: see when a text is in an editor on the screen, press a button, find out when
// the page had rendered.
import type { Page } from "playwright/test";
import { press as pressKey } from "../support/press.ts";

/**
 * Resolves with the time, in milliseconds since the epoch by the page's clock, at which a Monaco editor that shows
 * `token` had been drawn, and takes keys unless it is only to be read. Starts watching before `start` is called, which
 * begins what is measured.
 */
export async function untilShown(
  page: Page,
  token: string,
  start: () => Promise<unknown>,
  takesKeys = true,
) {
  const shown = page.evaluate(
    ([wanted, isEdited]) =>
      new Promise<number>((resolve) => {
        const stands = (lines: Element): boolean => {
          const box = lines.getBoundingClientRect();
          const input = lines.closest(".monaco-editor")?.querySelector("textarea, [role=textbox]");
          const locked = input?.matches("[readonly], [aria-readonly=true]") ?? true;
          const isSeen = lines.textContent.includes(wanted) && box.top >= 0 && box.height > 0;
          return isSeen && !(isEdited && locked);
        };
        const look = (): void => {
          if (![...document.querySelectorAll(".view-lines")].some(stands)) {
            requestAnimationFrame(look);
            return;
          }
          // A task after this frame: it has been rendered by then.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () =>
            resolve(performance.timeOrigin + performance.now()),
          );
          port1.start();
          port2.postMessage(null);
        };
        look();
      }),
    [token, takesKeys] as const,
  );
  await start();
  return shown;
}

/**
 * Presses a button by script once it can be pressed, after a real key that main has seen; returns the time right before,
 * by the page's clock.
 */
export async function press(page: Page, label: string): Promise<number> {
  await pressKey(page);
  return page.evaluate(async (words) => {
    const deadline = performance.now() + 10_000;
    while (performance.now() < deadline) {
      const button = [...document.querySelectorAll("button")].find(
        (one) => one.textContent.startsWith(words) && !one.disabled,
      );
      if (button !== undefined) {
        const at = performance.timeOrigin + performance.now();
        button.click();
        return at;
      }
      await new Promise(requestAnimationFrame);
    }
    throw new Error(`no button ${words}`);
  }, label);
}

/** When the last large part of the page was painted, by the page's clock. */
export const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          if (last !== undefined) resolve(performance.timeOrigin + last.startTime);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
