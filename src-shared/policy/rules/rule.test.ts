// The shape of a rule: what a file may leave out, and what no file may say.
import { describe, expect, it } from "vitest";
import { rulesChannels } from "../../ipc/rules.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";

const least = { id: "a", name: "a", decide: "ask" };

describe("ruleSchema", () => {
  it("takes a rule that says only what it is called and decides", () => {
    expect(ruleSchema.parse(least)).toEqual({
      ...least,
      on: true,
      gate: "request",
      when: "",
      holds: { kind: "always" },
    });
  });

  it("refuses with a code of its own, never with a person's −1 or one that JSON-RPC reserves", () => {
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

  it("knows no member that is not named: a misspelt one is no rule that holds", () => {
    expect(ruleSchema.safeParse({ ...least, wen: "server:a" }).success).toBe(false);
  });

  it("can redact only groups that there are", () => {
    const { redact } =
      ruleSchema.parse({ ...least, changes: { redact: ["secrets"] } }).changes ?? {};
    expect(FINDING_GROUPS).toEqual(expect.arrayContaining(redact ?? []));
  });
});

describe("rulesChannels", () => {
  it("takes a list of rules in its order", () => {
    const [rules] = rulesChannels["rules.save"].args.parse([[least, { ...least, id: "b" }], 0]);
    expect(rules.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
