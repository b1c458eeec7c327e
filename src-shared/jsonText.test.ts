import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "./json.ts";
import { repeatedField, rewritten } from "./jsonText.ts";

it.each<[was: string, is: Json, written: string]>([
  [' {"b" : 1.0,\n\t"a":[ 1e2 ,2]} \n', { b: 1, a: [100, 2] }, ' {"b" : 1.0,\n\t"a":[ 1e2 ,2]} \n'],
  [
    '{"a": 12345678901234567890, "b": 1}',
    { a: Number("12345678901234567890"), b: 2 },
    '{"a": 12345678901234567890, "b": 2}',
  ],
  ['{ "a": 1, "b": 2 }', { b: 2, c: [3] }, '{ "b": 2,"c":[3] }'],
  ["[ ]", [1], "[1 ]"],
  ["{}", { a: 1 }, '{"a":1}'],
  ["[1, [2.0,3], 4]", [1, [2, 5], 4], "[1, [2.0,5], 4]"],
  ["[1.0, 2.0, 3.0]", [1, 3], "[1.0,3.0]"],
  ["[1.0, 3.0]", [1, 2, 3], "[1.0,2,3.0]"],
  ["[1.0]", [], "[]"],
  ['{"a":"\\u0041\\"]}","b":0}', { a: 'A"]}', b: 1 }, '{"a":"\\u0041\\"]}","b":1}'],
  [
    '{"__proto__":{"a":1.0},"b":1}',
    JSON.parse('{"__proto__":{"a":1}}') as Json,
    '{"__proto__":{"a":1.0}}',
  ],
  ["1.50", "x", '"x"'],
])("keeps the spelling of what stays: %s", (was, is, written) => {
  expect(rewritten(was, is)).toBe(written);
});

const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

it("says any value, and the text itself where nothing changed", () => {
  fc.assert(
    fc.property(value, value, fc.integer({ min: 0, max: 3 }), (was, is, spaces) => {
      const text = JSON.stringify(was, null, spaces);
      expect(rewritten(text, JSON.parse(text) as Json)).toBe(text);
      expect(JSON.parse(rewritten(text, is))).toEqual(JSON.parse(JSON.stringify(is)));
    }),
  );
});

it.each<[string, string | null]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', null],
  ['{"a":"a\\":","b":["a","a"]}', null],
  ['{"a":1,"\\u0061":2}', "a"],
  ['[{"x":{"y" :1, "z":[], "y"\n:2}}]', "y"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
])("names the field that %s has twice: %s", (text, name) => {
  expect(repeatedField(text)).toBe(name);
});
