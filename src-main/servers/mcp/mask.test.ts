// Secrets in messages: hidden however JSON spells them, also where a text was cut; and nothing else is hidden.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Mask } from "./mask.ts";

function mask(...secrets: [string, string][]): Mask {
  const made = new Mask();
  made.learn(secrets.map(([name, value]) => ({ name, value })));
  return made;
}

it("hides a value by its name, and the credential of a header alone", () => {
  const known = mask(["API_KEY", "sk-123456"], ["Authorization", "Basic dXNlcjpwYXNz"]);
  expect(known.hide('{"a":"sk-123456","b":"xdXNlcjpwYXNzx"}')).toBe(
    '{"a":"[secret API_KEY]","b":"x[secret Authorization]x"}',
  );
});

it("hides bearer tokens that nobody configured", () => {
  expect(mask().hide('{"h":"Bearer abc.DEF-123_~+/=","say":"bearer of news"}')).toBe(
    '{"h":"Bearer [secret]","say":"bearer of news"}',
  );
});

it("hides a short value only as a whole word", () => {
  expect(mask(["PIN", "12"]).hide('{"pin":"12","n":120,"x":"a12"}')).toBe(
    '{"pin":"[secret PIN]","n":120,"x":"a12"}',
  );
});

it("prefers the longer of two values that overlap", () => {
  const known = mask(["A", "abcdef"], ["B", "abcdefghij"]);
  expect(known.hide("abcdefghij abcdef")).toBe("[secret B] [secret A]");
});

/** A JSON string with each unit spelled in one of the ways that RFC 8259 allows. */
function spelled(value: string, ways: number[]): string {
  return value
    .split("")
    .map((unit, i) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
      const plain = JSON.stringify(unit).slice(1, -1);
      const way = ways[i % ways.length] ?? 0;
      if (way === 1) return `\\u${hex}`;
      if (way === 2) return `\\u${hex.toUpperCase()}`;
      return unit === "/" && way === 3 ? "\\/" : plain;
    })
    .join("");
}

const secret = fc
  .string({ minLength: 6, maxLength: 20, unit: "grapheme" })
  .filter((value) => value.trim() === value && !/^\s*[\w-]+\s/.test(value));
const ways = fc.array(fc.nat(3), { minLength: 1, maxLength: 7 });

it("hides a value however JSON spells it", () => {
  fc.assert(
    fc.property(secret, ways, (value, how) => {
      const text = `{"a":"${spelled(value, how)}","b":"\\n"}`;
      const hidden = mask(["S", value]).hide(text);
      expect(JSON.parse(hidden)).toEqual({ a: "[secret S]", b: "\n" });
    }),
  );
});

it("hides the beginning of a value at the end of a cut text", () => {
  fc.assert(
    fc.property(secret, ways, fc.nat(), (value, how, where) => {
      const whole = `"\\n${spelled(value, how)}`;
      const cut = 4 + (where % (whole.length - 4));
      const hidden = mask(["S", value]).hide(whole.slice(0, cut), true);
      // Three units and half an escape may remain visible: so little could be chance.
      const shown = hidden.replace("[secret S]", "").slice(3);
      expect(
        shown.length === 0 || shown.replaceAll(/\\u[0-9a-fA-F]{0,4}|\\.?/g, "x").length <= 4,
      ).toBe(true);
    }),
  );
});

it("changes nothing else", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(mask(["S", "§ a value that is not there §"]).hide(text, true)).toBe(text);
    }),
  );
});
