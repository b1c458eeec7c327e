import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bucket } from "./limits.ts";
import type { Rate } from "./limits.ts";

const perMinute = (count: number, burst: number | null = null): Rate => ({
  perMinute: count,
  burst,
});

/** True when one was taken; otherwise how long to wait. */
function ask(bucket: Bucket, nowMs: number, rate: Rate): true | number {
  const wait = bucket.wait(nowMs, rate);
  if (wait > 0) return wait;
  bucket.take(nowMs, rate);
  return true;
}

describe("Bucket", () => {
  it("takes a minute's worth at once, then one for each share of it", () => {
    const bucket = new Bucket();
    const rate = perMinute(2);
    expect([1000, 1000, 1000].map((at) => ask(bucket, at, rate))).toEqual([true, true, 30_000]);
    expect(ask(bucket, 30_999, rate)).toBe(1);
    expect(ask(bucket, 31_000, rate)).toBe(true);
    expect(ask(bucket, 31_001, rate)).toBe(29_999);
  });

  it("takes fewer at once if a burst is set", () => {
    const bucket = new Bucket();
    const rate = perMinute(60, 3);
    expect([1, 1, 1, 1].map((at) => ask(bucket, at, rate))).toEqual([true, true, true, 1000]);
  });

  it("does not make a caller wait longer for trying again", () => {
    const bucket = new Bucket();
    const rate = perMinute(1);
    expect(ask(bucket, 1, rate)).toBe(true);
    for (let at = 501; at < 60_001; at += 500) expect(ask(bucket, at, rate)).toBe(60_001 - at);
    expect(ask(bucket, 60_001, rate)).toBe(true);
  });

  it("follows a changed rate and keeps what was taken", () => {
    const bucket = new Bucket();
    for (let i = 0; i < 4; i += 1) ask(bucket, 10, perMinute(4));
    expect(ask(bucket, 10, perMinute(4))).toBe(15_000);
    // Twice as many a minute: four more now.
    const taken = Array.from({ length: 6 }, () => ask(bucket, 10, perMinute(8)));
    expect(taken).toEqual([true, true, true, true, 7500, 7500]);
    expect(ask(bucket, 10, perMinute(1))).toBe(60_000);
  });

  it("lets more through for a minute where the user allows it", () => {
    const bucket = new Bucket();
    const rate = perMinute(1);
    ask(bucket, 10, rate);
    bucket.allow(10, 2);
    expect([20, 30, 40].map((at) => ask(bucket, at, rate))).toEqual([true, true, 59_970]);
    bucket.allow(50, 5);
    expect(ask(bucket, 60_010, rate)).toBe(true);
    expect(ask(bucket, 60_051, rate)).toBe(59_959);
  });

  it("neither locks a server out nor lets it in when the clock is set back", () => {
    const bucket = new Bucket();
    ask(bucket, 1_000_000, perMinute(1));
    expect(ask(bucket, 500, perMinute(1))).toBe(60_000);
    expect(ask(bucket, 60_500, perMinute(1))).toBe(true);
  });

  it(
    "never takes more in any period than the rate allows, and reports the exact wait",
    { tags: ["long"] },
    () => {
      const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), {
        minLength: 100,
        maxLength: 500,
      });
      const size = fc.integer({ min: 1, max: 50 });
      fc.assert(
        fc.property(gaps, size, size, (steps, rate, burst) => {
          const bucket = new Bucket();
          const taken: number[] = [];
          let now = 1;
          for (const step of steps) {
            now += step;
            const got = ask(bucket, now, { perMinute: rate, burst });
            if (got === true) {
              taken.push(now);
              // The last one closes every window in which it is the last.
              for (const from of taken) {
                const within = taken.filter((at) => at >= from).length;
                expect(within).toBeLessThanOrEqual(burst + ((now - from) * rate) / 60_000);
              }
            } else {
              expect(bucket.wait(now + got, { perMinute: rate, burst })).toBe(0);
              now += got;
              taken.push(now);
              bucket.take(now, { perMinute: rate, burst });
            }
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  it("never reports too long a wait", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (rate) => {
        const bucket = new Bucket();
        for (let i = 0; i < Math.min(rate, 200); i += 1) {
          ask(bucket, 5, { perMinute: rate, burst: 200 });
        }
        for (let i = 0; i < 200; i += 1) ask(bucket, 5, { perMinute: rate, burst: 200 });
        const wait = bucket.wait(5, { perMinute: rate, burst: 200 });
        expect(wait).toBeGreaterThan(0);
        if (wait > 1) expect(bucket.wait(5 + wait - 1, { perMinute: rate, burst: 200 })).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});
