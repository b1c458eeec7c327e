// What is held back from the list: nothing while it is empty, whatever was in it before.
import { expect, it } from "vitest";
import { pendingOf } from "./useArrivals.ts";

it("holds back what is new beside what is shown", () => {
  expect(pendingOf(["a", "b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: false });
  expect(pendingOf(["a"], new Set(["a"]))).toEqual({ fresh: [], empty: false });
});

it("takes a list as empty at the start, and again once all that was shown is gone", () => {
  expect(pendingOf(["a"], new Set())).toEqual({ fresh: ["a"], empty: true });
  expect(pendingOf(["b"], new Set(["a"]))).toEqual({ fresh: ["b"], empty: true });
});
