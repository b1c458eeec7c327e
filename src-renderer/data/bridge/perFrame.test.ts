// Main's pushes reach the state complete, in order, once per frame, also in a hidden window.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PerFrame } from "./desk.ts";

let frames: Map<number, () => void>;
const draw = (): void => {
  const calls = [...frames.values()];
  frames.clear();
  for (const call of calls) call();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  frames = new Map();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => {
    frames.set((last += 1), call);
    return last;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function room() {
  const taken: number[][] = [];
  return { taken, news: new PerFrame<number>((items) => taken.push(items)) };
}

it("passes on the first item at once, and the rest of a frame together with the next one, in order", () => {
  const { taken, news } = room();
  for (const n of [1, 2, 3]) news.add(n);
  expect(taken).toEqual([[1]]);
  draw();
  expect(taken).toEqual([[1], [2, 3]]);
  news.add(4);
  expect(taken).toHaveLength(2);
  draw();
  draw();
  news.add(5);
  expect(taken).toEqual([[1], [2, 3], [4], [5]]);
});

it("passes on what is queued when it is flushed, once", () => {
  const { taken, news } = room();
  news.add(1);
  news.add(2);
  news.flush();
  expect(taken).toEqual([[1], [2]]);
  draw();
  draw();
  expect(taken).toEqual([[1], [2]]);
});

it("passes items on even while the window draws nothing", () => {
  const { taken, news } = room();
  news.add(1);
  news.add(2);
  vi.advanceTimersByTime(300);
  draw();
  expect(taken).toEqual([[1], [2]]);
});
