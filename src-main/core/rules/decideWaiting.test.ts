// Requests that were pending before a rule was valid: a preview decides nothing, the user applies it, and never where
// the user has touched a request.
import { beforeEach, expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { BacklogVerdict, ConfirmedVerdict } from "#shared/rules/judge/backlogPreview.ts";
import { confirmedVerdictOf } from "#shared/rules/judge/backlog.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { IsTouched } from "./ruleEngine.ts";
import { verdictHash } from "./ruleVerdict.ts";
import { textResponse, plainHasher } from "../testing/fakes.ts";
import { settled, World } from "../testing/walks.ts";

const model = { providerId: "local", modelId: "m" };
const asked = (text: string): JsonObject => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 64,
});
const rule = (id: string, over: Partial<Rule> & Pick<Rule, "decide">): Rule =>
  ruleSchema.parse({ id, name: `Rule ${id}`, ...over });

let world: World;
beforeEach(() => {
  world = new World();
});

async function ask(text: string): Promise<string> {
  world.receive(asked(text));
  await settled();
  return world.desk.requests().at(-1)?.id ?? "";
}
const get = (id: string): HeldRequest => world.desk.request(id) as HeldRequest;
async function decide(id: string, decision: Decision): Promise<void> {
  const { revision, askedHash: hash } = get(id);
  expect(world.desk.decide(id, { revision, hash }, decision).ok).toBe(true);
  await settled();
}
const answered = async (): Promise<void> => {
  world.generator.answer({ kind: "done", generated: textResponse("Done."), tookMs: 1 });
  await settled();
};
const nobody = (): boolean => false;
const would = (ids: string[]) => world.desk.ruleEngine.preview(ids, nobody);
/** The preview of each. */
const told = (ids: string[], ruleId: string, what: ConfirmedVerdict["decide"], gate: RuleGate) =>
  ids.map((id): ConfirmedVerdict => ({
    id,
    gate,
    ruleId,
    decide: what,
    ruleHash: hashOf(ruleId, what, gate),
  }));
/** The preview of an unchanged rule; only an allowed request goes to a model. */
function hashOf(ruleId: string, what: ConfirmedVerdict["decide"], gate: RuleGate): string {
  const own = world.book.rules?.find(({ id }) => id === ruleId);
  if (own === undefined) return "no rule";
  const goes = what === "allow" && gate === "request" ? { model } : {};
  const spoken = { gate, rule: { id: own.id, name: own.name }, decide: what, ...goes };
  return verdictHash({ rule: own, said: spoken }, plainHasher);
}
const anew = (all: ConfirmedVerdict[], isTouched: IsTouched = nobody) =>
  world.desk.ruleEngine.decideWaiting(all, isTouched);
const said = (all: BacklogVerdict[]): string[] =>
  all.map(({ id, gate, decide: what, rule: by }) => [id, gate, what, by.name].join(" "));

it("previews the decisions, then makes them, under the rule's name", async () => {
  const [one, two, three] = [await ask("yes"), await ask("never"), await ask("maybe")];
  world.book.rules = [
    rule("no", { decide: "refuse", when: "never" }),
    rule("yes", { decide: "allow", when: "yes" }),
    rule("maybe", { decide: "ask", when: "maybe" }),
  ];
  const wanted = [`${one} request allow Rule yes`, `${two} request refuse Rule no`];
  expect(said((await would([one, two, three])).would)).toEqual(wanted);
  expect([one, two, three].map((id) => get(id).phase.kind)).toEqual(Array(3).fill("request"));
  expect(world.ledger.kinds()).not.toContain("judged");
  const all = [
    ...told([one], "yes", "allow", "request"),
    ...told([two], "no", "refuse", "request"),
  ];
  expect(said(await anew([...all, ...told([three], "maybe", "allow", "request")]))).toEqual(wanted);
  expect([one, two, three].map((id) => get(id).phase.kind)).toEqual([
    "response",
    "ended",
    "request",
  ]);
  expect(
    get(one)
      .timeline.map(({ kind, by }) => `${kind} ${by.kind}`)
      .slice(1),
  ).toEqual(["judged rule", "request-approved rule"]);
  expect(world.desk.view().ruledSince).toBe(2);
});

it("decides only those that are named", async () => {
  const [one, two] = [await ask("a"), await ask("b")];
  world.book.rules = [rule("all", { decide: "refuse" })];
  await anew(told([two], "all", "refuse", "request"));
  expect([get(one).phase.kind, get(two).phase.kind]).toEqual(["request", "ended"]);
});

it("leaves what the user has touched: gone back to, tried again, withdrawn, run again", async () => {
  const [back, twice] = [await ask("back"), await ask("twice")];
  for (const id of [back, twice]) {
    const document = get(id).proposed as NonNullable<HeldRequest["proposed"]>;
    await decide(id, { kind: "approve-request", document, model });
    await answered();
  }
  await decide(back, { kind: "back-to-request" });
  const document = get(twice).proposed as NonNullable<HeldRequest["proposed"]>;
  await decide(twice, { kind: "approve-request", document, model });
  await answered();
  world.receive(asked("again"), { reply: { kind: "replay", of: null } });
  await settled();
  const ids = world.desk.requests().map(({ id }) => id);
  world.book.rules = [rule("all", { decide: "refuse", gate: "both" })];
  expect(await would(ids)).toEqual({ would: [], mine: 0 });
  for (const gate of ["request", "response"] as const) {
    expect(await anew(told(ids, "all", "refuse", gate))).toEqual([]);
  }
});

it("leaves a response that the user has withdrawn", async () => {
  const reply = { kind: "embedded" as const, groupId: "g", groupSize: 2 };
  for (const key of ["a", "b"]) world.receive(asked(key), { reply: { ...reply, key } });
  await settled();
  const [{ id } = { id: "" }] = world.desk.requests();
  const document = get(id).proposed as NonNullable<HeldRequest["proposed"]>;
  await decide(id, { kind: "approve-request", document, model });
  await answered();
  const [attempt] = get(id).attempts;
  const hash = attempt?.state.kind === "done" ? attempt.state.generatedHash : "";
  const approved = { kind: "approve-response" as const, attemptId: attempt?.id ?? "" };
  const base = { revision: get(id).revision, hash };
  world.desk.decide(id, base, { ...approved, document: textResponse("Done.") });
  expect(get(id).phase.kind).toBe("ready");
  world.desk.withdrawApproval(id);
  expect(get(id).phase.kind).toBe("response");
  world.book.rules = [rule("answers", { decide: "allow", gate: "response" })];
  expect(await anew(told([id], "answers", "allow", "response"))).toEqual([]);
  expect(get(id).judged).toBeUndefined();
});

it("decides a pending response on its own", async () => {
  const id = await ask("x");
  const document = get(id).proposed as NonNullable<HeldRequest["proposed"]>;
  await decide(id, { kind: "approve-request", document, model });
  await answered();
  world.book.rules = [rule("answers", { decide: "allow", gate: "response" })];
  const all = told([id], "answers", "allow", "response");
  expect(said(await anew(all))).toEqual([`${id} response allow Rule answers`]);
  expect(world.server.heard).toEqual([{ kind: "result", document: textResponse("Done.") }]);
});

it("promises no more than a rule has uses, and uses none for a preview", async () => {
  const ids = [await ask("a"), await ask("b"), await ask("c")];
  world.book.rules = [rule("few", { decide: "allow", holds: { kind: "uses", left: 2 } })];
  expect((await would(ids)).would).toHaveLength(2);
  expect(world.book.taken).toEqual([]);
  expect(await anew(told(ids, "few", "allow", "request"))).toHaveLength(2);
  expect(world.book.taken).toHaveLength(2);
});

it("decides nothing while the mode is not Rules, or what is held back", async () => {
  const id = await ask("x");
  world.book.rules = [rule("all", { decide: "allow" })];
  world.desk.setSwitch("review");
  expect(await anew(told([id], "all", "allow", "request"))).toEqual([]);
  world.desk.setSwitch("rules");
  world.inspector.more = 1;
  expect((await would([await ask("y")])).would).toEqual([]);
  expect(get(id).judged).toBeUndefined();
});

it("counts each request that rules let pass or refused once, since the mode changed", async () => {
  world.book.rules = [rule("both", { decide: "allow", gate: "both" })];
  await ask("x");
  await answered();
  expect(world.server.heard).toHaveLength(1);
  expect(world.desk.view().ruledSince).toBe(1);
  world.desk.setSwitch("review");
  expect(world.desk.view().ruledSince).toBe(0);
});

it("leaves what the user opens after the click, before its turn or during its scan", async () => {
  const [one, two, three] = [await ask("a"), await ask("b"), await ask("c")];
  world.book.rules = [rule("all", { decide: "refuse" })];
  const opened = new Set<string>();
  const decided = anew(told([one, two, three], "all", "refuse", "request"), (id) => opened.has(id));
  // The event loop has a turn before each, so messages of the window arrive meanwhile.
  setImmediate(() => opened.add(two));
  expect(said(await decided)).toEqual([one, three].map((id) => `${id} request refuse Rule all`));
  expect([one, two, three].map((id) => get(id).phase.kind)).toEqual(["ended", "request", "ended"]);
  let asked = 0;
  const later = anew(told([two], "all", "refuse", "request"), () => (asked += 1) > 1);
  expect(await later).toEqual([]);
  expect(get(two).judged).toBeUndefined();
});

it("keeps the event loop free during a preview, and counts the user's requests apart", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push(await ask(`${i}`));
  world.book.rules = [rule("one", { decide: "allow", holds: { kind: "uses", left: 1 } })];
  const [mine, other] = ids;
  const found = await world.desk.ruleEngine.preview(ids, (id) => id === mine);
  expect([found.would.map(({ id }) => id), found.mine]).toEqual([[other], 1]);
  let turned = false;
  setImmediate(() => (turned = true));
  const many = Array.from({ length: 500 }, () => ids).flat();
  await would(many);
  expect(turned).toBe(true);
});

it("decides nothing that was not previewed: another rule, decision or gate, or held since", async () => {
  const id = await ask("x");
  world.book.rules = [rule("all", { decide: "allow" })];
  expect(await anew(told([id], "other", "allow", "request"))).toEqual([]);
  expect(await anew(told([id], "all", "refuse", "request"))).toEqual([]);
  expect(await anew(told([id], "all", "allow", "response"))).toEqual([]);
  world.inspector.more = 1;
  const held = await ask("y");
  const before = get(held).judged;
  expect(await anew(told([held], "all", "allow", "request"))).toEqual([]);
  expect([get(id).judged, get(held).judged]).toEqual([undefined, before]);
  expect(said(await anew(told([id], "all", "allow", "request")))).toHaveLength(1);
});

it("loses no use of a rule to a decision that cannot be recorded", async () => {
  const id = await ask("x");
  world.book.rules = [rule("few", { decide: "allow", holds: { kind: "uses", left: 1 } })];
  world.ledger.broken = "disk full";
  expect(await anew(told([id], "few", "allow", "request"))).toEqual([]);
  expect([world.book.taken, world.book.rules?.[0]?.holds]).toEqual([[], { kind: "uses", left: 1 }]);
  world.ledger.broken = null;
  expect(world.desk.retryLedger().ok).toBe(true);
  expect(await anew(told([id], "few", "allow", "request"))).toHaveLength(1);
  expect(world.book.taken).toEqual(["few"]);
});

it("decides nothing by a rule edited since the preview, and everything by one that was only used", async () => {
  const [one, two] = [await ask("a"), await ask("b")];
  const few = rule("few", { decide: "allow", holds: { kind: "uses", left: 5 } });
  world.book.rules = [few];
  const { would: offered } = await would([one, two]);
  const of = offered.map(confirmedVerdictOf);
  expect(of).toEqual(told([one, two], "few", "allow", "request"));
  for (const edit of [
    { changes: { redact: ["secrets" as const] } },
    { when: "a" },
    { name: "Other words" },
    { secondLook: true },
    { holds: { kind: "always" as const } },
  ]) {
    world.book.rules = [{ ...few, ...edit }];
    expect(await anew(of)).toEqual([]);
  }
  expect([get(one).judged, get(two).judged]).toEqual([undefined, undefined]);
  world.book.rules = [{ ...few, holds: { kind: "uses", left: 2 } }];
  expect(said(await anew(of))).toHaveLength(2);
});
