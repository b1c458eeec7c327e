// The frames of a window while something happens: the time between each two.
import type { Page } from "playwright/test";

/** Starts to watch; the returned function ends it and returns the times between frames, in milliseconds and in order. */
export async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const watch = { frames: [] as number[], on: true };
    Reflect.set(globalThis, "frameWatch", watch);
    let last = performance.now();
    const next = (): void => {
      const now = performance.now();
      watch.frames.push(now - last);
      last = now;
      if (watch.on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  return () =>
    page.evaluate(() => {
      const watch = Reflect.get(globalThis, "frameWatch") as { frames: number[]; on: boolean };
      watch.on = false;
      return watch.frames;
    });
}

/** The longest of them, in milliseconds. */
export const worstOf = (frames: readonly number[]): number => Math.max(0, ...frames);
