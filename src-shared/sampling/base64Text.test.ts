// What can be mended without guessing is the same bytes; everything else is left for a person.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isBase64, mendBase64 } from "./base64Text.ts";

it.each([
  ["lines", "aGVs\r\nbG8h\n", "aGVsbG8h"],
  ["no padding", "aGVsbG8", "aGVsbG8="],
  ["the alphabet for addresses", "-_-_", "+/+/"],
  ["a whole address", "data:image/png;base64,aGVsbG8h", "aGVsbG8h"],
  ["all of it", " data:text/plain;charset=utf-8;base64,\n-_ -_\tYQ", "+/+/YQ=="],
])("mends %s", (_, text, mended) => {
  expect(mendBase64(text)).toBe(mended);
});

it.each(["", "aGVsbG8h", "not base64!", "a", "aGVsb", "日本", "data:image/png,aGVsbG8h", "===="])(
  "leaves %j alone",
  (text) => expect(mendBase64(text)).toBeNull(),
);

it("gives back exactly the bytes that any careless encoder meant", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.boolean(), (bytes, url) => {
      const standard = Buffer.from(bytes).toString("base64");
      const careless = url
        ? Buffer.from(bytes).toString("base64url")
        : standard.replace(/.{76}/g, "$&\r\n");
      const mended = isBase64(careless) ? careless : mendBase64(careless);
      expect(mended).toBe(standard);
    }),
  );
});
