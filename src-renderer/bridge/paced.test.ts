// What main tells reaches the state whole, in order, and not more often than the window draws once it has much to do.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Paced } from "./paced.ts";

const FRAME_MS = 16;

/** A window whose clock and frames a test turns by hand; taking items costs so many milliseconds for each, or at once. */
function windowOf(costMs: number, onceMs = 0) {
  let nowMs = 0;
  let frame: (() => void) | null = null;
  const taken: number[][] = [];
  const paced = new Paced<number>({
    take(items) {
      taken.push(items);
      nowMs += onceMs + costMs * items.length;
    },
    nowMs: () => nowMs,
    nextFrame: (call) => {
      expect(frame, "only one frame is asked for at a time").toBeNull();
      frame = call;
    },
  });
  return {
    paced,
    taken,
    /** The window draws, a frame later; false when nobody waits for it. */
    draw(): boolean {
      const call = frame;
      frame = null;
      nowMs += FRAME_MS;
      call?.();
      return call !== null;
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

it("hands on at once what costs little", async () => {
  const { paced, taken } = windowOf(1);
  for (let n = 0; n < 5; n += 1) {
    paced.add([n]);
    await turn();
  }
  expect(taken).toEqual([[0], [1], [2], [3], [4]]);
});

it("hands on together, at the next frame, what comes after much work", async () => {
  const { paced, taken, draw } = windowOf(10);
  paced.add([1]);
  await turn();
  paced.add([2]);
  paced.add([3, 4]);
  await turn();
  expect(taken).toEqual([[1]]);
  draw();
  expect(taken).toEqual([[1], [2, 3, 4]]);
  await turn();
  // What was done in a frame counts for the time until the next one.
  paced.add([5]);
  expect(taken).toHaveLength(2);
  draw();
  expect(taken.at(-1)).toEqual([5]);
});

it("hands on what waits when it is asked to, once", async () => {
  const { paced, taken, draw } = windowOf(10);
  paced.add([1]);
  await turn();
  paced.add([2]);
  paced.flush();
  expect(taken).toEqual([[1], [2]]);
  while (draw()) await turn();
  expect(taken).toEqual([[1], [2]]);
});

it("leaves most of a flood's time for drawing, and hands on all of it", async () => {
  const { paced, taken, draw } = windowOf(0, 20);
  for (let n = 0; n < 240; n += 2) {
    paced.add([n]);
    await turn();
    paced.add([n + 1]);
    await turn();
    draw();
  }
  while (draw()) await turn();
  expect(taken.flat()).toEqual(Array.from({ length: 240 }, (_none, at) => at));
  // By what came it would be drawn 240 times, by frames 120 times.
  expect(taken.length).toBeLessThan(40);
});

it("lets a request that opens, and what belongs to it, wait for no more than a frame", async () => {
  const { paced, taken, draw } = windowOf(1);
  paced.add(Array.from({ length: 25 }, (_none, at) => at));
  await turn();
  paced.add([100]);
  expect(taken).toHaveLength(1);
  draw();
  expect(taken.at(-1)).toEqual([100]);
});

it("waits for nothing but a frame after one long drawing, such as a gate that opens", async () => {
  const { paced, taken, draw } = windowOf(0, 50);
  for (let n = 0; n < 3; n += 1) {
    paced.add([n]);
    await turn();
    // What follows it at once, and the next request a little later.
    paced.add([n + 100]);
    draw();
    expect(taken.at(-1)).toEqual([n + 100]);
    await turn();
    for (let frames = 0; frames < 12; frames += 1) draw();
  }
  expect(taken).toHaveLength(6);
});

it("loses nothing and keeps the order, however news and frames follow each other", async () => {
  const step = fc.constantFrom("add", "add", "draw", "turn", "flush");
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.array(step, { maxLength: 40 }), async (costMs, steps) => {
      const { paced, taken, draw } = windowOf(costMs);
      let told = 0;
      for (const one of steps) {
        if (one === "add") paced.add([(told += 1), (told += 1)]);
        else if (one === "draw") draw();
        else if (one === "flush") paced.flush();
        else await turn();
      }
      while (draw()) await turn();
      expect(taken.flat()).toEqual(Array.from({ length: told }, (_none, at) => at + 1));
    }),
  );
});
