// Characters that nobody sees are taken out at their places; every other character stays.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../../json.ts";
import { findingsOf } from "../findings.ts";
import { removalsOf, removed } from "./removal.ts";

const without = (document: Json): Json =>
  removalsOf(findingsOf(document)).reduce<Json>((now, removal) => removed(now, removal), document);

it("takes out what is found and leaves what does honest work", () => {
  expect(without({ a: ["x\u200By\u202Ez", "👩‍👧 é"], b: { c: "\u{E0068}\u{E0069}" } })).toEqual({
    a: ["xyz", "👩‍👧 é"],
    b: { c: "" },
  });
});

it("leaves names of members", () => {
  expect(without({ "a\u200B": 1 })).toEqual({ "a\u200B": 1 });
});

it("leaves nothing of what was found, and the rest as it was", () => {
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
