// Which rule is named where none decided: one that matches and does not hold, the likeliest to be missed first.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowOf } from "../../filter/columns.ts";
import { facts } from "../../filter/testing.ts";
import type { JudgeContext } from "./judge.ts";
import { lapsedFor } from "./lapsed.ts";
import { ruleSchema } from "../rule.ts";
import type { Rule } from "../rule.ts";

const NOW_MS = 5000;
const HASH = "a".repeat(64);
const context: JudgeContext = {
  gate: "request",
  nowMs: NOW_MS,
  askedHash: HASH,
  thread: "run",
  judged: [],
  server: { id: "srv", identity: null, name: "own" },
};
const [some] = fc.sample(facts, { numRuns: 1, seed: 1 });
if (some === undefined) throw new Error("no facts");
const item = { row: rowOf({ ...some, serverName: "atlas" }), indexed: () => " sea " };

const over = { kind: "until", atMs: NOW_MS } as const;
const rule = (more: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "r", decide: "allow", when: "server:atlas", ...more });
const why = (rules: readonly Rule[]): string | undefined =>
  lapsedFor(rules, context, () => item)?.why;

it.each<[Partial<Rule>, string | undefined]>([
  [{ holds: over }, "time"],
  [{ holds: { kind: "until", atMs: NOW_MS + 1 } }, undefined],
  [{ holds: { kind: "uses", left: 0 } }, "uses"],
  [{ holds: { kind: "thread", thread: "another" } }, "run"],
  [{ holds: { kind: "thread", thread: "run" } }, undefined],
  [{ exactly: "b".repeat(64) }, "exactly"],
  [{ exactly: HASH }, undefined],
  [{ holds: over, on: false }, undefined],
  [{ holds: over, gate: "response" }, undefined],
  [{ holds: over, gate: "both" }, "time"],
  [{ holds: over, when: "server:other" }, undefined],
  [{ holds: over, when: "text:sea" }, "time"],
])("%j: %s", (more, expected) => {
  expect(why([rule(more)])).toBe(expected);
});

it("names an expired rule before one for another request", () => {
  const ended = rule({ id: "ended", holds: over, when: "text:sea" });
  expect(why([rule({ exactly: "b".repeat(64) }), ended])).toBe("time");
});

it("reports nothing for a rule whose last use was this request", () => {
  const used = rule({ holds: { kind: "uses", left: 0 } });
  const judged = [{ atMs: 1, gate: "request", rule: used, decide: "allow" }] as const;
  // No reason is worked out where no rule is missed.
  const asked = () => {
    throw new Error("asked for");
  };
  expect(lapsedFor([used, rule({})], { ...context, judged }, asked)).toBeNull();
});
