import { expect, it } from "vitest";
import type { RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import { expressionOf, leftOut, serverOf } from "./alwaysParts.ts";

const parts: RuleProposal["parts"] = [
  { kind: "server", text: "server:Notes" },
  { kind: "call", text: "tool:summarize" },
  { kind: "turn", text: "turn:<=1" },
  { kind: "tools", text: "-has:tools" },
];
const when = parts.map(({ text }) => text).join(" ");
const proposal: RuleProposal = {
  rule: ruleSchema.parse({ id: "r", name: "R", decide: "allow", when }),
  server: { id: "srv-1", name: "Notes" },
  ...{ parts, exactly: "0".repeat(64), matches: [], misses: [], matched: 0 },
};

it("leaves parts out", () => {
  expect(expressionOf(proposal, new Set())).toBe(when);
  expect(expressionOf(proposal, new Set([0, 2]))).toBe("tool:summarize -has:tools");
});

it("stays with its server and call where it is for one very request", () => {
  const typed = { exactly: proposal.exactly, holds: "always" } as const;
  expect(expressionOf(proposal, leftOut(proposal, typed, new Set()))).toBe(
    "server:Notes tool:summarize",
  );
});

it("belongs to the server itself, whatever that is called, unless that is left out", () => {
  const server = { id: "srv-1", identity: "0".repeat(64), name: "Notes" };
  const made = { ...proposal, rule: { ...proposal.rule, server } };
  expect(expressionOf(made, new Set([2, 3]))).toBe("tool:summarize");
  expect([serverOf(made, new Set([1])), serverOf(made, new Set([0]))]).toEqual([server, null]);
});

it("asks for no turn where it holds for this run, which has later ones alone", () => {
  const left = (holds: "thread" | "session") =>
    expressionOf(proposal, leftOut(proposal, { exactly: null, holds }, new Set([3])));
  expect(left("thread")).toBe("server:Notes tool:summarize");
  expect(left("session")).toBe("server:Notes tool:summarize turn:<=1");
});
