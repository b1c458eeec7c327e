// The guard of a batch restarts with every change of what would be sent.
import { expect, it } from "vitest";
import { batchGuardKey, versionKey } from "./batchGuard.ts";

const marked = [
  { id: "a", revision: 1 },
  { id: "b", revision: 1 },
];
const all = versionKey(marked);

it("starts again when what will be sent becomes known or changes, with the same selection", () => {
  const names = [
    batchGuardKey("m", marked, "", false),
    batchGuardKey("m", marked, "", true),
    batchGuardKey("m", marked, all, false),
    batchGuardKey("m", marked, all, true),
    batchGuardKey("m", marked, versionKey(marked.slice(1)), true),
  ];
  expect(new Set(names).size).toBe(names.length);
});

it("starts again with another model, another selected request, and a changed one", () => {
  const names = [
    batchGuardKey("m", marked, all, true),
    batchGuardKey("n", marked, all, true),
    batchGuardKey(null, marked, all, true),
    batchGuardKey("m", marked.slice(1), all, true),
    batchGuardKey("m", [marked[0] ?? { id: "", revision: 0 }, { id: "b", revision: 2 }], all, true),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(batchGuardKey("m", [...marked], all, true)).toBe(names[0]);
});
