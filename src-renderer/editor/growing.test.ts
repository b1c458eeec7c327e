// A text that grows is appended in pieces: nothing twice, nothing lost, nothing torn, and no faster than it is drawn.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Growing, settledLength } from "./growing.ts";

function machine(costMs = 0) {
  let now = 0;
  let waiting: (() => void) | null = null;
  const appended: string[] = [];
  const frames = {
    now: () => now,
    request: (run: () => void) => {
      waiting = run;
      return 1;
    },
    cancel: () => {
      waiting = null;
    },
  };
  return {
    appended,
    frames,
    sink: {
      append: (text: string) => {
        appended.push(text);
        now += costMs;
      },
    },
    /** A frame of 16 ms. */
    frame: () => {
      now += 16;
      const run = waiting;
      waiting = null;
      run?.();
    },
  };
}

it("appends everything once, in order, however it comes", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.boolean())), (steps) => {
      const { appended, frames, sink, frame } = machine();
      const growing = new Growing(sink, "", 0, frames);
      let text = "";
      for (const [more, draws] of steps) {
        text += more;
        growing.set(text);
        if (draws) frame();
      }
      frame();
      expect(appended.join("")).toBe(text.slice(0, settledLength(text)));
    }),
  );
});

it("tears neither a character nor a line end", () => {
  const { appended, frames, sink, frame } = machine();
  const growing = new Growing(sink, "", 0, frames);
  growing.set("a\r");
  frame();
  growing.set("a\r\n\ud83d");
  frame();
  growing.set("a\r\n\ud83d\ude00");
  frame();
  expect(appended).toEqual(["a", "\r\n", "\ud83d\ude00"]);
});

it("gives the window as much time as it takes from it", () => {
  const { appended, frames, sink, frame } = machine(40);
  const growing = new Growing(sink, "", 0, frames);
  let text = "";
  for (let n = 0; n < 100; n += 1) {
    text += "x";
    growing.set(text);
    frame();
  }
  // 100 frames of 16 ms, each drawing 40 ms: not every frame draws.
  expect(appended.length).toBeLessThan(51);
  expect(appended.length).toBeGreaterThan(20);
});
