import { expect, it } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import { plainHasher } from "../testing/fakes.ts";
import { isAsPreviewed, verdictHash } from "./ruleVerdict.ts";

it("holds a rule to what the user was told that it would decide", () => {
  const rule = ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", gate: "both" });
  const said = {
    gate: "request" as const,
    rule: { id: "r", name: "Rule" },
    decide: "allow" as const,
  };
  const now = { rule, said };
  const told = {
    id: "s",
    gate: "request" as const,
    ruleId: "r",
    decide: "allow" as const,
    ruleHash: verdictHash(now, plainHasher),
  };
  expect(isAsPreviewed(told, now, plainHasher)).toBe(true);
  const others = [
    { rule, said: { ...said, held: { kind: "flags" as const } } },
    { rule, said: { ...said, gate: "response" as const } },
    { rule, said: { ...said, model: { providerId: "p", modelId: "m" } } },
    { rule: { ...rule, decide: "refuse" as const }, said },
    { rule: { ...rule, id: "other" }, said },
    { rule: { ...rule, when: "server:other" }, said },
  ];
  for (const other of others) expect(isAsPreviewed(told, other, plainHasher)).toBe(false);
  // A rule with another number of uses left is the same rule.
  const few = { ...rule, holds: { kind: "uses" as const, left: 2 } };
  const toldFew = { ...told, ruleHash: verdictHash({ rule: few, said }, plainHasher) };
  const used = { ...rule, holds: { kind: "uses" as const, left: 1 } };
  expect(isAsPreviewed(toldFew, { rule: used, said }, plainHasher)).toBe(true);
});
