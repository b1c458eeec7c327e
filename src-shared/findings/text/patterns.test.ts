// One pass finds what each pattern finds alone, however they overlap.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Patterns } from "./patterns.ts";
import { stretchesOf } from "../redaction/redactSpellings.ts";
import type { Stretch } from "../redaction/redactSpellings.ts";

/** Letter by letter and value by value. */
function plainly(text: string, values: readonly string[]): Stretch[] {
  const covered = Array.from({ length: text.length }, () => false);
  const joined = Array.from({ length: text.length }, () => false);
  const found: Stretch[] = [];
  for (const value of values) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
      found.push({ start: at, end: at + value.length, value });
      covered.fill(true, at, at + value.length);
      joined.fill(true, at + 1, at + value.length);
    }
  }
  const stretches: Stretch[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (covered[start] !== true || joined[start] === true) continue;
    let end = start + 1;
    while (joined[end] === true) end += 1;
    const inside = found.filter((one) => one.start >= start && one.end <= end);
    const most = Math.max(...inside.map(({ value }) => value.length));
    const first = inside.filter(({ value }) => value.length === most);
    first.sort((a, b) => a.start - b.start);
    stretches.push({ start, end, value: first[0]?.value ?? "" });
  }
  return stretches;
}

const letters = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength });
/** Longer than the distinguishing prefix of the patterns, with the same beginning. */
const long = fc
  .tuple(fc.constantFrom("a", "ab"), letters(3))
  .map(([unit, end]) => unit.repeat(70) + end);

it("finds in chunks what each pattern finds alone", { tags: ["long"] }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(letters(4), long), { maxLength: 8 }),
      fc.array(fc.oneof(letters(20), long)),
      (values, texts) => {
        const text = texts.join("");
        const patterns = new Patterns(values);
        expect(stretchesOf(text, patterns)).toEqual(plainly(text, values));
        expect(patterns.heldBy(text)).toEqual(
          new Set(values.filter((value) => text.includes(value))),
        );
      },
    ),
    { numRuns: 500 },
  );
});

it(
  "takes no longer for 480 values than for a few, even with a common prefix",
  { tags: ["long"] },
  () => {
    const mails = Array.from({ length: 480 }, (_, at) => `anna.lindqvist.${at}@example.com`);
    const text = Array.from({ length: 60_000 }, (_, at) => mails[at % 480])
      .join(" ")
      .slice(0, 2_000_000);
    const took = (values: readonly string[]): number => {
      const patterns = new Patterns(values);
      const beganMs = performance.now();
      stretchesOf(text, patterns);
      return performance.now() - beganMs;
    };
    const few = Math.min(...[1, 2, 3].map(() => took(mails.slice(0, 5))));
    const many = Math.min(...[1, 2, 3].map(() => took(mails)));
    expect(many).toBeLessThan(few * 16 + 20);
  },
);
