// Which new requests are held back from the list: none while it is empty, whatever it held before.
import { expect, it } from "vitest";
import { notYetListed } from "./useArrivals.ts";

it("holds back new requests beside those shown", () => {
  expect(notYetListed(["a", "b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: false });
  expect(notYetListed(["a"], new Set(["a"]))).toEqual({ fresh: [], empty: false });
});

it("counts a list as empty at the start, and again once all shown requests are gone", () => {
  expect(notYetListed(["a"], new Set())).toEqual({ fresh: ["a"], empty: true });
  expect(notYetListed(["b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: true });
});
