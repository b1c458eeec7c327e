// The half-second guard of a batch starts anew with everything that changes what would leave.
import { expect, it } from "vitest";
import { batchGuard, namesOf } from "./batchGuard.ts";

const marked = [
  { id: "a", revision: 1 },
  { id: "b", revision: 1 },
];
const all = namesOf(marked);

it("starts anew when what goes is known, or is something else, though the same are marked", () => {
  const names = [
    batchGuard("m", marked, "", false),
    batchGuard("m", marked, "", true),
    batchGuard("m", marked, all, false),
    batchGuard("m", marked, all, true),
    batchGuard("m", marked, namesOf(marked.slice(1)), true),
  ];
  expect(new Set(names).size).toBe(names.length);
});

it("starts anew with another model, another one that is marked, and one that has changed", () => {
  const names = [
    batchGuard("m", marked, all, true),
    batchGuard("n", marked, all, true),
    batchGuard(null, marked, all, true),
    batchGuard("m", marked.slice(1), all, true),
    batchGuard("m", [marked[0] ?? { id: "", revision: 0 }, { id: "b", revision: 2 }], all, true),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(batchGuard("m", [...marked], all, true)).toBe(names[0]);
});
