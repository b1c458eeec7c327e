// Editors come as many a frame as fit, in order; whoever has left meanwhile takes no turn.
import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

/** Blocks that wait, and a window that draws when the test says so. */
function windowOf() {
  let frame: (() => void) | null = null;
  const turns = new Turns({
    nextFrame: (call) => {
      expect(frame, "only one frame is asked for at a time").toBeNull();
      frame = call;
    },
  });
  const got: number[] = [];
  return {
    turns,
    got,
    wait: (n: number): (() => void) => turns.wait(() => got.push(n)),
    draw(): boolean {
      const call = frame;
      frame = null;
      call?.();
      return call !== null;
    },
  };
}

it("gives the first at once and each other a frame, while editors are dear", () => {
  const { turns, got, wait, draw } = windowOf();
  for (let n = 0; n < 20; n += 1) turns.took(40);
  for (let n = 0; n < 4; n += 1) wait(n);
  expect(got).toEqual([0]);
  draw();
  expect(got).toEqual([0, 1]);
  draw();
  draw();
  expect(got).toEqual([0, 1, 2, 3]);
});

it("gives several a frame once they are cheap, and never all of very many", () => {
  const { turns, got, wait, draw } = windowOf();
  for (let n = 0; n < 20; n += 1) turns.took(0);
  for (let n = 0; n < 20; n += 1) wait(n);
  expect(got).toHaveLength(8);
  draw();
  expect(got).toHaveLength(16);
  while (draw()) expect(got.length).toBeLessThanOrEqual(20);
  expect(got).toEqual(Array.from({ length: 20 }, (_none, at) => at));
});

it("has room in a frame for the first that takes a turn without waiting, and those that wait come after it", () => {
  const { turns, got, wait, draw } = windowOf();
  for (let n = 0; n < 20; n += 1) turns.took(40);
  expect(turns.takes()).toBe(true);
  expect(turns.takes()).toBe(false);
  wait(0);
  expect(got).toEqual([]);
  draw();
  expect(got).toEqual([0]);
  while (draw());
  expect(turns.takes()).toBe(true);
});

it("passes over who has left, and begins anew after a rest", () => {
  const { turns, got, wait, draw } = windowOf();
  for (let n = 0; n < 20; n += 1) turns.took(40);
  wait(0);
  const leave = wait(1);
  wait(2);
  leave();
  draw();
  expect(got).toEqual([0, 2]);
  while (draw());
  wait(3);
  expect(got).toEqual([0, 2, 3]);
});
