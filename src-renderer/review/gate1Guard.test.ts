// The half-second guard of gate 1 starts anew with everything that changes what would leave.
import { expect, it } from "vitest";
import type { Judged } from "../../src-shared/ipc/rules.ts";
import { gate1Guard } from "./gate1Guard.ts";

const judged: Judged[] = [{ gate: "request", decide: "ask" } as Judged];

it("starts anew when a rule has said something, though the revision stays", () => {
  const before = gate1Guard({}, true, null);
  const after = gate1Guard({ judged }, true, null);
  expect(after).not.toBe(before);
  expect(gate1Guard({ judged: [...judged, ...judged] }, true, null)).not.toBe(after);
});

it("starts anew when what a rule replaces is known, and when context was gathered", () => {
  const names = [
    gate1Guard({ judged }, true, "looking"),
    gate1Guard({ judged }, true, "late"),
    gate1Guard({ judged }, true, null),
    gate1Guard({ judged }, false, null),
  ];
  expect(new Set(names).size).toBe(names.length);
});
