// The frames of an empty window while the same answer is streamed to the AI SDK alone: what a machine that does other
// work as well leaves to any window.
import { startEmpty } from "../subjects.ts";
import type { Bare } from "./subjects.ts";

/** Milliseconds between frames, in order. */
export async function stillFrames(bare: Bare, baseUrl: string): Promise<number[]> {
  const { page, close } = await startEmpty();
  try {
    await page.evaluate(() => {
      const frames: number[] = [];
      let last = performance.now();
      const frame = (): void => {
        const now = performance.now();
        frames.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Reflect.set(window, "frames_", frames);
    });
    await bare.times(baseUrl, 2);
    return await page.evaluate(() => Reflect.get(window, "frames_") as number[]);
  } finally {
    await close();
  }
}
