// The guard of gate 1 starts again with every change of what would be sent.
import { expect, it } from "vitest";
import { gate1Guard, lateScans } from "./gate1Guard.ts";
import type { Judged } from "#shared/rules/judged.ts";

const judged: Judged[] = [{ gate: "request", decide: "ask" } as Judged];

const model = (modelId: string, lost = false) => ({
  ranked: { first: { providerId: "p", modelId } },
  lost,
});
const one = model("one");

it("starts again when a rule has judged, though the revision stays", () => {
  const before = gate1Guard({}, true, null, one);
  const after = gate1Guard({ judged }, true, null, one);
  expect(after).not.toBe(before);
  expect(gate1Guard({ judged: [...judged, ...judged] }, true, null, one)).not.toBe(after);
});

it("starts again when another model takes the place of the present one", () => {
  const names = [
    gate1Guard({}, true, null, one),
    gate1Guard({}, true, null, model("two")),
    gate1Guard({}, true, null, model("two", true)),
    gate1Guard({}, true, null, { ranked: { first: null }, lost: false }),
  ];
  expect(new Set(names).size).toBe(names.length);
});

it("starts again after a late scan, and not after one in time", () => {
  const look = { atMs: 1, gate: "request" as const, hash: "h", findings: [] };
  const before = gate1Guard({}, true, null, one);
  expect(gate1Guard({ inspected: [look] }, true, null, one)).toBe(before);
  expect(gate1Guard({ inspected: [{ ...look, late: true }] }, true, null, one)).not.toBe(before);
  const answer = { ...look, gate: "response" as const, late: true as const };
  expect(gate1Guard({ inspected: [answer] }, true, null, one)).toBe(before);
  expect(lateScans({ inspected: [answer] }, "response")).not.toBe("");
});

it("starts again when a rule's redactions are known, and when context was gathered", () => {
  const names = [
    gate1Guard({ judged }, true, "looking", one),
    gate1Guard({ judged }, true, "late", one),
    gate1Guard({ judged }, true, null, one),
    gate1Guard({ judged }, false, null, one),
  ];
  expect(new Set(names).size).toBe(names.length);
});
