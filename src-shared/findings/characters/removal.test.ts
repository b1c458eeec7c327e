// Invisible characters are removed at their places; every other character stays.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../../json.ts";
import { findingsOf } from "../findings.ts";
import { removalsOf, removed } from "./removal.ts";

const without = (document: Json): Json =>
  removalsOf(findingsOf(document)).reduce<Json>((now, removal) => removed(now, removal), document);

it("removes findings and keeps legitimate characters", () => {
  expect(without({ a: ["x\u200By\u202Ez", "👩‍👧 é"], b: { c: "\u{E0068}\u{E0069}" } })).toEqual({
    a: ["xyz", "👩‍👧 é"],
    b: { c: "" },
  });
});

it("keeps field names", () => {
  expect(without({ "a\u200B": 1 })).toEqual({ "a\u200B": 1 });
});

it("removes every finding and leaves the rest unchanged", () => {
  const unit = fc.constantFrom("a", "\u200B", "\u202E", "\uFEFF", "\n", "😀", "\u00AD");
  fc.assert(
    fc.property(
      fc.array(unit).map((units) => units.join("")),
      (text) => {
        const plain = [...text].filter((one) => "a\n😀".includes(one)).join("");
        expect(without({ text })).toEqual({ text: plain });
      },
    ),
  );
});
