// Rules never widen by themselves: one that names no kind of request decides sampling and nothing else.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowOf } from "../filter/columns.ts";
import { testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import { facts } from "../filter/testing.ts";
import { matcherOf } from "./judge/judge.ts";
import { ruleQuery } from "./ruleQuery.ts";

const OLD = [
  "",
  "server:a",
  "-server:a",
  "size:>10",
  "has:image OR has:tools",
  "is:waiting",
  "text:a",
  "-(server:a OR server:b)",
  "-has:findings",
  "server:*",
  "received:today",
  "findings:0",
];
// A kind unknown to today's rules stands for all others.
const KINDS = ["sampling", "elicitation"] as const;

const read = (when: string) => {
  const query = ruleQuery(when, "request");
  if (query === null) throw new Error(when);
  return query;
};

it.each(OLD.flatMap((when) => KINDS.map((kind) => [when, kind] as const)))(
  "“%s” about %s: decides sampling as before, and nothing else",
  (when, kind) => {
    const old = parse(when).query;
    if (old === null) throw new Error(when);
    fc.assert(
      fc.property(facts, (some) => {
        const item = { row: rowOf({ ...some, kind: kind as "sampling" }), indexed: () => "a b" };
        const before = kind === "sampling" && testOf(old, 0)(item);
        expect(matcherOf(read(when))(item, 0)).toBe(before);
      }),
      { numRuns: 30 },
    );
  },
);

it("takes a rule with a field of actions for one about actions, and nothing else", () => {
  const fields = [
    'command:"npm test"',
    "agent:codex server:a",
    "-action:read",
    "path:src/* OR server:a",
    "-(session:* is:waiting)",
  ];
  for (const when of fields) {
    const { query } = parse(when);
    if (query === null) throw new Error(when);
    fc.assert(
      fc.property(facts, (some) => {
        for (const kind of ["action", "sampling", "tool-call"] as const) {
          const item = { row: rowOf({ ...some, kind }), indexed: () => "" };
          const fits = kind === "action" && testOf(query, 0)(item);
          expect(matcherOf(read(when))(item, 0)).toBe(fits);
        }
      }),
      { numRuns: 30 },
    );
  }
  expect(ruleQuery("kind:sampling -agent:codex", "request")).toEqual(
    parse("kind:sampling -agent:codex").query,
  );
});

it("leaves alone a rule that names a kind, and one that does not parse", () => {
  expect(ruleQuery("kind:sampling server:a", "request")).toEqual(
    parse("kind:sampling server:a").query,
  );
  expect(ruleQuery("-kind:sampling", "response")).toEqual(parse("-kind:sampling").query);
  expect(ruleQuery("(", "request")).toBeNull();
});

it("takes uses for what is decided about at the gate, and no field of which nothing is known there", () => {
  const kind = "kind:sampling ";
  expect(ruleQuery(`${kind}-(uses:a OR uses:*)`, "request")).toEqual(
    parse(`${kind}-(uses1:a OR uses1:*)`).query,
  );
  expect(ruleQuery(`${kind}-(uses:a OR uses:*)`, "response")).toEqual(
    parse(`${kind}-(uses2:a OR uses2:*)`).query,
  );
  for (const field of [
    "uses2",
    "calls",
    "by2",
    "answered",
    "stop",
    "output",
    "took",
    "cost",
    "tokens",
  ]) {
    expect(ruleQuery(`${kind}-${field}:1`, "request")).toBeNull();
  }
  for (const field of ["ended", "waited"]) {
    expect(ruleQuery(`${kind}${field}:>1d`, "response")).toBeNull();
  }
  expect(parse("server:a -cost:>1", ["request"]).faults).toEqual([
    { start: 10, end: 14, kind: "not-at-gate", field: "cost", gate: 1 },
  ]);
});
