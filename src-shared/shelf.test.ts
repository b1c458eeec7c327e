import fc from "fast-check";
import { expect, it } from "vitest";
import { charactersOf, Shelf } from "./shelf.ts";

it("keeps the newest by number and by size, and the very newest whatever its size", () => {
  const shelf = new Shelf(3, 100);
  expect([shelf.put("a", 10), shelf.put("b", 10), shelf.put("c", 10)]).toEqual([[], [], []]);
  expect(shelf.put("d", 10)).toEqual(["a"]);
  expect(shelf.put("e", 85)).toEqual(["b", "c"]);
  expect(shelf.put("f", 1000)).toEqual(["d", "e"]);
  shelf.take("f");
  expect(shelf.put("g", 100)).toEqual([]);
});

it("never exceeds its limits, except with the newest", () => {
  const sizes = fc.array(fc.nat(50), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 9 }), fc.nat(200), (all, count, characters) => {
      const shelf = new Shelf(count, characters);
      const kept = new Map<string, number>();
      all.forEach((size, i) => {
        kept.set(`${i}`, size);
        for (const gone of shelf.put(`${i}`, size)) expect(kept.delete(gone)).toBe(true);
        const held = [...kept.values()].reduce((sum, one) => sum + one, 0);
        expect(kept.size <= count && (held <= characters || kept.size === 1)).toBe(true);
      });
    }),
  );
});

it("counts the characters of names and texts, each object once", () => {
  const same = { ab: "cde" };
  expect(charactersOf({ x: same, y: [same, "f"] })).toBe(1 + 1 + 5 + "01".length + 1);
});
