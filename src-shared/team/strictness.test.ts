import fc from "fast-check";
import { expect, it } from "vitest";
import type { Verdict } from "../rules/judge/judge.ts";
import { lower, stricterVerdict } from "./strictness.ts";

const RANK = { allow: 0, ask: 1, refuse: 2 } as const;
const rank = (verdict: Verdict | null): number =>
  verdict === null
    ? 1
    : verdict.held === undefined
      ? RANK[verdict.decide]
      : Math.max(1, RANK[verdict.decide]);

const verdicts = fc.option(
  fc.record({
    gate: fc.constant("request" as const),
    rule: fc.record({ id: fc.constantFrom("a", "b"), name: fc.constant("rule") }),
    decide: fc.constantFrom("ask" as const, "allow" as const, "refuse" as const),
  }),
);

it("never lets the user's own rule loosen a rule of the team", () => {
  fc.assert(
    fc.property(verdicts, verdicts, (team, own) => {
      const both = stricterVerdict(team, own);
      expect(rank(both)).toBe(Math.max(rank(team), own === null ? 0 : rank(own)));
    }),
  );
});

it("asks if the team's rule was held back, whatever the user's own rule allows", () => {
  const rule = { id: "t", name: "t" };
  const held: Verdict = { gate: "request", rule, decide: "allow", held: { kind: "flags" } };
  expect(stricterVerdict(held, { gate: "request", rule, decide: "allow" })).toBe(held);
});

it("applies the changes of both where both allow", () => {
  const rule = { id: "t", name: "t" };
  const model = (modelId: string) => ({ providerId: "p", modelId });
  const of = (changes: Verdict["changes"]): Verdict => ({
    gate: "request",
    rule,
    decide: "allow",
    ...(changes === undefined ? {} : { changes }),
  });
  expect(
    stricterVerdict(
      of({ maxTokens: 500, redact: ["secrets"], model: model("team") }),
      of({ maxTokens: 900, redact: ["personal"], model: model("own") }),
    )?.changes,
  ).toEqual({ maxTokens: 500, redact: ["secrets", "personal"], model: model("team") });
});

it("takes the lower limit, or the only one", () => {
  expect([lower(null, null), lower(3, null), lower(null, 4), lower(3, 4)]).toEqual([null, 3, 4, 3]);
});

it("asks the team where an own rule says so, unless a rule of the team refuses", () => {
  const rule = { id: "o", name: "o" };
  const own: Verdict = { gate: "request", rule, decide: "ask", team: true };
  const of = (decide: Verdict["decide"]): Verdict => ({
    gate: "request",
    decide,
    rule: { id: "t", name: "t" },
  });
  expect(stricterVerdict(null, own)).toBe(own);
  expect(stricterVerdict(of("allow"), own)).toBe(own);
  expect(stricterVerdict(of("ask"), own)).toEqual({ ...of("ask"), team: true });
  expect(stricterVerdict(of("refuse"), own)).toEqual(of("refuse"));
});
