// A dry run over real files decides as judging each request at its time would have.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { COLUMNS, rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FilterItem } from "#shared/filter/matches.ts";
import { parse } from "#shared/filter/parse.ts";
import { print } from "#shared/filter/print.ts";
import { query } from "#shared/filter/testing.ts";
import { indexText } from "#shared/filter/text.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { sampleAt } from "#shared/policy/judge/atGate.ts";
import { matcherOf } from "#shared/policy/judge/judge.ts";
import { ruleQuery } from "#shared/policy/rules/ruleQuery.ts";
import { gatesOf } from "#shared/policy/rules/gates.ts";
import type { Rule, RuleGate } from "#shared/policy/rules/rule.ts";
import { unsureOf } from "#shared/policy/judge/unsure.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { PAST_COLUMNS } from "../past.ts";
import { gateView } from "./gateView.ts";
import { fate } from "./testing.ts";
import { PastWorld, rule } from "./pastWorld.ts";

let world: PastWorld;
beforeEach(() => {
  world = new PastWorld();
});
afterEach(() => world.close());

const GATES: RuleGate[] = ["request", "response"];
/** Checks that are turned off. */
const OFF: { off: FindingKind[] }[] = [{ off: [] }, { off: ["zero-width"] }];

it.each(OFF)(
  "has every column as it was at each gate, where it claims to have it, without $off",
  { tags: ["long"] },
  ({ off }) => {
    for (const one of fc.sample(fate, { numRuns: 280, seed: 7 }))
      world.fates.tell({ ...one, forgotten: false });
    world.settle(off);
    const bits = {
      request: [PAST_COLUMNS.request, PAST_COLUMNS.readRequest],
      response: [PAST_COLUMNS.response, PAST_COLUMNS.readResponse],
    };
    for (const gate of GATES) {
      const [came = 0, read = 0] = bits[gate];
      const rows = world.files.index.prepare(`SELECT * FROM ${gateView(gate)}`).all() as Record<
        string,
        unknown
      >[];
      const byId = new Map(rows.map((row) => [row["id"], row]));
      let sure = 0;
      for (const sample of world.samples()) {
        const then = sampleAt(sample, gate);
        const row = byId.get(`\n${sample.id}\n`) ?? {};
        expect((Number(row["past"]) & came) !== 0).toBe(then !== null);
        if (then === null || (Number(row["past"]) & read) !== 0) continue;
        sure += 1;
        const was = rowOf(factsOf(then, off));
        for (const name of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
          const [found, wanted] = [row[name], was[name]].map((value) =>
            typeof value === "string" ? value.split("\n").toSorted().join("\n") : value,
          );
          expect(found, `${gate} ${name} ${sample.id}`).toEqual(wanted);
        }
      }
      expect(sure).toBeGreaterThan(40);
    }
  },
);

const items = new Map<string, FilterItem | null>();

function itemAt(sample: Sample, gate: RuleGate, off: readonly FindingKind[]): FilterItem | null {
  const key = `${sample.id} ${gate} ${off.join()}`;
  const known = items.get(key);
  if (known !== undefined) return known;
  const then = sampleAt(sample, gate);
  const indexed = then === null ? "" : indexText(ownTextsOf(then));
  const item =
    then === null
      ? null
      : {
          row: rowOf(factsOf(then, off)),
          indexed: () => indexed,
          unsure: unsureOf(then, factsOf(then, off)),
        };
  items.set(key, item);
  return item;
}

/** What the rules would have decided, by judging each request by itself; null: nothing. */
function reference(
  rules: readonly Rule[],
  sample: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
): { rule: Rule; isHeld: boolean } | null {
  const item = itemAt(sample, gate, off);
  if (item === null) return null;
  if (gate === "response") {
    const before = reference(rules, sample, "request", off);
    if (before?.isHeld === false && before.rule.decide === "refuse") return null;
  }
  for (const rule of rules) {
    if (!gatesOf(rule).includes(gate)) continue;
    const query = ruleQuery(rule.when, gate);
    if (query === null) throw new Error(rule.when);
    const fit = matcherOf(query)(item, Date.now());
    if (fit !== false) return { rule, isHeld: fit === "unsure" };
  }
  return null;
}

it.each(OFF)(
  "decides any rules over any requests as judging each request would, without $off",
  { tags: ["long"] },
  ({ off }) => {
    for (const one of fc.sample(fate, { numRuns: 120, seed: 11 }))
      world.fates.tell({ ...one, forgotten: false });
    world.settle(off);
    const all = world.samples();
    const often = fc
      .constantFrom(
        "tool:summarize",
        "-call:*",
        "origin:certain",
        "-thread:*",
        "alpha",
        "-alpha",
        "server:notes",
        "tool:summarize translate",
        "has:system",
        "is:waiting",
        "is:edited",
        "edited:request",
        "model:gpt-5",
        "has:answer",
        "findings:>0",
        "-has:findings",
        "mended",
        "tokens:>5",
        "uses:*",
        "-uses:*",
        "system:*",
        "attempts:0",
        "by:me",
        "alpha OR beta",
        "maxtokens:<200",
      )
      .filter((text) => parse(text).query !== null);
    const anyRule = fc
      .record({
        when: fc.oneof(often, often, query.map(print)),
        gate: fc.constantFrom("request" as const, "response" as const, "both" as const),
        decide: fc.constantFrom("ask", "allow", "refuse"),
      })
      // A rule cannot use what is not known at its gates.
      .filter((one) => parse(one.when, gatesOf(one)).query !== null);
    let decisions = 0;
    let held = 0;
    fc.assert(
      fc.property(
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        (drawn, asked) => {
          const rules = drawn.map((more, at) =>
            rule(more as Partial<Rule> & Pick<Rule, "decide">, `r${at}`),
          );
          const news = asked.filter((at) => at < rules.length).map((at) => `r${at}`);
          if (news.length === 0) return;
          const wanted = all.flatMap((sample) =>
            GATES.flatMap((gate) => {
              const { rule: decided, isHeld } = reference(rules, sample, gate, off) ?? {};
              if (decided === undefined || !news.includes(decided.id)) return [];
              held += Number(isHeld);
              return [`${sample.id} ${gate} ${decided.id} ${isHeld === true ? "origin" : ""}`];
            }),
          );
          decisions += wanted.length;
          const found = world.run(rules, news);
          expect(found.more).toBe(0);
          expect(
            found.items
              .map(({ id, gate, rule: { id: by }, held: why }) =>
                [id, gate, by, why?.kind === "origin" ? "origin" : ""].join(" "),
              )
              .toSorted(),
          ).toEqual(wanted.toSorted());
          expect(found.allowed + found.refused + found.asked).toBe(wanted.length);
        },
      ),
      // The same rules each time: how many of them decide and are held is counted below.
      { numRuns: 30, seed: 11 },
    );
    expect(decisions).toBeGreaterThan(500);
    expect(held).toBeGreaterThan(20);
  },
);
