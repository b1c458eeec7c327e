import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedLines, lineOf } from "./marks.ts";

describe("changedLines", () => {
  it("names the lines that differ, in several places", () => {
    expect(changedLines("a\nb\nc\nd", "a\nB\nc\nd")).toEqual([2]);
    expect(changedLines("a\nb\nc\nd", "A\nb\nnew\nc\nD")).toEqual([1, 3, 5]);
    expect(changedLines("a\nb\nc", "a\nb\nc")).toEqual([]);
  });
  it("marks the place where lines were only removed", () => {
    expect(changedLines("a\nb\nc", "a\nc")).toEqual([2]);
    expect(changedLines("a\nb", "a")).toEqual([1]);
  });
  it("names a line for every difference, and only existing lines", () => {
    const text = fc.array(fc.constantFrom("x", "y", "z"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const lines = changedLines(a.join("\n"), b.join("\n"));
        expect(lines.length > 0).toBe(a.join() !== b.join());
        expect(lines.every((line) => line >= 1 && line <= b.length)).toBe(true);
      }),
    );
  });
});

describe("lineOf", () => {
  it("counts every kind of line ending once", () => {
    expect([0, 1, 2, 3, 5, 6].map((offset) => lineOf("a\nb\r\nc\rd", offset))).toEqual([
      1, 1, 2, 2, 3, 3,
    ]);
  });
});
