// The frames of a window while something happens: the time between each two that it drew.
import type { Page } from "playwright/test";
import { spreadOf } from "./clock.ts";

/** The name of the marks in a trace that stand where a frame ended that was longer than all before; its length follows. */
export const WORST = "worst frame ";

/** Starts to watch; the returned function ends it and gives the times between frames, in milliseconds and in order. */
export async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate((mark) => {
    const watch = { frames: [] as number[], on: true };
    Reflect.set(globalThis, "frameWatch", watch);
    let last = performance.now();
    let worst = 0;
    const next = (): void => {
      const now = performance.now();
      watch.frames.push(now - last);
      if (now - last > worst) performance.mark(`${mark}${(worst = now - last)}`);
      last = now;
      if (watch.on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }, WORST);
  return () =>
    page.evaluate(() => {
      const watch = Reflect.get(globalThis, "frameWatch") as { frames: number[]; on: boolean };
      watch.on = false;
      return watch.frames;
    });
}

/** The longest of them, in milliseconds. */
export const worstOf = (frames: readonly number[]): number => Math.max(0, ...frames);

/** Of a hundred frames 95 are no longer, in milliseconds. */
export const p95Of = (frames: readonly number[]): number => spreadOf(frames).p95;
