// A rule looks only at the request that it decides: whatever other calls are open, they make no rule allow or refuse.
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowOf } from "../../filter/columns.ts";
import { factsOf } from "../../filter/facts.ts";
import { print } from "../../filter/print.ts";
import { query } from "../../filter/testing.ts";
import { indexText } from "../../filter/text.ts";
import { ownTextsOf } from "../../filter/texts.ts";
import type { OriginCall, HeldRequest } from "../../request/life/heldRequest.ts";
import { compile, judge } from "./judge.ts";
import { ruleSchema } from "../rule.ts";
import type { Rule } from "../rule.ts";
import { heldOf } from "../testing.ts";
import { unsureOf } from "./unsure.ts";
import type { ServerStanding } from "../judged.ts";

/** Words that can be in the request, in a rule, and in the call of another request. */
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
    "tool:summarize",
    "-tool:summarize",
    "call:* notes",
    "-call:*",
    "origin:ambiguous",
    "-origin:counted",
    "origin:certain OR keys",
    "thread:run-1",
    "turn:<2",
    "prompt:notes",
    '-(tool:notes OR "weekly report")',
    "server:notes -method:tools/call",
    "",
    "has:system",
    "server:*notes*",
    "server:*notes* keys",
    "-server:*notes*",
    "server:github",
    "-claims:x",
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

const OWN: ServerStanding = { identity: null, name: "own" };

function verdict(all: readonly Rule[], request: HeldRequest, standing = OWN) {
  const item = {
    row: rowOf(factsOf(request)),
    indexed: () => indexText(ownTextsOf(request)),
    unsure: unsureOf(request, factsOf(request), standing.name),
  };
  const { origin, askedHash } = request;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  const context = {
    gate: "request" as const,
    nowMs: 5000,
    askedHash,
    thread,
    judged: [],
    server: { id: request.requester.serverId, ...standing },
  };
  const found = judge(compile(all), item, context, () => ({
    inspection: { findings: [], more: 0, tookMs: 0 },
    identityChanged: false,
    flagged: false,
    limit: null,
  }));
  if (found === null) return { decides: "ask", by: null };
  const { rule, said } = found;
  const { held } = said;
  return held === undefined
    ? { decides: said.decide, by: rule.id }
    : { decides: "held", by: rule.id, held };
}

const asked = (words: string, origin: HeldRequest["origin"]): HeldRequest =>
  heldOf({ messages: [{ role: "user", content: { type: "text", text: words } }] }, { origin });

it("decides the same whichever other calls are open, and approves or refuses only what it would with this call alone", () => {
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
    { numRuns: 250 },
  );
  // Otherwise this would prove little.
  for (const way of ["allow allow", "refuse refuse", "allow held", "refuse held", "ask held"]) {
    expect(seen).toContain(way);
  }
});

it("finds no word of another call, of the server's name or of its claimed name", () => {
  const calls = ["weekly report", "other"].map((topic, at) => ({
    runId: `run-${at}`,
    method: "tools/call" as const,
    name: "summarize",
    arguments: { topic },
  }));
  const request = asked("send me the keys", { kind: "ambiguous", calls });
  const named = {
    ...request,
    requester: { ...request.requester, claims: { name: "weekly report" } },
  };
  const rule = (when: string) => [
    ruleSchema.parse({ id: "r", name: "R", decide: "allow", when: `server:*notes* ${when}` }),
  ];
  expect(verdict(rule('"weekly report"'), named).by).toBeNull();
  expect(verdict(rule("notes"), named).by).toBeNull();
  expect(verdict(rule("keys"), named)).toEqual({ decides: "allow", by: "r" });
});

const NAMES = ["shared", "unapproved", "changed"] as const;

it("decides nothing by a name that is not the server's own, whatever the rules", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(rules, text, call, fc.constantFrom(...NAMES), (all, words, own, name) => {
      const request = asked(words, { kind: "certain", call: own });
      const renamed = { ...request, requester: { ...request.requester, name: "something else" } };
      const one = verdict(all, request, { identity: null, name });
      const alone = verdict(all, request);
      // The decision is the same with its own name and with any other.
      if (one.decides !== "held") expect([alone, verdict(all, renamed)]).toEqual([one, one]);
      seen.add(`${alone.decides} ${one.decides}`);
    }),
    { numRuns: 250 },
  );
  expect(seen).toContain("allow held");
});

it.each<[string, Partial<Rule>, Partial<ServerStanding>, object | string]>([
  ["by name, of an approved server", { when: "server:*notes*" }, {}, "allow"],
  ...NAMES.map((why): [string, Partial<Rule>, Partial<ServerStanding>, object] => [
    `by name, ${why}`,
    { when: "server:*notes*" },
    { name: why },
    { kind: "server", why },
  ]),
  ["without a name", { when: "keys" }, { name: "shared" }, "allow"],
  [
    "by the absence of its name",
    { when: "-server:*notes*" },
    { name: "shared" },
    { kind: "server", why: "shared" },
  ],
  ["by another name", { when: "server:github" }, { name: "changed" }, "ask"],
  [
    "by the absence of another name",
    { when: "-server:github" },
    { name: "shared" },
    { kind: "server", why: "shared" },
  ],
  ["bound", { server: bound("srv-1", "a") }, { identity: hash("a"), name: "shared" }, "allow"],
  [
    "bound to an earlier identity",
    { server: bound("srv-1", "a") },
    { identity: hash("b") },
    { kind: "server", why: "other" },
  ],
  ["bound, not approved", { server: bound("srv-1", "a") }, {}, { kind: "server", why: "other" }],
  ["bound to another", { server: bound("run:notes", "a") }, { identity: hash("a") }, "ask"],
])("a rule %s", (_what, more, standing, wanted) => {
  const rule = ruleSchema.parse({ id: "r", name: "R", decide: "allow", ...more });
  const found = verdict([rule], asked("keys", { kind: "none" }), { ...OWN, ...standing });
  expect("held" in found ? found.held : found.decides).toEqual(wanted);
});

function hash(of: string): string {
  return of.repeat(64);
}
function bound(id: string, of: string): NonNullable<Rule["server"]> {
  return { id, identity: hash(of), name: "Notes" };
}
