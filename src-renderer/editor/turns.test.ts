// Editors are created a few a frame, in order; those that have left are skipped.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { waitForTurn } from "./turns.ts";

let frame: (() => void) | null = null;
/** Renders a frame; false where nothing waits for it. */
function draw(): boolean {
  const call = frame;
  frame = null;
  call?.();
  return call !== null;
}

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => {
    expect(frame, "only one frame is asked for at a time").toBeNull();
    frame = call;
  });
});
afterEach(() => {
  while (draw());
  vi.unstubAllGlobals();
});

it("starts a few at once, then as many each frame until all have started", () => {
  const got: number[] = [];
  for (let n = 0; n < 10; n += 1) waitForTurn(() => got.push(n));
  expect(got).toEqual([0, 1, 2, 3]);
  draw();
  expect(got).toHaveLength(8);
  while (draw());
  expect(got).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  waitForTurn(() => got.push(10));
  expect(got).toHaveLength(11);
});

it("skips those that have left", () => {
  const got: number[] = [];
  const leave = [0, 1, 2, 3, 4, 5].map((n) => waitForTurn(() => got.push(n)));
  leave[4]?.();
  draw();
  expect(got).toEqual([0, 1, 2, 3, 5]);
});
