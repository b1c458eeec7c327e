// The shape of a rule: what a file may leave out, and what it must not contain.
import { describe, expect, it } from "vitest";
import { rulesChannels } from "../contract/rules.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";

const least = { id: "a", name: "a", decide: "ask" };

describe("ruleSchema", () => {
  it("accepts a rule with only a name and a decision", () => {
    expect(ruleSchema.parse(least)).toEqual({
      ...least,
      on: true,
      gate: "request",
      when: "",
      holds: { kind: "always" },
    });
  });

  it("refuses with a code of its own, never with the user's −1 or one reserved by JSON-RPC", () => {
    const codes = [-1, 0, -32_700, -32_600].map((code) =>
      ruleSchema.safeParse({ ...least, decide: "refuse", refusal: { code } }),
    );
    expect(codes.map(({ success }) => success)).toEqual([false, false, false, false]);
    const { refusal } = ruleSchema.parse({ ...least, decide: "refuse", refusal: {} });
    expect(refusal).toEqual({
      code: -32_050,
      message: "Refused by a rule of the client",
      reason: "refused-by-rule",
    });
  });

  it("rejects an unknown field, such as a misspelt one", () => {
    expect(ruleSchema.safeParse({ ...least, wen: "server:a" }).success).toBe(false);
  });

  it("redacts only known groups", () => {
    const { redact } =
      ruleSchema.parse({ ...least, changes: { redact: ["secrets"] } }).changes ?? {};
    expect(FINDING_GROUPS).toEqual(expect.arrayContaining(redact ?? []));
  });
});

describe("rulesChannels", () => {
  it("accepts a list of rules in its order", () => {
    const [rules] = rulesChannels["rules.save"].args.parse([[least, { ...least, id: "b" }], 0]);
    expect(rules.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
