// Repeated approvals faster than anybody can read: when the remark appears, and when not.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterApproval,
  afterBatchApproval,
  resetStreak,
  differingPart,
  countNewCharacters,
  minReadingMs,
  remarkOf,
  INITIAL_FATIGUE,
  batchReading,
  afterRemarkDismissed,
} from "./fatigue.ts";
import type { Fatigue } from "./fatigue.ts";
import { costMs } from "../../../src-shared/testing.ts";

const text = (n: number, length = 600): string =>
  Array.from({ length: length / 6 }, (_, at) =>
    `w${(n * 7919 + at * 104_729) % 9973}`.padEnd(5),
  ).join(" ");

function approving(
  count: number,
  viewedMs: number,
  from: Fatigue = INITIAL_FATIGUE,
  stepMs = 2000,
): Fatigue {
  let fatigue = from;
  const before = from.streak.at(-1)?.atMs ?? 0;
  for (let n = 0; n < count; n += 1) {
    fatigue = afterApproval(fatigue, [text(n + count * 100)], {
      atMs: before + (n + 1) * stepMs,
      viewedMs,
    });
  }
  return fatigue;
}

it("pins the reading speed, in Latin and in Chinese", () => {
  // 400 words per minute, at each script's measured number of characters per word.
  expect(minReadingMs({ spaced: 1731, unspaced: 0 })).toBeCloseTo(60_000, -2);
  expect(minReadingMs({ spaced: 0, unspaced: 447 })).toBeCloseTo(60_000, -2);
});

describe("the remark", () => {
  it("appears at the tenth approval in a row that was too fast to read", () => {
    expect(remarkOf(approving(9, 900), 20_000)).toBe(null);
    const remark = remarkOf(approving(10, 900), 20_000);
    expect(remark).toMatchObject({ count: 10, hadMs: 9000 });
    expect(remark?.neededMs).toBeGreaterThan(100_000);
  });

  it("does not appear if one of them was read, or the user did something else", () => {
    const read = afterApproval(approving(9, 900), [text(1)], { atMs: 19_000, viewedMs: 60_000 });
    expect(remarkOf(approving(9, 900, read), 40_000)).toBe(null);
    expect(remarkOf(approving(9, 900, resetStreak(approving(9, 900))), 40_000)).toBe(null);
  });

  it("disappears after a break, and returns after twice as many", () => {
    const tired = approving(10, 900);
    expect(remarkOf(tired, 20_000 + 120_000)).toBe(null);
    const late = afterApproval(tired, [text(500)], { atMs: 20_000 + 120_000, viewedMs: 900 });
    expect(late.streak).toHaveLength(1);
    const on = afterRemarkDismissed(tired);
    expect(remarkOf(approving(19, 900, on), 40_000)).toBe(null);
    expect(remarkOf(approving(20, 900, on), 40_000)).toMatchObject({ count: 20 });
    let often = tired;
    for (let n = 0; n < 9; n += 1) often = afterRemarkDismissed(often);
    expect(often.remarkAt).toBe(80);
  });

  it("ignores requests nearly the same as earlier ones, which have little to read", () => {
    let fatigue = INITIAL_FATIGUE;
    for (let n = 0; n < 30; n += 1) {
      const same = `${text(1)} file ${n}`;
      fatigue = afterApproval(fatigue, [same, text(2)], { atMs: n * 2000, viewedMs: 1200 });
    }
    expect(remarkOf(fatigue, 60_000)).toBe(null);
  });
});

it("counts only new characters, by script", () => {
  expect(countNewCharacters(["abc 协议"], [])).toEqual({ unspaced: 2, spaced: 4 });
  expect(countNewCharacters(["the same"], ["other", "the same"])).toEqual({
    unspaced: 0,
    spaced: 0,
  });
  expect(countNewCharacters(["begin 1 end"], ["begin 22 end"])).toEqual({ unspaced: 0, spaced: 1 });
});

it("counts characters beyond the basic plane once", () => {
  expect(countNewCharacters(["\u{20000}\u{30000}😀"], [])).toEqual({ unspaced: 2, spaced: 4 });
});

it("estimates a long text from samples", () => {
  const unspaced = Math.round(countNewCharacters(["协议 ok ".repeat(20_000)], []).unspaced / 1000);
  expect(unspaced).toBeGreaterThan(38);
  expect(unspaced).toBeLessThan(42);
  expect(countNewCharacters(["x".repeat(100_000)], [])).toEqual({ unspaced: 0, spaced: 100_000 });
});

it("finds the exact difference of texts of any length", () => {
  const plainly = (text: string, other: string): string => {
    let start = 0;
    const shorter = Math.min(text.length, other.length);
    while (start < shorter && text[start] === other[start]) start += 1;
    let end = 0;
    while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
    return text.slice(start, text.length - end);
  };
  const part = fc
    .tuple(fc.constantFrom("a", "ab", "协议"), fc.nat(5000))
    .map(([unit, times]) => unit.repeat(times));
  const some = fc.string({ maxLength: 3 });
  fc.assert(
    fc.property(part, some, some, part, (begin, a, b, end) => {
      const [text, other] = [begin + a + end, begin + b + end];
      expect(differingPart(text, other)).toBe(plainly(text, other));
    }),
    { numRuns: 60 },
  );
});

it("keeps no more texts than needed", () => {
  const fatigue = approving(500, 900);
  expect(fatigue.seen).toHaveLength(60);
  const long = afterApproval(INITIAL_FATIGUE, ["x".repeat(300_000)], { atMs: 0, viewedMs: 1 });
  expect(long.seen).toEqual([]);
});

describe("a batch", () => {
  const many = (count: number): string[][] => Array.from({ length: count }, (_, n) => [text(n)]);

  it("of fifty in a second causes a remark, as so many approvals would", () => {
    const tired = afterBatchApproval(INITIAL_FATIGUE, batchReading(many(50), []), {
      atMs: 1000,
      viewedMs: 1000,
    });
    const remark = remarkOf(tired, 2000);
    expect(remark).toMatchObject({ count: 50, hadMs: 1000 });
    expect(remark?.neededMs).toBeCloseTo(batchReading(many(50), []).neededMs, -3);
    expect(remark?.neededMs).toBeGreaterThan(600_000);
  });

  it("that was read, or has nothing new, causes none", () => {
    const needed = batchReading(many(20), []).neededMs;
    const read = afterBatchApproval(INITIAL_FATIGUE, batchReading(many(20), []), {
      atMs: 1000,
      viewedMs: needed,
    });
    expect(remarkOf(read, 2000)).toBe(null);
    const same = Array.from({ length: 50 }, () => [text(1)]);
    const known = afterApproval(INITIAL_FATIGUE, [text(1)], { atMs: 500, viewedMs: 60_000 });
    expect(
      remarkOf(
        afterBatchApproval(known, batchReading(same, known.seen), { atMs: 1000, viewedMs: 10 }),
        2000,
      ),
    ).toBe(null);
  });

  it.each([
    ["nearly the same", (n: number) => `${"The same words. ".repeat(6400)}${n}`],
    ["long and new", (n: number) => `${n} ${"All other words. ".repeat(6000)}${n}`],
  ])("of 200 texts of 100 kB that are %s is measured quickly", (_what, textOf) => {
    const batch = Array.from({ length: 200 }, (_, n) => [textOf(n)]);
    const tookMs = [1, 2, 3].map(() => costMs(() => batchReading(batch, [])));
    // Takes some 40 ms; a plain comparison took two seconds.
    expect(Math.min(...tookMs)).toBeLessThan(400);
  });

  it("continues the streak before it, and starts again after a break", () => {
    const before = approving(5, 900);
    const lastMs = before.streak.at(-1)?.atMs ?? 0;
    const next = (atMs: number) =>
      afterBatchApproval(before, batchReading(many(5), before.seen), { atMs, viewedMs: 900 });
    expect(next(lastMs + 1000).streak).toHaveLength(10);
    expect(next(lastMs + 120_000).streak).toHaveLength(5);
  });
});
