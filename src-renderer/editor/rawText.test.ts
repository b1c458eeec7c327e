import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyRaw, hasMixedEnds, joinRaw, rawText } from "./rawText.ts";

const text = fc
  .array(fc.constantFrom("a", "bc", "", "\r", "\n", "\r\n", "你"), { maxLength: 20 })
  .map((parts) => parts.join(""));

describe("rawText", () => {
  it("splits a text and joins it again unchanged", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(joinRaw(rawText(value))).toBe(value);
      }),
    );
  });

  it("keeps the line endings that an edit does not touch", () => {
    const raw = rawText("one\r\ntwo\nthree\rfour");
    const edit = { startLine: 2, startColumn: 1, endLine: 2, endColumn: 4, text: "2\nand a half" };
    expect(joinRaw(applyRaw(raw, [edit]))).toBe("one\r\n2\nand a half\nthree\rfour");
  });

  it("replaces exactly the characters between two places, anywhere", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), text, (value, a, b, put) => {
        const raw = rawText(value);
        const places = raw.lines.flatMap((line, index) =>
          Array.from({ length: line.length + 1 }, (_, column) => [index + 1, column + 1] as const),
        );
        const [i, j] = [a % places.length, b % places.length].toSorted((x, y) => x - y);
        const [startLine, startColumn] = places[i ?? 0] ?? [1, 1];
        const [endLine, endColumn] = places[j ?? 0] ?? [1, 1];
        const offset = (line: number, column: number): number =>
          raw.lines
            .slice(0, line - 1)
            .reduce((sum, l, n) => sum + l.length + (raw.ends[n] ?? "").length, 0) +
          column -
          1;
        const plain = put.replaceAll(/\r\n|\r/g, "\n");
        const wanted =
          value.slice(0, offset(startLine, startColumn)) +
          plain +
          value.slice(offset(endLine, endColumn));
        const got = applyRaw(raw, [{ startLine, startColumn, endLine, endColumn, text: put }]);
        expect(joinRaw(got)).toBe(wanted);
      }),
    );
  });

  it("detects mixed line endings", () => {
    expect(hasMixedEnds("a\nb\nc")).toBe(false);
    expect(hasMixedEnds("a\r\nb\r\n")).toBe(false);
    expect(hasMixedEnds("a\r\nb\n")).toBe(true);
    expect(hasMixedEnds("a\rb")).toBe(true);
  });
});
