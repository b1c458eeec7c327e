// The guard of “Let them decide” starts anew with everything that changes what would be decided.
import { expect, it } from "vitest";
import type { WaitingDecided } from "./waitingTold.ts";
import { waitingGuard } from "./waiting.ts";

const one: WaitingDecided = {
  id: "a",
  gate: "request",
  rule: { id: "r", name: "R" },
  decide: "allow",
  ruleHash: "a",
};
const guard = (...would: WaitingDecided[]): string =>
  waitingGuard({ kind: "fits", would, mine: 0 });

it("is another one for another request, gate, rule, decision or edit, and the same for the same", () => {
  const others: WaitingDecided[][] = [
    [],
    [{ ...one, id: "b" }],
    [{ ...one, gate: "response" }],
    [{ ...one, rule: { id: "s", name: "R" } }],
    [{ ...one, decide: "refuse" }],
    [{ ...one, ruleHash: "b" }],
    [one, { ...one, id: "b" }],
  ];
  expect(new Set([guard(one), ...others.map((would) => guard(...would))]).size).toBe(8);
  expect(guard({ ...one })).toBe(guard(one));
});
