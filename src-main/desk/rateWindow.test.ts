import fc from "fast-check";
import { expect, it } from "vitest";
import { RateWindow } from "./rateWindow.ts";

it("takes so many within any minute, and says when the next one is taken", () => {
  const rate = new RateWindow();
  expect([rate.take(0, 2), rate.take(1000, 2), rate.take(2000, 2)]).toEqual([null, null, 58_000]);
  expect(rate.take(59_999, 2)).toBe(1);
  expect(rate.take(60_000, 2)).toBeNull();
  expect(rate.take(60_001, 2)).toBe(999);
});

it("counts what was taken only: who keeps knocking is let in again", () => {
  const rate = new RateWindow();
  rate.take(0, 1);
  for (let at = 1; at < 60_000; at += 500) expect(rate.take(at, 1)).toBe(60_000 - at);
  expect(rate.take(60_000, 1)).toBeNull();
});

it("follows a limit that is changed meanwhile", () => {
  const rate = new RateWindow();
  for (const at of [0, 10, 20, 30]) rate.take(at, 10);
  expect(rate.take(40, 2)).toBe(60_020 - 40);
  expect(rate.take(40, 5)).toBeNull();
});

it("does not shut a server out when the clock is set back", () => {
  const rate = new RateWindow();
  rate.take(1_000_000, 1);
  expect(rate.take(500, 1)).toBeNull();
  expect(rate.take(501, 1)).toBe(59_999);
});

it("never takes more than the limit in any window, and what it says to wait is enough", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 3000 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 50 }), (steps, limit) => {
      const rate = new RateWindow();
      const taken: number[] = [];
      let now = 0;
      for (const step of steps) {
        now += step;
        const wait = rate.take(now, limit);
        if (wait === null) taken.push(now);
        else {
          expect(wait).toBeGreaterThan(0);
          expect(taken.filter((at) => at > now + wait - 60_000).length).toBeLessThan(limit);
        }
        expect(taken.filter((at) => at > now - 60_000).length).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 60 },
  );
});
