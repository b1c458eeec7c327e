// Stretches of the chain: each wanted row is in one, and gaps occur only between signed rows.
import fc from "fast-check";
import { expect, it } from "vitest";
import { spansOf } from "./spans.ts";

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { maxLength: 40 });
const ascending = (given: readonly number[]): number[] => given.toSorted((a, b) => a - b);

it("holds every wanted row, and leaves out only what signatures enclose", () => {
  fc.assert(
    fc.property(numbers, numbers, (some, marks) => {
      const wanted = ascending(some);
      const signed = ascending(marks).map((seq) => ({ seq }));
      const head = 2000;
      const spans = spansOf(wanted, signed, head);
      expect(
        wanted.every((seq) => spans.some(({ first, last }) => first <= seq && seq <= last)),
      ).toBe(true);
      expect(spans[0]?.first).toBe(1);
      for (const [index, { first, last }] of spans.entries()) {
        if (index > 0) {
          expect(signed).toContainEqual({ seq: first - 1 });
          expect(signed).toContainEqual({ seq: spans[index - 1]?.last });
          expect(first).toBeGreaterThan((spans[index - 1]?.last ?? 0) + 1);
        }
        if (spans.length > 1) expect(signed).toContainEqual({ seq: last });
      }
    }),
  );
});

it("takes a few rows out of many", () => {
  const signed = Array.from({ length: 100 }, (_, index) => ({ seq: (index + 1) * 100 }));
  expect(spansOf([5_050, 5_051, 9_999], signed, 10_000)).toEqual([
    { first: 1, last: 100 },
    { first: 5_001, last: 5_100 },
    { first: 9_901, last: 10_000 },
  ]);
});
