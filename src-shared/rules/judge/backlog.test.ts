// The guard of “Let them decide” starts anew with everything that changes what would be decided.
import { expect, it } from "vitest";
import type { BacklogVerdict } from "./backlogPreview.ts";
import { backlogGuardKey } from "./backlog.ts";

const one: BacklogVerdict = {
  id: "a",
  gate: "request",
  rule: { id: "r", name: "R" },
  decide: "allow",
  ruleHash: "a",
};
const guard = (...would: BacklogVerdict[]): string =>
  backlogGuardKey({ kind: "fits", would, mine: 0 });

it("changes with the request, gate, rule, decision or edit, and with nothing else", () => {
  const others: BacklogVerdict[][] = [
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
