import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FINDING_GROUPS, ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { wordsOf } from "#words/index.ts";
import { emptyRule, formValuesOf, localTime, newId, ruleForm } from "./ruleForm.ts";

const NOW = new Date("2026-11-21T12:00:00").getTime();
const t = wordsOf("en");
const form = ruleForm(t, "a", () => NOW);
const read = (change: Partial<ReturnType<typeof emptyRule>>) =>
  form.safeParse({ ...emptyRule(), name: "a", ...change });
const faults = (change: Partial<ReturnType<typeof emptyRule>>) =>
  Object.fromEntries(
    (read(change).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );
const says = (fault: "empty" | "gate" | "filter" | "code" | "word" | "whole" | "time" | "past") =>
  t(`rules.fault.${fault}`);

describe("a rule in its form", () => {
  const text = fc.string({ minLength: 1, maxLength: 40 }).map((one) => `x${one.trim()}`);
  const changes = fc.record(
    {
      model: fc.record({ providerId: text, modelId: text }),
      maxTokens: fc.integer({ min: 1, max: 1e9 }),
      redact: fc.constantFrom<("secrets" | "personal")[][]>(["secrets"], ["secrets", "personal"]),
      system: fc.record({ from: fc.constant(""), to: text }),
    },
    { requiredKeys: ["maxTokens"] },
  );
  const holds = fc.oneof(
    fc.constantFrom({ kind: "always" as const }, { kind: "session" as const }),
    text.map((thread) => ({ kind: "thread" as const, thread })),
    fc.integer({ min: 1, max: 1e6 }).map((left) => ({ kind: "uses" as const, left })),
    // A field of date and time has a precision of minutes.
    fc
      .integer({ min: 1, max: 1e6 })
      .map((minutes) => ({ kind: "until" as const, atMs: NOW + minutes * 60_000 })),
  );
  const rules: fc.Arbitrary<Rule> = fc
    .record({
      name: text,
      on: fc.boolean(),
      gate: fc.constantFrom("request" as const, "both" as const),
      server: fc.constantFrom(undefined, { id: "s", identity: "0".repeat(64), name: "Notes" }),
      when: fc.constantFrom("", "server:atlas", "has:tools (maxtokens:<600 OR tool:x)"),
      decide: fc.constantFrom("ask" as const, "allow" as const),
      changes,
      holds,
    })
    .map((given) => ruleSchema.parse({ ...given, id: "a" }));

  it("is read back as it was", () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(form.parse(formValuesOf(rule))).toEqual(rule);
      }),
    );
  });

  it("reports the fault of each field, except for fields that do not apply", () => {
    expect(faults({ name: " " })).toEqual({ name: says("empty") });
    expect(faults({ request: false })).toEqual({ request: says("gate") });
    expect(faults({ when: "sever:a" })).toEqual({ when: says("filter") });
    expect(faults({ decide: "refuse", code: "-1", reason: "No Way", message: "" })).toEqual({
      code: says("code"),
      reason: says("word"),
      message: says("empty"),
    });
    expect(faults({ decide: "ask", code: "-1", reason: "No Way", message: "" })).toEqual({});
    expect(faults({ maxTokens: "1.5" })).toEqual({ maxTokens: says("whole") });
    expect(faults({ maxTokens: "1.5", decide: "refuse" })).toEqual({});
    expect(faults({ holds: "uses", uses: "0" })).toEqual({ uses: says("whole") });
    expect(faults({ holds: "until", until: "" })).toEqual({ until: says("time") });
    expect(faults({ holds: "until", until: localTime(NOW) })).toEqual({ until: says("past") });
  });

  it("saves only fields that apply", () => {
    const result = read({
      decide: "refuse",
      maxTokens: "5",
      redact: ["secrets"],
      secondLook: true,
      system: { from: "a", to: "b" },
    });
    expect(result.data).toEqual({
      id: "a",
      name: "a",
      on: true,
      gate: "request",
      when: "",
      decide: "refuse",
      refusal: {
        code: -32_050,
        message: "Refused by a rule of the client",
        reason: "refused-by-rule",
      },
      holds: { kind: "always" },
    });
    expect(FINDING_GROUPS).toContain("secrets");
  });
});

describe("newId", () => {
  it("resembles the name and is a valid id", () => {
    expect(newId("No images, please!", () => 0)).toBe("no-images-please-000000");
    expect(newId("夜间摘要", () => 0)).toBe("rule-000000");
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (name) => {
        expect(newId(name)).toMatch(/^[\w.-]{1,100}$/);
      }),
    );
  });
});
