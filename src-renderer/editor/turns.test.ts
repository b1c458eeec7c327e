// Editors come a few a frame, in order; whoever has left meanwhile takes no turn.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { waitForTurn } from "./turns.ts";

let frame: (() => void) | null = null;
/** The window draws; false where nobody waits for it. */
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

it("gives a few at once, and as many each frame until all have theirs", () => {
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

it("passes over who has left", () => {
  const got: number[] = [];
  const leave = [0, 1, 2, 3, 4, 5].map((n) => waitForTurn(() => got.push(n)));
  leave[4]?.();
  draw();
  expect(got).toEqual([0, 1, 2, 3, 5]);
});
