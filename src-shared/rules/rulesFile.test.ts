// What a rules file may contain, the place of every fault, and that saving loses nothing the user wrote.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRules, rulesJsonSchema, RULES_TEXT_MAX } from "./rulesFile.ts";
import { rulesText } from "./rulesText.ts";
import { FINDING_GROUPS, ruleSchema } from "./rule.ts";
import type { Rule } from "./rule.ts";

const rule = (over: Partial<Rule> & { id: string }): Rule =>
  ruleSchema.parse({ name: over.id, decide: "ask", ...over });
const faultsOf = (text: string) =>
  readRules(text).faults.map(({ line, column, ruleId, fault }) => ({
    at: `${line}:${column}`,
    ...(ruleId === undefined ? {} : { ruleId }),
    ...fault,
  }));

const COMMENTED = `// What may pass at night.
{
  "$schema": "./rules.schema.json",
  "rules": [
    // Summaries come by the hundred.
    {
      "id": "summaries", // keep this id
      "name": "Summaries",
      "when": "server:notes", /* the one in the cellar */
      "decide": "allow",
    }, // ask Ana before this goes

    /* never */ { "id": "no", "name": "No", "decide": "refuse" },
  ],
}
`;

describe("readRules", () => {
  it("accepts comments and trailing commas, and fills in defaults", () => {
    const { rules, faults } = readRules(COMMENTED);
    expect(faults).toEqual([]);
    expect(rules).toEqual([
      rule({ id: "summaries", name: "Summaries", when: "server:notes", decide: "allow" }),
      rule({ id: "no", name: "No", decide: "refuse" }),
    ]);
  });

  it("accepts a bare list, and a byte order mark before it", () => {
    expect(readRules('\uFEFF[{ "id": "a", "name": "a", "decide": "ask" }]')).toEqual({
      rules: [rule({ id: "a" })],
      faults: [],
    });
  });

  it.each([
    ["", "1:1", "ValueExpected"],
    ['{\n  "rules": [\n    { "id": }\n  ]\n}', "3:13", "ValueExpected"],
    ['{ "rules": [] ', "1:15", "CloseBraceExpected"],
    ["{ rules: [] }", "1:3", "InvalidSymbol"],
  ])("says where %j is not JSON", (text, at, detail) => {
    expect(faultsOf(text)[0]).toEqual({ at, kind: "json", detail });
  });

  it("refuses a text that is nested too deeply or too long", () => {
    expect(faultsOf("[".repeat(200_000))).toMatchObject([{ kind: "json" }]);
    expect(faultsOf(" ".repeat(RULES_TEXT_MAX + 1))).toMatchObject([{ detail: "TooLong" }]);
  });

  it("names the invalid field of a rule", () => {
    const text = `{
  "rules": [
    { "id": "a", "name": "a", "decide": "perhaps" },
    { "id": "b", "decide": "ask" },
    { "id": "c", "name": "c", "decide": "ask",
      "wen": "server:x" },
    7
  ]
}`;
    expect(faultsOf(text)).toMatchObject([
      { at: "3:41", ruleId: "a", kind: "field", path: "rules[0].decide" },
      { at: "4:5", ruleId: "b", kind: "field", path: "rules[1].name" },
      { at: "6:7", ruleId: "c", kind: "field", path: "rules[2].wen", detail: "unknown field" },
      { at: "7:5", kind: "field", path: "rules[3]" },
    ]);
  });

  it.each([
    ['{ "rule": [] }', ["", "rule"]],
    ['{ "rules": {} }', ["rules"]],
    ["3", [""]],
  ])("expects a list under rules: %s", (text, paths) => {
    const faults = readRules(text).faults.map(({ fault }) => ("path" in fault ? fault.path : null));
    expect(faults).toEqual(paths);
  });

  it("places a filter's fault in the file, after any escapes", () => {
    const text = String.raw`{ "rules": [
  { "id": "a", "name": "a", "decide": "ask", "when": "\"x\u0041\" sever:b" } ] }`;
    const [fault] = readRules(text).faults;
    const line = text.split("\n")[1] ?? "";
    expect(line.slice((fault?.column ?? 0) - 1)).toMatch(/^sever:b/);
    expect(fault).toMatchObject({
      line: 2,
      ruleId: "a",
      fault: { kind: "when", offset: 5, found: { kind: "unknown-field", nearest: "server" } },
    });
  });

  it("refuses a duplicate id and a duplicate field", () => {
    const text = `[
  { "id": "a", "name": "a", "decide": "ask" },
  { "id": "a", "name": "b", "decide": "ask", "decide": "allow" }
]`;
    expect(faultsOf(text)).toEqual([
      { at: "3:11", ruleId: "a", kind: "twice", path: "[1].id" },
      { at: "3:46", kind: "twice", path: "[1].decide" },
    ]);
  });

  it("reports every fault of a rule, in the order of the file", () => {
    const text = `{
  "rules": [
    { "id": "a", "name": "a", "when": "servr:x", "decide": "perhaps" },
    { "id": "a", "name": "", "decide": "ask" }
  ],
  "version": 1
}`;
    expect(faultsOf(text)).toMatchObject([
      { at: "3:40", ruleId: "a", kind: "when" },
      { at: "3:60", ruleId: "a", kind: "field", path: "rules[0].decide" },
      { at: "4:13", ruleId: "a", kind: "twice", path: "rules[1].id" },
      { at: "4:26", ruleId: "a", kind: "field", path: "rules[1].name" },
      { at: "6:3", kind: "field", path: "version" },
    ]);
  });

  it.each([
    [{ refusal: {} }, "refusal"],
    [{ decide: "refuse", changes: { maxTokens: 1 } }, "changes"],
    [{ gate: "response", changes: { maxTokens: 1 } }, "changes"],
    [{ gate: "response", secondLook: true }, "secondLook"],
    [{ team: true }, "team"],
    [{ decide: "ask", gate: "response", team: true }, "team"],
    [{ holds: { kind: "session" } }, "holds"],
    [{ holds: { kind: "thread", thread: "t" } }, "holds"],
  ])("refuses a setting that would have no effect: %j", (over, field) => {
    const text = JSON.stringify([{ id: "a", name: "a", decide: "allow", ...over }]);
    expect(faultsOf(text)).toMatchObject([{ kind: "field", path: `[0].${field}` }]);
  });
});

describe("rulesText", () => {
  it("writes one field a line, and leaves out defaults", () => {
    expect(rulesText([rule({ id: "a", when: "server:x" })], null)).toBe(`{
  "$schema": "./rules.schema.json",
  "rules": [
    {
      "id": "a",
      "name": "a",
      "gate": "request",
      "when": "server:x",
      "decide": "ask"
    }
  ]
}
`);
    expect(rulesText([], null)).toBe('{\n  "$schema": "./rules.schema.json",\n  "rules": []\n}\n');
  });

  it("keeps the file byte for byte if nothing changed", () => {
    const { rules } = readRules(COMMENTED);
    // Only a comma after the last rule is not needed.
    expect(rulesText(rules, COMMENTED)).toBe(COMMENTED.replace('"refuse" },', '"refuse" }'));
  });

  it("keeps every comment when rules change, move and are added", () => {
    const [first, second] = readRules(COMMENTED).rules as [Rule, Rule];
    const next = [second, rule({ id: "new", note: "Because." }), { ...first, when: "server:b" }];
    const text = rulesText(next, COMMENTED);
    for (const comment of COMMENTED.matchAll(/\/\/.*|\/\*.*?\*\//g)) {
      expect(text).toContain(comment[0]);
    }
    expect(readRules(text)).toEqual({ rules: next, faults: [] });
  });

  it("starts anew from a file that it cannot read", () => {
    expect(rulesText([], "{ half")).toBe(rulesText([], null));
  });

  const anyRule = fc
    .record({
      name: fc.stringMatching(/^[^\s].{0,20}[^\s]$/),
      note: fc.option(fc.string(), { nil: undefined }),
      on: fc.boolean(),
      when: fc.constantFrom("", "server:a", '"a b" -tool:x', 'maxtokens:>4000 "https://x // none"'),
      server: fc.constantFrom(undefined, { id: "s", identity: "0".repeat(64), name: "Notes" }),
      decide: fc.constantFrom("ask", "allow"),
      changes: fc.option(
        fc.record(
          {
            maxTokens: fc.nat().map((n) => n + 1),
            system: fc.record({ from: fc.string(), to: fc.string() }),
          },
          { requiredKeys: [] },
        ),
        { nil: undefined },
      ),
      holds: fc.constantFrom(
        { kind: "always" },
        { kind: "uses", left: 3 },
        { kind: "until", atMs: 9 },
      ),
    })
    .map((some) => JSON.parse(JSON.stringify(some)) as Partial<Rule>);
  const lists = fc.array(anyRule, { maxLength: 5 });
  const named = (some: readonly Partial<Rule>[], ids: readonly string[]): Rule[] =>
    some.map((one, at) => rule({ ...one, id: ids[at] ?? `x${at}` }));

  it("reads back what it wrote, whatever the file contained", () => {
    const ids = fc.shuffledSubarray(["a", "b", "c", "d", "e"], { minLength: 5 });
    fc.assert(
      fc.property(lists, lists, ids, (before, after, order) => {
        const old = rulesText(named(before, ["a", "b", "c", "d", "e"]), null);
        const next = named(after, order);
        const text = rulesText(next, old);
        expect(readRules(text)).toEqual({ rules: next, faults: [] });
        expect(rulesText(next, text)).toBe(text);
      }),
    );
  });
});

describe("rulesJsonSchema", () => {
  it("lists decisions and fields of a rule", () => {
    const schema = rulesJsonSchema();
    expect(schema).toHaveProperty("properties.rules.items.properties.decide.enum", [
      "ask",
      "allow",
      "refuse",
    ]);
    expect(schema).toHaveProperty("properties.rules.items.additionalProperties", false);
    expect(schema).toHaveProperty("properties.rules.items.required", ["id", "name", "decide"]);
    expect(FINDING_GROUPS).toContain("secrets");
  });
});
