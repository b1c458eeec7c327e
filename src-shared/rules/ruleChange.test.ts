// What is reported of a rule that prepared a request and would no longer do so.
import { describe, expect, it } from "vitest";
import type { Inspected } from "../findings/inspection.ts";
import type { FindingKind } from "../findings/kinds.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import type { JudgeContext } from "./judge/judge.ts";
import { ruleSchema } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { matchesAsJudged, ruleChangeSince, asJudged } from "./ruleChange.ts";
import { heldOf } from "./testing.ts";
import type { Judged } from "./judged.ts";

const NOW_MS = 5000;
const changes = { redact: ["personal" as const], maxTokens: 50 };
const judged: Judged = {
  atMs: 1,
  gate: "request",
  rule: { id: "r", name: "r" },
  decide: "ask",
  changes,
};
const context: JudgeContext = {
  gate: "request",
  nowMs: NOW_MS,
  askedHash: "a".repeat(64),
  thread: null,
  judged: [judged],
  server: { id: "srv", identity: null, name: "own" },
};
const rule = (more: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "r", decide: "ask", changes, ...more });

it.each<[string, Partial<Rule>, string | null]>([
  ["unchanged", {}, null],
  [
    "with another name and order of members",
    { name: "s", changes: { maxTokens: 50, redact: ["personal"] } },
    null,
  ],
  ["turned off", { on: false }, "off"],
  ["ended", { holds: { kind: "until", atMs: NOW_MS } }, "time"],
  ["not expired yet", { holds: { kind: "until", atMs: NOW_MS + 1 } }, null],
  ["used up by this request", { holds: { kind: "uses", left: 0 } }, null],
  ["without its redaction", { changes: { maxTokens: 50 } }, "changed"],
  ["without any change", { changes: undefined }, "changed"],
  ["for responses only", { gate: "response" }, "changed"],
  ["for exactly another request", { exactly: "b".repeat(64) }, "changed"],
])("a rule %s", (_, more, expected) => {
  expect(ruleChangeSince(judged, [rule({ id: "other" }), rule(more)], context, true)).toBe(
    expected,
  );
});

it.each<[string, Partial<Rule>, string | null]>([
  ["unchanged", {}, "unfit"],
  ["with one more change", { changes: { maxTokens: 50 } }, "unfit"],
  ["turned off", { on: false }, "off"],
  ["ended", { holds: { kind: "until", atMs: NOW_MS } }, "time"],
  ["for responses only", { gate: "response" }, "changed"],
])("a rule %s whose filter no longer matches", (_, more, expected) => {
  expect(ruleChangeSince(judged, [rule(more)], context, false)).toBe(expected);
});

describe("whether a filter matches a request as it was judged", () => {
  const found = (kind: FindingKind, atMs: number): Inspected => ({
    atMs,
    gate: "request",
    hash: "h",
    findings: [{ kind, severity: "high", path: [], offset: 0, length: 0, line: 1 }],
  });
  const asked = heldOf();
  const at = { ...judged, atMs: 1000 };
  const fits = (when: string, more: Partial<HeldRequest> = {}, off: FindingKind[] = []) => {
    const was = asJudged({ ...asked, judged: [at], ...more }, at);
    return was && matchesAsJudged(when, was, at, { indexed: () => " sea ", off });
  };

  it("looks at the request's words and facts", () => {
    expect([fits("text:sea"), fits("text:land"), fits("")]).toEqual([true, false, true]);
  });

  it("ignores later findings and decisions", () => {
    const inspected = [found("access-key", 1000), found("override", 1001)];
    expect(fits("finding:access-key", { inspected })).toBe(true);
    expect(fits("-finding:override", { inspected })).toBe(true);
    const later = { ...at, atMs: 1001, rule: { id: "later", name: "later" } };
    expect(fits("-rule:later", { judged: [at, later] })).toBe(true);
  });

  it("includes findings of kinds that are disabled now", () => {
    const inspected = [found("access-key", 1000)];
    expect(fits("finding:access-key", { inspected }, ["access-key"])).toBe(true);
    expect(fits("-finding:access-key", { inspected }, ["access-key"])).toBe(true);
  });

  it("says nothing of a replay, or of a filter that does not parse", () => {
    const reply = { kind: "replay", of: null } as HeldRequest["reply"];
    expect(asJudged({ ...asked, reply }, at)).toBeNull();
    expect(fits("((")).toBe(true);
  });
});

it("reports a removed rule, and one without uses left that was held back", () => {
  expect(ruleChangeSince(judged, [rule({ id: "other" })], context, true)).toBe("removed");
  const held: Judged = { ...judged, decide: "allow", held: { kind: "flags" } };
  const used = rule({ decide: "allow", holds: { kind: "uses", left: 0 } });
  expect(ruleChangeSince(held, [used], { ...context, judged: [held] }, true)).toBe("uses");
});

it("reports nothing for a rule that prepared nothing", () => {
  const { changes: _, ...plain } = judged;
  expect(ruleChangeSince(plain, [], context, true)).toBeNull();
});
