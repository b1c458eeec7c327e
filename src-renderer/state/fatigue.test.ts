// Too fast to be read, again and again: when that is said, and when it is not.
import { describe, expect, it } from "vitest";
import { approved, awake, newIn, readingMs, remarkOf, rested, wentOn } from "./fatigue.ts";
import type { Fatigue } from "./fatigue.ts";

const text = (n: number, length = 600): string =>
  Array.from({ length: length / 6 }, (_, at) =>
    `w${(n * 7919 + at * 104_729) % 9973}`.padEnd(5),
  ).join(" ");

function approving(
  count: number,
  viewedMs: number,
  from: Fatigue = rested,
  stepMs = 2000,
): Fatigue {
  let fatigue = from;
  const before = from.streak.at(-1)?.atMs ?? 0;
  for (let n = 0; n < count; n += 1) {
    fatigue = approved(fatigue, [text(n + count * 100)], {
      atMs: before + (n + 1) * stepMs,
      viewedMs,
    });
  }
  return fatigue;
}

it("knows how fast people read, in Latin and in Chinese", () => {
  // 400 words of a minute, by the measured characters of each.
  expect(readingMs({ others: 1731, paired: 0 })).toBeCloseTo(60_000, -2);
  expect(readingMs({ others: 0, paired: 447 })).toBeCloseTo(60_000, -2);
});

describe("a remark", () => {
  it("comes with the tenth in a row that nobody could have read", () => {
    expect(remarkOf(approving(9, 900), 20_000)).toBe(null);
    const remark = remarkOf(approving(10, 900), 20_000);
    expect(remark).toMatchObject({ count: 10, hadMs: 9000 });
    expect(remark?.neededMs).toBeGreaterThan(100_000);
  });

  it("does not come where one of them was read, or the person did something else", () => {
    const read = approved(approving(9, 900), [text(1)], { atMs: 19_000, viewedMs: 60_000 });
    expect(remarkOf(approving(9, 900, read), 40_000)).toBe(null);
    expect(remarkOf(approving(9, 900, awake(approving(9, 900))), 40_000)).toBe(null);
  });

  it("goes away after a break, and comes again after twice as many", () => {
    const tired = approving(10, 900);
    expect(remarkOf(tired, 20_000 + 120_000)).toBe(null);
    const late = approved(tired, [text(500)], { atMs: 20_000 + 120_000, viewedMs: 900 });
    expect(late.streak).toHaveLength(1);
    const on = wentOn(tired);
    expect(remarkOf(approving(19, 900, on), 40_000)).toBe(null);
    expect(remarkOf(approving(20, 900, on), 40_000)).toMatchObject({ count: 20 });
    let often = tired;
    for (let n = 0; n < 9; n += 1) often = wentOn(often);
    expect(often.remarkAt).toBe(80);
  });

  it("says nothing of requests that are nearly the same as those before: there is little to read", () => {
    let fatigue = rested;
    for (let n = 0; n < 30; n += 1) {
      const same = `${text(1)} file ${n}`;
      fatigue = approved(fatigue, [same, text(2)], { atMs: n * 2000, viewedMs: 1200 });
    }
    expect(remarkOf(fatigue, 60_000)).toBe(null);
  });
});

it("counts what is new only, characters of each script by themselves", () => {
  expect(newIn(["abc 协议"], [])).toEqual({ paired: 2, others: 4 });
  expect(newIn(["the same"], ["other", "the same"])).toEqual({ paired: 0, others: 0 });
  expect(newIn(["begin 1 end"], ["begin 22 end"])).toEqual({ paired: 0, others: 1 });
});

it("keeps no more texts than it needs", () => {
  const fatigue = approving(500, 900);
  expect(fatigue.seen).toHaveLength(60);
  const long = approved(rested, ["x".repeat(300_000)], { atMs: 0, viewedMs: 1 });
  expect(long.seen).toEqual([]);
});
