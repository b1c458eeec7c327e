// Which new requests are held back from the list: none while it is empty, whatever it held before.
import { expect, it } from "vitest";
import { notYetListed } from "./useArrivals.ts";

it("holds back what is new beside what is shown", () => {
  expect(notYetListed(["a", "b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: false });
  expect(notYetListed(["a"], new Set(["a"]))).toEqual({ fresh: [], empty: false });
});

it("takes a list as empty at the start, and again once all that was shown is gone", () => {
  expect(notYetListed(["a"], new Set())).toEqual({ fresh: ["a"], empty: true });
  expect(notYetListed(["b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: true });
});
