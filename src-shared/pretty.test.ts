// Formatting JSON changes white space and nothing else.
import fc from "fast-check";
import { expect, it } from "vitest";
import { prettyJson } from "./pretty.ts";
import { costMs } from "./testing.ts";

it("writes what JSON.stringify writes, whatever the white space", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 7, "\t"), (value, indent) => {
      expect(prettyJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("keeps digits, escapes, duplicate fields and their order", () => {
  const text = '{"b":12345678901234567890,"1":1.0,"b":"\\u0041\\/","a":[],"e":{ }, "x":-0}';
  expect(prettyJson(text)).toBe(
    '{\n  "b": 12345678901234567890,\n  "1": 1.0,\n  "b": "\\u0041\\/",\n  "a": [],\n  "e": {},\n  "x": -0\n}',
  );
});

it("loses nothing of text that is invalid or truncated JSON", () => {
  const dense = (text: string): string => text.replaceAll(/\s/g, "");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(200), (text, end) => {
      const cut = text.slice(0, end);
      expect(dense(prettyJson(cut))).toBe(dense(cut));
    }),
  );
});

it("limits its output for deep nesting", () => {
  expect(prettyJson("[".repeat(100_000)).length).toBeLessThan(13_000_000);
});

it("formats a large text quickly", () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, s: "x".repeat(30) })));
  expect(costMs(() => prettyJson(text))).toBeLessThan(2000);
});
