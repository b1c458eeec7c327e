import { expect, it } from "vitest";
import { pagesOf } from "./guestRequests.ts";

it("reads a bounded number of requests and bytes at once, and a large request alone", () => {
  const MiB = 1024 * 1024;
  const sizes: Record<string, number> = { a: 9 * MiB, b: 7 * MiB, c: 1, d: 90 * MiB, e: 1, f: 1 };
  expect(pagesOf(Object.keys(sizes), (id) => sizes[id] ?? 0)).toEqual([
    ["a", "b"],
    ["c"],
    ["d"],
    ["e", "f"],
  ]);
  const many = Array.from({ length: 120 }, (_, at) => String(at));
  expect(pagesOf(many, () => 1).map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pagesOf([], () => 1)).toEqual([]);
});
