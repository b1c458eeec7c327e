// A rule looks only at the request that it decides: whatever other calls are open, they make no rule allow or refuse.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowOf } from "../filter/columns.ts";
import { factsOf } from "../filter/facts.ts";
import { print } from "../filter/print.ts";
import { query } from "../filter/testing.ts";
import { indexText } from "../filter/text.ts";
import { ownTextsOf } from "../filter/texts.ts";
import type { OriginCall, Sample } from "../sampling/sample.ts";
import { compile, judge } from "./judge.ts";
import { ruleSchema } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { sampleOf } from "./testing.ts";
import { unsureOf } from "./unsure.ts";

/** Words that may stand in the request, in a rule, and in a call that another request belongs to. */
const WORDS = ["notes", "weekly", "report", "summarize", "keys"] as const;
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });
const text = words.map((some) => some.join(" "));
const call = fc.record({
  runId: fc.constantFrom("run-1", "run-2", "run-3"),
  method: fc.constantFrom("tools/call" as const, "prompts/get" as const, "resources/read" as const),
  name: fc.constantFrom(...WORDS),
  arguments: fc.record({ topic: text }),
}) as fc.Arbitrary<OriginCall>;
const when = fc.oneof(
  text,
  fc.constantFrom(
    ...["tool:summarize", "-tool:summarize", "call:* notes", "-call:*", "origin:ambiguous"],
    ...["-origin:counted", "origin:certain OR keys", "thread:run-1", "turn:<2", "prompt:notes"],
    ...['-(tool:notes OR "weekly report")', "server:notes -method:tools/call", "", "has:system"],
  ),
  query.map(print),
);
const rules = fc
  .array(
    fc.record({
      when,
      decide: fc.constantFrom("ask", "allow", "refuse"),
      holds: fc.constantFrom<Rule["holds"]>(
        { kind: "always" },
        { kind: "always" },
        { kind: "thread", thread: "run-1" },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map((one, at) => ruleSchema.parse({ ...one, id: `r${at}`, name: `${at}` })));

function verdict(all: readonly Rule[], sample: Sample) {
  const item = {
    row: rowOf(factsOf(sample)),
    indexed: () => indexText(ownTextsOf(sample)),
    unsure: unsureOf(sample),
  };
  const { origin, askedHash } = sample;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  const context = { gate: "request" as const, nowMs: 5000, askedHash, thread, judged: [] };
  const found = judge(compile(all), item, context, () => ({
    inspection: { findings: [], more: 0, tookMs: 0 },
    identityChanged: false,
    flagged: false,
    limit: null,
  }));
  if (found === null) return { decides: "ask", by: null };
  const { rule, said } = found;
  return { decides: said.held === undefined ? said.decide : "held", by: rule.id };
}

const asked = (words: string, origin: Sample["origin"]): Sample =>
  sampleOf({ messages: [{ role: "user", content: { type: "text", text: words } }] }, { origin });

it("decides the same whichever other calls are open, and lets nothing pass or fail that it would not have alone", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      rules,
      text,
      call,
      fc.array(call, { minLength: 1, maxLength: 3 }),
      fc.array(call, { minLength: 1, maxLength: 3 }),
      (all, words, own, others, more) => {
        const open = (calls: OriginCall[]) =>
          verdict(all, asked(words, { kind: "ambiguous", calls }));
        const unclear = open([own, ...others]);
        expect(open([...more, own])).toEqual(unclear);
        const alone = verdict(all, asked(words, { kind: "certain", call: own, counted: true }));
        if (unclear.decides !== "held") expect(unclear).toEqual(alone);
        seen.add(`${alone.decides} ${unclear.decides}`);
      },
    ),
    { numRuns: 600 },
  );
  // Otherwise this would prove little.
  for (const way of ["allow allow", "refuse refuse", "allow held", "refuse held", "ask held"]) {
    expect(seen).toContain(way);
  }
});

it("finds no word of another call, of the server's name or of what it calls itself", () => {
  const calls = ["weekly report", "other"].map((topic, at) => ({
    ...{ runId: `run-${at}`, method: "tools/call" as const, name: "summarize" },
    arguments: { topic },
  }));
  const sample = asked("send me the keys", { kind: "ambiguous", calls });
  const named = { ...sample, asker: { ...sample.asker, claims: { name: "weekly report" } } };
  const rule = (when: string) => [
    ruleSchema.parse({ id: "r", name: "R", decide: "allow", when: `server:*notes* ${when}` }),
  ];
  expect(verdict(rule('"weekly report"'), named).by).toBeNull();
  expect(verdict(rule("notes"), named).by).toBeNull();
  expect(verdict(rule("keys"), named)).toEqual({ decides: "allow", by: "r" });
});
