// What is said of a rule that has prepared a request and would no longer do so.
import { expect, it } from "vitest";
import type { Judged } from "../ipc/rules.ts";
import type { JudgeContext } from "./judge.ts";
import { ruleSchema } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { sinceThen } from "./since.ts";

const NOW_MS = 5000;
const changes = { redact: ["personal" as const], maxTokens: 50 };
const judged: Judged = {
  ...{ atMs: 1, gate: "request", rule: { id: "r", name: "r" }, decide: "ask", changes },
};
const context: JudgeContext = {
  ...{ gate: "request", nowMs: NOW_MS, askedHash: "a".repeat(64), thread: null, judged: [judged] },
};
const rule = (more: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "r", decide: "ask", changes, ...more });

it.each<[string, Partial<Rule>, string | null]>([
  ["as it was", {}, null],
  [
    "with another name and order of members",
    { name: "s", changes: { maxTokens: 50, redact: ["personal"] } },
    null,
  ],
  ["switched off", { on: false }, "off"],
  ["ended", { holds: { kind: "until", atMs: NOW_MS } }, "time"],
  ["not ended yet", { holds: { kind: "until", atMs: NOW_MS + 1 } }, null],
  ["used up by this very request", { holds: { kind: "uses", left: 0 } }, null],
  ["without its redaction", { changes: { maxTokens: 50 } }, "changed"],
  ["without any change", { changes: undefined }, "changed"],
  ["for answers alone", { gate: "response" }, "changed"],
  ["for another very request", { exactly: "b".repeat(64) }, "changed"],
])("a rule %s", (_, more, expected) => {
  expect(sinceThen(judged, [rule({ id: "other" }), rule(more)], context)).toBe(expected);
});

it("tells that it is removed, or has no use left for what it was held back from", () => {
  expect(sinceThen(judged, [rule({ id: "other" })], context)).toBe("removed");
  const held: Judged = { ...judged, decide: "allow", held: { kind: "flags" } };
  const used = rule({ decide: "allow", holds: { kind: "uses", left: 0 } });
  expect(sinceThen(held, [used], { ...context, judged: [held] })).toBe("uses");
});

it("has nothing to say of a rule that prepared nothing", () => {
  const { changes: _, ...plain } = judged;
  expect(sinceThen(plain, [], context)).toBeNull();
});
