import fc from "fast-check";
import { expect, it } from "vitest";
import { repeatedField } from "./repeatedField.ts";

it.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{ "a" : 1 , "b" : { "c" : [ { "d" : 1 , "d" : 1 } ] } }', "d"],
  ['{"a\\"":1,"b":"\\\\","a\\"":2}', 'a"'],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":"a","d":"a"}', null],
  ['["a","a"]', null],
  ['"a"', null],
  ["1", null],
])("%s", (text, name) => {
  expect(repeatedField(text)).toBe(name);
});

it("finds none in what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.json(), (text) => repeatedField(JSON.stringify(JSON.parse(text))) === null),
  );
});

it("is linear in a long string of escapes", () => {
  const long = "\\\\".repeat(1_000_000);
  expect(repeatedField(`{"a":"${long}","a":1}`)).toBe("a");
});
