// Laying JSON out changes white space and nothing else.
import fc from "fast-check";
import { expect, it } from "vitest";
import { prettyJson } from "./pretty.ts";
import { costMs } from "./testing.ts";

it("writes what JSON.stringify writes, whatever white space there was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 7, "\t"), (value, indent) => {
      expect(prettyJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("keeps digits, escapes, repeated members and their order", () => {
  const text = '{"b":12345678901234567890,"1":1.0,"b":"\\u0041\\/","a":[],"e":{ }, "x":-0}';
  expect(prettyJson(text)).toBe(
    '{\n  "b": 12345678901234567890,\n  "1": 1.0,\n  "b": "\\u0041\\/",\n  "a": [],\n  "e": {},\n  "x": -0\n}',
  );
});

it("loses nothing of what is no JSON or only its beginning", () => {
  const dense = (text: string): string => text.replaceAll(/\s/g, "");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(200), (text, end) => {
      const cut = text.slice(0, end);
      expect(dense(prettyJson(cut))).toBe(dense(cut));
    }),
  );
});

it("does not grow without end where something nests without end", () => {
  expect(prettyJson("[".repeat(100_000)).length).toBeLessThan(13_000_000);
});

it("lays a large text out in a moment", () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, s: "x".repeat(30) })));
  expect(costMs(() => prettyJson(text))).toBeLessThan(2000);
});
