// Rules never widen by themselves: one that names no kind of request decides sampling and nothing else.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowOf } from "../../filter/columns.ts";
import { testOf } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import { facts } from "../../filter/testing.ts";
import { matcherOf } from "../judge/judge.ts";
import { ruleQuery } from "./ruleQuery.ts";

const OLD = [
  ...["", "server:a", "-server:a", "tokens:>10", "has:image OR has:tools", "is:waiting", "text:a"],
  ...["-(server:a OR server:b)", "-has:findings", "server:*", "received:today", "findings:0"],
];
// A kind unknown to today's rules stands for all others.
const KINDS = ["sampling", "elicitation"] as const;

const read = (when: string) => {
  const query = ruleQuery(when);
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

it("leaves alone a rule that names a kind, and one that does not parse", () => {
  expect(ruleQuery("kind:sampling server:a")).toEqual(parse("kind:sampling server:a").query);
  expect(ruleQuery("-kind:sampling")).toEqual(parse("-kind:sampling").query);
  expect(ruleQuery("(")).toBeNull();
});
