// A rule is reported as never deciding only where that is true, whatever the filters are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowOf } from "../filter/columns.ts";
import { testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import { print } from "../filter/print.ts";
import type { FilterQuery } from "../filter/query.ts";
import { facts, noonMs, query, text } from "../filter/testing.ts";
import { indexText } from "../filter/text.ts";
import { ruleSchema } from "./rule.ts";
import { unnamedKind } from "./ruleQuery.ts";
import type { Rule } from "./rule.ts";
import { implies, shadowsOf } from "./shadow.ts";
import { costMs } from "../testing.ts";

const rule = (id: string, over: Partial<Rule>): Rule =>
  ruleSchema.parse({ id, name: `rule ${id}`, decide: "allow", ...over });
const read = (of: string): FilterQuery => {
  const { query: found } = parse(of);
  if (found === null) throw new Error(of);
  return found;
};

it("finds no false implication", { tags: ["long"] }, () => {
  const combined = fc
    .tuple(query, query, query, fc.constantFrom("and", "or", "not", "same"))
    .map(([a, b, c, how]): [FilterQuery, FilterQuery] => {
      const and: FilterQuery = { kind: "and", of: [a, b] };
      if (how === "and") return [and, a];
      if (how === "or") return [a, { kind: "or", of: [a, c] }];
      if (how === "not") {
        return [
          { kind: "not", of: { kind: "or", of: [a, b] } },
          { kind: "not", of: a },
        ];
      }
      return [a, b];
    });
  let followed = 0;
  fc.assert(
    fc.property(combined, fc.array(fc.tuple(facts, text), { maxLength: 12 }), ([a, b], items) => {
      if (!implies(a, b)) return;
      followed += 1;
      const [fitsA, fitsB] = [testOf(a, noonMs), testOf(b, noonMs)];
      for (const [of, words] of items) {
        const item = { row: rowOf(of), indexed: () => indexText([words]) };
        expect(fitsA(item) && !fitsB(item)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
  expect(followed).toBeGreaterThan(300);
});

it.each([
  ["server:notes tool:sum", "server:notes", true],
  ["server:notes", "server:notes tool:sum", false],
  ["tokens:<=500", "tokens:<1000", true],
  ["tokens:<=1000", "tokens:<1000", false],
  ["tokens:100..200", "tokens:>=100", true],
  ["tokens:>0", "tokens:*", true],
  ["size:<=1kb", "size:<2000", true],
  ["server:a OR server:b", "server:b OR server:c OR server:a", true],
  ["server:a OR server:d", "server:b OR server:a", false],
  ["-findings:>0", "-findings:>5", true],
  ["-findings:>5", "-findings:>0", false],
  ["server:notes", "server:*", true],
  ["received:7d", "received:30d", false],
])("%s → %s: %s", (a, b, follows) => expect(implies(read(a), read(b))).toBe(follows));

it("names every rule that a rule above implies", { tags: ["long"] }, () => {
  fc.assert(
    fc.property(fc.array(query, { minLength: 2, maxLength: 6 }), (queries) => {
      const rules = queries.flatMap((one, n) => {
        const when = print(one);
        return parse(when).query === null ? [] : [rule(`r${n}`, { when })];
      });
      const found = shadowsOf(rules);
      for (const [at, { id, when }] of rules.entries()) {
        const casting = rules.slice(0, at).some((above) => {
          const [below, one] = [read(when), read(above.when)];
          const kind = unnamedKind(one);
          return implies(below, one) && (kind === null || kind === unnamedKind(below));
        });
        expect(found.has(id)).toBe(casting);
      }
    }),
    { numRuns: 500 },
  );
});

const bound = (id: string) => ({ id, identity: "0".repeat(64), name: "Notes" });

describe("a rule", () => {
  const shadows = (...rules: Rule[]) => Object.fromEntries(shadowsOf(rules));

  it("that names a kind of request is not shadowed by one about sampling alone", () => {
    const named = rule("b", { when: "kind:sampling server:notes" });
    expect(shadows(rule("a", { when: "server:notes" }), named)).toEqual({});
    expect(shadows(rule("a", { when: "kind:sampling" }), named)).toHaveProperty("b");
  });

  it("is shadowed by the first above that decides all of its requests, and says why", () => {
    const rules = [
      rule("a", { when: "server:notes" }),
      rule("b", { when: "server:notes size:<1kb" }),
      rule("c", { when: "server:notes", decide: "refuse" }),
      rule("d", { when: "" }),
      rule("e", { when: "has:image" }),
    ];
    expect(shadows(...rules)).toEqual({
      b: { by: { id: "a", name: "rule a" }, number: 1, why: "wider" },
      c: { by: { id: "a", name: "rule a" }, number: 1, why: "same" },
      e: { by: { id: "d", name: "rule d" }, number: 4, why: "everything" },
    });
  });

  it.each<[string, Rule, Rule]>([
    ["that is off", rule("a", { on: false }), rule("b", {})],
    ["that expires", rule("a", { holds: { kind: "uses", left: 9 } }), rule("b", {})],
    ["at another gate", rule("a", { gate: "response" }), rule("b", {})],
    ["for one request only", rule("a", { exactly: "0".repeat(64) }), rule("b", {})],
    ["for one server only", rule("a", { server: bound("a") }), rule("b", { server: bound("b") })],
    ["below it", rule("b", { when: "has:image" }), rule("a", {})],
  ])("is not shadowed by one %s", (_what, above, below) =>
    expect(shadows(above, below)).toEqual({}),
  );

  it("that is shadowed at one gate says at which, and what it no longer changes", () => {
    const redacts = rule("b", { gate: "both", changes: { redact: ["personal"] } });
    const by = { by: { id: "a", name: "rule a" }, number: 1, why: "same" };
    expect(shadows(rule("a", {}), redacts)).toEqual({
      b: { ...by, at: "request", unchanged: true },
    });
    expect(shadows(rule("a", {}), rule("b", { gate: "both" }))).toEqual({
      b: { ...by, at: "request" },
    });
    expect(shadows(rule("a", { gate: "response" }), redacts)).toEqual({
      b: { ...by, at: "response" },
    });
    // One at each gate: it never decides.
    expect(shadows(rule("a", {}), rule("c", { gate: "response" }), redacts)).toEqual({ b: by });
  });

  it("is found among thousands at once", () => {
    const many = Array.from({ length: 5000 }, (_, n) =>
      rule(`r${n}`, { when: `server:s${n} tool:t size:<${n + 1}kb` }),
    );
    const all = [...many, rule("last", { when: "server:s7 tool:t size:<1kb" })];
    // In the window: a frame or a few.
    expect(costMs(() => expect(shadowsOf(all).size).toBe(1))).toBeLessThan(1000);
  });
});
