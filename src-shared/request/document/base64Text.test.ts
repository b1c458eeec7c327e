// What can be fixed without guessing keeps its bytes; everything else is left to the user.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isBase64, fixBase64 } from "./base64Text.ts";

it.each([
  ["lines", "aGVs\r\nbG8h\n", "aGVsbG8h"],
  ["no padding", "aGVsbG8", "aGVsbG8="],
  ["the URL-safe alphabet", "-_-_", "+/+/"],
  ["a data URL", "data:image/png;base64,aGVsbG8h", "aGVsbG8h"],
  ["all of these", " data:text/plain;charset=utf-8;base64,\n-_ -_\tYQ", "+/+/YQ=="],
])("fixes %s", (_, text, mended) => {
  expect(fixBase64(text)).toBe(mended);
});

it.each(["", "aGVsbG8h", "not base64!", "a", "aGVsb", "日本", "data:image/png,aGVsbG8h", "===="])(
  "leaves %j alone",
  (text) => expect(fixBase64(text)).toBeNull(),
);

it("restores the bytes of any careless encoder", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.boolean(), (bytes, url) => {
      const standard = Buffer.from(bytes).toString("base64");
      const careless = url
        ? Buffer.from(bytes).toString("base64url")
        : standard.replace(/.{76}/g, "$&\r\n");
      const mended = isBase64(careless) ? careless : fixBase64(careless);
      expect(mended).toBe(standard);
    }),
  );
});

it("accepts exactly the base64 grammar", () => {
  const grammar = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$/;
  const unit = fc.constantFrom(
    ..."AZaz09+/",
    "=",
    "-",
    "_",
    "\n",
    "é",
    "日",
    "\ud83d",
    "\0",
    "\u0100",
  );
  const likely = fc.constantFrom(..."AZaz09+/");
  const text = fc.oneof(
    fc.uint8Array({ maxLength: 30 }).map((bytes) => [...Buffer.from(bytes).toString("base64")]),
    fc.array(unit, { maxLength: 16 }),
    fc
      .tuple(fc.array(likely, { maxLength: 16 }), fc.array(unit, { maxLength: 3 }))
      .map(([a, b]) => [...a, ...b]),
  );
  let taken = 0;
  fc.assert(
    fc.property(text, (units) => {
      const all = units.join("");
      const is = isBase64(all);
      expect(is).toBe(grammar.test(all));
      if (is && all.length > 4) taken += 1;
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(50);
});
