// A kind of request that no model responds to: one decision makes and approves the response. Rules refuse and never
// respond. A no uses the kind's own protocol.
import { beforeEach, expect, it } from "vitest";
import { fold } from "#shared/ledger/fold.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Json } from "#shared/json.ts";
import { settled, World } from "../testing/walks.ts";

const FORM: Json = {
  message: "Which city?",
  requestedSchema: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer", maximum: 9 } },
    required: ["city"],
  },
  _meta: { own: true },
};
const model = { providerId: "local", modelId: "m" };
const respond = (document: object): Decision => ({ kind: "respond", document: document as never });
const accept = respond({ action: "accept", content: { city: "Ulm" } });
const rule = (over: Partial<Rule> & Pick<Rule, "decide">): Rule =>
  ruleSchema.parse({ id: "r", name: "R", ...over });

let world: World;
beforeEach(() => {
  world = new World();
});

async function receive(params: Json = FORM, over: object = {}): Promise<HeldRequest> {
  world.receive(params, { requestKind: "elicitation", ...over });
  await settled();
  return now();
}
const now = (): HeldRequest => world.desk.requests().at(-1) as HeldRequest;
const decide = (decision: Decision, hash = now().askedHash) =>
  world.desk.decide(now().id, { revision: now().revision, hash }, decision);

it("sends exactly the response that was decided, recorded first", async () => {
  const request = await receive();
  expect(request.proposed).toEqual(FORM);
  expect(decide(accept)).toEqual({ ok: true, value: null });
  await settled();
  const document = { action: "accept", content: { city: "Ulm" } };
  expect(world.server.heard).toEqual([{ kind: "result", document }]);
  expect(now().phase).toMatchObject({ kind: "ended", ending: { kind: "replied", document } });
  expect(now().attempts).toMatchObject([{ document: FORM, model: null, by: { kind: "person" } }]);
  expect(decide(accept)).toMatchObject({ ok: false, failure: { kind: "stale" } });
});

it.each([
  ["a field beyond its bounds", { action: "accept", content: { city: "Ulm", days: 10 } }],
  ["a required field left out", { action: "accept", content: {} }],
  ["a field that was not asked for", { action: "accept", content: { city: "Ulm", other: 1 } }],
  ["a nested value", { action: "accept", content: { city: { a: 1 } } }],
  ["an unknown action", { action: "approve" }],
])("sends nothing for %s", async (_what, document) => {
  await receive();
  expect(decide(respond(document)).ok).toBe(false);
  expect(world.server.heard).toEqual([]);
  expect(now().phase.kind).toBe("request");
});

it.each<[string, Decision]>([
  ["a model", { kind: "approve-request", document: FORM as never, model }],
  ["several models", { kind: "approve-candidates", runs: [{ document: FORM as never, model }] }],
  ["an answer by hand", { kind: "answer-by-hand", document: FORM as never }],
])("refuses to take it to %s", async (_what, decision) => {
  await receive();
  expect(decide(decision)).toEqual({ ok: false, failure: { kind: "stale" } });
  expect(world.generator.asked).toEqual([]);
});

it("refuses such a response for a sampling request", () => {
  const text = { type: "text", text: "Hello?" };
  world.receive({ messages: [{ role: "user", content: text }], maxTokens: 9 });
  expect(decide(accept)).toEqual({ ok: false, failure: { kind: "stale" } });
});

it("uses the protocol's own actions for a no, and an error only for a refusal", async () => {
  await receive();
  decide({ kind: "reject", tellServer: false });
  await receive();
  world.held.at(-1)?.withdraw({ kind: "quit" });
  await receive();
  world.desk.setSwitch("stopped");
  decide(respond({ action: "decline" }));
  await receive();
  await settled();
  expect(world.server.heard).toMatchObject([
    { kind: "result", document: { action: "decline" } },
    { kind: "result", document: { action: "cancel" } },
    { kind: "result", document: { action: "decline" } },
    { kind: "error", code: -32060, message: "Elicitation is stopped at this client" },
  ]);
});

it("sends nothing that was entered while stopped", async () => {
  await receive();
  world.desk.setSwitch("stopped");
  expect(decide(accept)).toMatchObject({ ok: false, failure: { kind: "desk-stopped" } });
  expect(world.server.heard).toEqual([]);
});

it.each<[string, Rule, "request" | "ended"]>([
  ["that names no kind", rule({ decide: "refuse" }), "request"],
  ["that allows it", rule({ decide: "allow", when: "kind:elicitation" }), "request"],
  [
    "that allows it with its model",
    rule({ decide: "allow", when: "kind:elicitation", changes: { model } }),
    "request",
  ],
  ["that refuses it", rule({ decide: "refuse", when: "kind:elicitation" }), "ended"],
])("a rule %s", async (_what, one, phase) => {
  world.book.rules = [one];
  await receive();
  await settled();
  expect(now().phase.kind).toBe(phase);
  expect(world.generator.asked).toEqual([]);
  expect(world.server.heard).toMatchObject(phase === "ended" ? [{ code: -32050 }] : []);
});

it("has a rate of its own beside sampling", async () => {
  const { policy } = world.server.request(null);
  const limits = { ...policy.limits, perMinute: 1, burst: 1 };
  const strict = { policy: { ...policy, limits } };
  const text = { type: "text", text: "Hello?" };
  world.receive({ messages: [{ role: "user", content: text }], maxTokens: 9 }, strict);
  expect((await receive(FORM, strict)).phase.kind).toBe("request");
  expect((await receive(FORM, strict)).phase).toMatchObject({
    ending: { refusal: { reason: "rate-limited" } },
  });
});

it("folds to the state that it had, with the server's word that it is done", async () => {
  await receive();
  decide(accept);
  await settled();
  world.held.at(-1)?.completed();
  world.held.at(-1)?.completed();
  const kinds = now().timeline.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "completed")).toHaveLength(1);
  const rows = world.ledger.rowsOf(now().id);
  if (!rows.ok) throw new Error("not read");
  expect(fold(rows.value)?.request).toMatchObject({
    requestKind: "elicitation",
    proposed: FORM,
    phase: now().phase,
    timeline: now().timeline,
  });
});
