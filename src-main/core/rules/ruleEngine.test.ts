// Rules at a real desk: their decisions are recorded first, under their name. What they may not decide is left to the
// user, and an earlier decision or a changed mode wins.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Failure } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Desk } from "../desk/desk.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { SCAN_TIMEOUT_MS } from "./ruleEvaluator.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";
import type { Incoming } from "../ports.ts";
import { textResponse, plainHasher } from "../testing/fakes.ts";
import type { FakeGenerator, FakeLedger, FakeServer } from "../testing/fakes.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";

const model = { providerId: "local", modelId: "m" };
const params: JsonObject = {
  systemPrompt: "You are terse.",
  messages: [{ role: "user", content: { type: "text", text: "Mail ana@example.org, please." } }],
  maxTokens: 64,
};
const rule = (over: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", ...over });
const finding = (over: Partial<Finding>): Finding => ({
  kind: "email",
  severity: "low",
  path: ["messages", 0, "content", "text"],
  line: 1,
  offset: 5,
  length: 15,
  ...over,
});

let ledger: FakeLedger;
let server: FakeServer;
let generator: FakeGenerator;
let inspector: FakeInspector;
let book: FakeBook;
let barred: Failure | null;
let first: ModelRef | null;
let standing: ServerStanding;
let desk: Desk;
beforeEach(() => {
  inspector = new FakeInspector();
  book = new FakeBook();
  barred = null;
  first = model;
  standing = { identity: null, name: "own" };
  ({ ledger, server, generator, desk } = deskFor({
    inspector,
    rules: book,
    masterSwitch: "rules",
    models: { choose: () => first, check: () => barred },
    requesters: { standing: () => standing },
  }));
});

const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};
async function ask(over: Partial<Incoming> = {}, asked: Json = params): Promise<HeldRequest> {
  const { requestId } = desk.receive(server.request(asked, over));
  await settled();
  return get(requestId);
}
const get = (id: string): HeldRequest => requestAt(desk, id);
async function answer(request: HeldRequest, text = "Done."): Promise<HeldRequest> {
  generator.answer({ kind: "done", generated: textResponse(text), tookMs: 1 });
  await settled();
  return get(request.id);
}
const kindsOf = (request: HeldRequest): string[] => request.timeline.map(({ kind }) => kind);
const heldOf = (request: HeldRequest) => request.judged?.at(-1)?.held;

describe("a request", () => {
  it("goes to the first model if a rule allows it, after being recorded under the rule's name", async () => {
    book.rules = [rule({ when: "server:notes", id: "nightly", name: "Nightly" })];
    const request = await ask();
    expect(generator.asked.map(({ model: asked, document }) => [asked, document])).toEqual([
      [model, params],
    ]);
    expect(ledger.kinds()).toEqual(["received", "judged", "request-approved"]);
    const by = { kind: "rule", name: "Nightly", id: "nightly" };
    expect(request.timeline.slice(1).map((entry) => entry.by)).toEqual([by, by]);
    expect(request.judged).toMatchObject([{ decide: "allow", gate: "request", model }]);
    // The ledger names the text of the rule that decided.
    const { holds, ...says } = book.rules[0] ?? rule({});
    const ruleHash = plainHasher.hash({ ...says, holds });
    expect(ledger.rows[1]?.body).toMatchObject({ ruleHash });
    expect(request.attempts[0]).toMatchObject({ by, model });
  });

  it("waits for the user if no rule matches, the file is damaged, or rules are off", async () => {
    book.rules = [rule({ when: "server:other" })];
    expect(kindsOf(await ask())).toEqual(["received"]);
    book.rules = null;
    expect(kindsOf(await ask())).toEqual(["received"]);
    book.rules = [rule({})];
    desk.setSwitch("review");
    expect(kindsOf(await ask())).toEqual(["received"]);
    expect(desk.requests().every(({ id }) => desk.needsUser(id))).toBe(true);
  });

  it("is refused with the rule's own code, message and reason", async () => {
    const refusal = { code: -32_051, message: "Not at night", reason: "at-night" };
    book.rules = [rule({ decide: "refuse", refusal })];
    const request = await ask();
    expect(server.heard).toEqual([
      { kind: "error", code: -32_051, message: "Not at night", data: { reason: "at-night" } },
    ]);
    expect(request.phase).toMatchObject({
      ending: { by: { kind: "rule" }, refusal: { reason: "refused-by-rule", own: "at-night" } },
    });
  });

  it("is decided by the first rule that matches, in their order", async () => {
    book.rules = [
      rule({ id: "off", on: false, decide: "refuse" }),
      rule({ id: "ask", decide: "ask", when: "tokens:*" }),
      rule({ id: "b", decide: "ask" }),
      rule({ id: "c" }),
    ];
    const request = await ask();
    expect(request.judged?.map((one) => one.rule.id)).toEqual(["b"]);
    expect(request.phase.kind).toBe("request");
  });

  it("is sent as the rule changes it, never with more tokens", async () => {
    const changes = { maxTokens: 16, system: { from: "You are terse.", to: "Be kind." } };
    book.rules = [rule({ changes })];
    await ask();
    expect(generator.asked[0]?.document).toEqual({
      ...params,
      systemPrompt: "Be kind.",
      maxTokens: 16,
    });
    book.rules = [rule({ changes: { maxTokens: 5000 } })];
    await ask();
    expect(generator.asked[1]?.document.maxTokens).toBe(64);
  });

  it("is prepared for the user if the rule asks, and the original is kept", async () => {
    book.rules = [rule({ decide: "ask", changes: { maxTokens: 16 } })];
    const request = await ask();
    expect(request.prepared).toEqual({ ...params, maxTokens: 16 });
    expect(request.proposed).toEqual(params);
    expect([request.revision, request.phase.kind]).toEqual([0, "request"]);
  });

  it("reaches the model without the values that the rule redacts", async () => {
    inspector.findings = [finding({})];
    book.rules = [rule({ changes: { redact: ["personal"] } })];
    const request = await ask();
    expect(JSON.stringify(generator.asked[0]?.document)).not.toContain("ana@example.org");
    expect(request.attempts[0]?.redacted).toBeDefined();
    const row = ledger.rows.find(({ kind }) => kind === "request-approved");
    expect(JSON.stringify(row)).not.toContain("ana@example.org");
  });

  it("can be matched exactly and alone", async () => {
    book.rules = [rule({ exactly: plainHasher.hash(params) })];
    expect((await ask()).attempts).toHaveLength(1);
    expect((await ask({}, { ...params, maxTokens: 65 })).attempts).toHaveLength(0);
  });

  it("that the user runs again is left to the user", async () => {
    book.rules = [rule({})];
    expect(kindsOf(await ask({ reply: { kind: "replay", of: null } }))).toEqual(["received"]);
  });
});

const called = (name: string) => ({
  runId: `run-${name}`,
  method: "tools/call" as const,
  name,
  arguments: { topic: "weekly report" },
});
const eitherOf = { kind: "ambiguous" as const, calls: [called("sum"), called("keys")] };

describe("a request of one of several calls", () => {
  it("is not allowed by the arguments of another call", async () => {
    book.rules = [rule({ when: 'server:notes "weekly report"' })];
    const request = await ask({ origin: eitherOf });
    expect([generator.asked, request.judged]).toEqual([[], undefined]);
  });

  it("waits for the user if the rule depends on which call it was, and no later rule decides", async () => {
    for (const decide of ["allow", "refuse"] as const) {
      book.rules = [rule({ when: "-tool:other", decide }), rule({ id: "all" })];
      const request = await ask({ origin: eitherOf });
      expect([request.phase.kind, heldOf(request)]).toEqual(["request", { kind: "origin" }]);
      expect(request.judged).toMatchObject([{ rule: { id: "r" }, decide }]);
    }
  });
});

it("waits for the user if its server's name is shared, or it is not the server that the rule is bound to", async () => {
  const identity = "a".repeat(64);
  const server = { id: (await ask()).requester.serverId, identity, name: "Notes" };
  for (const decide of ["allow", "refuse"] as const) {
    standing = { identity, name: "shared" };
    book.rules = [rule({ when: "server:notes", decide }), rule({ id: "all" })];
    expect(heldOf(await ask())).toEqual({ kind: "server", why: "shared" });
    book.rules = [rule({ server, decide })];
    expect((await ask()).judged).toMatchObject([{ decide }]);
    standing = { identity: "b".repeat(64), name: "own" };
    expect(heldOf(await ask())).toEqual({ kind: "server", why: "other" });
  }
  expect(generator.asked).toHaveLength(1);
});

it("names the texts in which a rule found its words, in the inbox and in the ledger", async () => {
  book.rules = [
    rule({ when: 'server:notes (terse OR absent) "ana@example" -secret', gate: "both" }),
  ];
  const request = await answer(await ask(), "I wrote to ana@example.");
  const matched = [
    { of: "request", path: "systemPrompt", words: "terse*" },
    { of: "request", path: "messages[0].content.text", words: "ana@example" },
  ];
  expect(request.judged?.map((one) => one.matched)).toEqual([matched, matched]);
  const rows = ledger.rows.filter(({ kind }) => kind === "judged");
  expect(rows.map(({ body }) => (body as JsonObject)["matched"])).toEqual([matched, matched]);
});

describe("what a rule may not let pass by itself", () => {
  const high = finding({ kind: "access-key", severity: "high" });

  it.each<[string, () => void, unknown, Partial<Incoming>?]>([
    [
      "a high finding",
      () => (inspector.findings = [high]),
      { kind: "findings", groups: ["secrets"] },
    ],
    ["no scan in time", () => (inspector.late = true), { kind: "not-inspected" }],
    ["more findings than are kept", () => (inspector.more = 1), { kind: "not-inspected" }],
    ["places that were not scanned", () => (inspector.unseen = 1), { kind: "not-inspected" }],
    ["no model", () => (first = null), { kind: "no-model" }],
    [
      "a model that is turned off",
      () => (barred = { kind: "switched-off", model: "m" }),
      { kind: "no-model" },
    ],
  ])("%s: the user is asked, and told why", async (_what, arrange, held) => {
    book.rules = [rule({})];
    arrange();
    const request = await ask();
    expect(heldOf(request)).toEqual(held);
    expect([request.phase.kind, generator.asked.length]).toEqual(["request", 0]);
    expect(desk.needsUser(request.id)).toBe(true);
  });

  it("a scan that does not end in time: the user is asked, whatever it waits for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      book.rules = [rule({})];
      let found = (): void => undefined;
      inspector.gate = new Promise((resolve) => (found = resolve));
      const { id } = await ask();
      vi.advanceTimersByTime(SCAN_TIMEOUT_MS - 1);
      await settled();
      expect([kindsOf(get(id)), desk.needsUser(id)]).toEqual([["received"], false]);
      vi.advanceTimersByTime(1);
      await settled();
      expect(heldOf(get(id))).toEqual({ kind: "not-inspected" });
      expect(desk.needsUser(id)).toBe(true);
      // Late findings decide nothing more.
      found();
      await settled();
      expect([get(id).phase.kind, generator.asked.length]).toEqual(["request", 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a changed server or changed tools: the user is asked", async () => {
    book.rules = [rule({})];
    const { requester } = server.request(params);
    const changed = {
      ...requester,
      identityChanged: [{ kind: "file" }],
    } as unknown as HeldRequest["requester"];
    expect(heldOf(await ask({ requester: changed }))).toEqual({ kind: "identity" });
  });

  it.each([
    ["identityChanged", [{ kind: "file" }], null],
    ["toolsChanged", [{ name: "work", parts: ["description"] }], { kind: "identity" }],
  ] as const)(
    "%s, where the user has approved the request: its response",
    async (what, changed, held) => {
      book.rules = [rule({ gate: "both" })];
      const { requester } = server.request(params);
      const request = await ask({
        requester: { ...requester, [what]: changed } as unknown as HeldRequest["requester"],
      });
      const { proposed: document, revision, askedHash: hash } = request;
      if (document === null) throw new Error("no document");
      const approval = { kind: "approve-request" as const, document, model, seriousSeen: 1 };
      desk.decide(request.id, { revision, hash }, approval);
      const { judged } = await answer(request);
      expect(judged?.find(({ gate }) => gate === "response")?.held ?? null).toEqual(held);
    },
  );

  it.each([
    ["finding:access-key", true],
    ["finding:secrets", true],
    ["has:findings", true],
    ["findings:>0", true],
    ["server:notes", false],
    ["finding:personal OR server:notes", false],
    ["-finding:email server:notes", false],
  ])("does not hold back %s: %s", async (when, passes) => {
    inspector.findings = [high];
    book.rules = [rule({ when })];
    expect((await ask()).attempts.length === 1).toBe(passes);
  });

  it("a flag that the user has to settle", async () => {
    book.rules = [rule({})];
    const request = await ask({}, { messages: params["messages"] ?? null });
    expect(heldOf(request)).toEqual({ kind: "flags" });
  });
});

describe("a response", () => {
  it("goes to the server exactly as generated if a rule allows it", async () => {
    book.rules = [rule({ gate: "both" })];
    const request = await answer(await ask());
    expect(server.heard).toEqual([{ kind: "result", document: textResponse("Done.") }]);
    expect(kindsOf(request).slice(-3)).toEqual(["judged", "response-approved", "delivered"]);
    expect(book.decisions).toEqual(["r"]);
    expect(request.phase).toMatchObject({ ending: { kind: "replied", by: { kind: "rule" } } });
  });

  it("waits for the user if only the request was let through, or gate 2 is the user's", async () => {
    book.rules = [rule({})];
    expect((await answer(await ask())).phase.kind).toBe("response");
    book.rules = [
      rule({ id: "one", name: "One", secondLook: true }),
      rule({ id: "two", gate: "response" }),
    ];
    const request = await answer(await ask());
    expect(heldOf(request)).toEqual({ kind: "second-look", rule: "One" });
    expect([request.phase.kind, server.heard.length]).toEqual(["response", 0]);
  });

  it("is scanned too", async () => {
    book.rules = [rule({ gate: "both" })];
    const request = await ask();
    inspector.findings = [finding({ kind: "carrying-link", severity: "high", path: ["content"] })];
    expect(heldOf(await answer(request))).toEqual({ kind: "findings", groups: ["links"] });
  });

  it("is refused where a rule says so", async () => {
    book.rules = [rule({}), rule({ id: "no", gate: "response", decide: "refuse" })];
    const request = await ask();
    await answer(request);
    expect(server.heard).toMatchObject([{ kind: "error", code: -32_050 }]);
    expect(get(request.id).phase).toMatchObject({ ending: { kind: "refused", gate: 2 } });
  });

  it("that was stopped or cut off is left to the user", async () => {
    book.rules = [rule({ gate: "both" })];
    const request = await ask();
    const brokenOff = { kind: "model-interrupted" as const, detail: "reset" };
    generator.answer({ kind: "done", generated: textResponse("Do"), brokenOff, tookMs: 1 });
    await settled();
    expect([get(request.id).phase.kind, server.heard.length]).toEqual(["response", 0]);
  });

  it("of one result waits for its siblings", async () => {
    book.rules = [rule({ gate: "both", when: 'text:"terse"' })];
    const reply = { kind: "embedded" as const, groupId: "g", groupSize: 2 };
    const one = await ask({ reply: { ...reply, key: "a" } });
    const other = await ask({ reply: { ...reply, key: "b" } }, { ...params, systemPrompt: "No." });
    await answer(one);
    expect([get(one.id).phase.kind, get(other.id).phase.kind]).toEqual(["ready", "request"]);
    expect(server.heard).toEqual([]);
  });
});

describe("the ledger", () => {
  // Rows wait for a later one for some milliseconds, which a busy machine may spend between two steps.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("takes a request and its decision in one write, and waits once for each gate", async () => {
    book.rules = [rule({ gate: "both" })];
    await answer(await ask());
    expect(ledger.together).toEqual([3, 3]);
    expect(ledger.kinds()).toEqual([
      "received",
      "judged",
      "request-approved",
      "attempt-done",
      "judged",
      "response-approved",
    ]);
  });

  it("takes findings together with the decision, at once where the user decides", async () => {
    inspector.findings = [finding({})];
    book.rules = [rule({ gate: "both" })];
    await answer(await ask());
    expect(ledger.together).toEqual([4, 4]);
    expect(ledger.kinds().slice(0, 4)).toEqual([
      "received",
      "inspected",
      "judged",
      "request-approved",
    ]);
    book.rules = [rule({ when: "server:other" })];
    await ask();
    expect(ledger.kinds().slice(8)).toEqual(["delivered", "received", "inspected"]);
  });

  it("takes a delivery with the next write, or a moment later", async () => {
    book.rules = [rule({ gate: "both" })];
    await answer(await ask());
    await answer(await ask());
    expect(ledger.together).toEqual([3, 3, 4, 3]);
    expect(ledger.kinds().slice(6)).toEqual([
      "delivered",
      "received",
      "judged",
      "request-approved",
      "attempt-done",
      "judged",
      "response-approved",
    ]);
    vi.advanceTimersByTime(1000);
    expect(ledger.kinds().slice(13)).toEqual(["delivered"]);
  });

  it("takes at once the delivery of a response that the user approved", async () => {
    book.rules = [rule({ gate: "request" })];
    const { id, attempts, revision } = await answer(await ask());
    const { id: attemptId, state } = attempts[0] ?? {};
    if (attemptId === undefined || state?.kind !== "done") throw new Error("no answer");
    const base = { revision, hash: state.generatedHash };
    const document = textResponse("Done.");
    expect(desk.decide(id, base, { kind: "approve-response", attemptId, document }).ok).toBe(true);
    await settled();
    expect(ledger.kinds().slice(-2)).toEqual(["response-approved", "delivered"]);
  });

  it("also records what arrived if no rule decides", async () => {
    book.rules = [rule({ when: "server:other" })];
    await ask();
    expect(ledger.kinds()).toEqual(["received"]);
  });

  it("keeps what arrived until it can be written, before anything newer", async () => {
    book.rules = [rule({})];
    ledger.broken = "disk full";
    const request = await ask();
    expect([request.phase.kind, generator.asked.length]).toEqual(["request", 0]);
    ledger.broken = null;
    const base = { revision: request.revision, hash: request.askedHash };
    expect(desk.decide(request.id, base, { kind: "reject", tellServer: false }).ok).toBe(true);
    expect(ledger.kinds()).toEqual(["received", "rejected"]);
  });

  it("has what arrived when the app ends", async () => {
    book.rules = [rule({ when: "server:other" })];
    desk.receive(server.request(params));
    await desk.close();
    expect(ledger.kinds()).toEqual(["received", "cancelled", "delivered"]);
  });
});

describe("a race", () => {
  const hold = (): (() => void) => {
    let open: () => void = () => undefined;
    inspector.gate = new Promise((resolve) => (open = resolve));
    return open;
  };

  it.each([
    ["review", "request"],
    ["stopped", "request"],
  ] as const)("%s, while a rule decides: the rule decides nothing", async (position, phase) => {
    book.rules = [rule({})];
    const open = hold();
    const request = await ask();
    expect(desk.needsUser(request.id)).toBe(false);
    desk.setSwitch(position);
    // Rules mode again: what was started before stays with the user.
    desk.setSwitch("rules");
    open();
    await settled();
    expect([get(request.id).phase.kind, generator.asked.length]).toEqual([phase, 0]);
    expect(desk.needsUser(request.id)).toBe(true);
  });

  it("a user's decision: the rule comes too late", async () => {
    book.rules = [rule({ decide: "refuse" })];
    const open = hold();
    const request = await ask();
    const base = { revision: request.revision, hash: request.askedHash };
    const document = request.proposed as NonNullable<HeldRequest["proposed"]>;
    desk.decide(request.id, base, { kind: "approve-request", document, model });
    open();
    await settled();
    expect(kindsOf(get(request.id))).toEqual(["received", "request-approved"]);
  });

  it("a rule that was removed from the file decides nothing more", async () => {
    book.rules = [rule({})];
    const open = hold();
    const request = await ask();
    book.rules = [];
    open();
    await settled();
    expect(kindsOf(get(request.id))).toEqual(["received"]);
  });

  it("nothing happens that cannot be recorded", async () => {
    book.rules = [rule({})];
    const open = hold();
    const request = await ask();
    ledger.broken = "disk full";
    open();
    await settled();
    expect([get(request.id).phase.kind, generator.asked.length]).toEqual(["request", 0]);
  });
});

describe("how long a rule is valid", () => {
  it("decides no more requests than it has uses, however many come at once", async () => {
    book.rules = [rule({ gate: "both", holds: { kind: "uses", left: 2 } })];
    const ids = Array.from({ length: 5 }, () => desk.receive(server.request(params)).requestId);
    await settled();
    expect(generator.asked).toHaveLength(2);
    const [one, two] = ids.map(get);
    // One use is one request, at both gates.
    await answer(one as HeldRequest);
    await answer(two as HeldRequest);
    expect(server.heard).toHaveLength(2);
    expect(desk.requests().filter(({ phase }) => phase.kind === "request")).toHaveLength(3);
  });

  it("loses no use to what it may not let pass", async () => {
    book.rules = [rule({ holds: { kind: "uses", left: 1 } })];
    inspector.late = true;
    await ask();
    inspector.late = false;
    expect((await ask()).attempts).toHaveLength(1);
  });

  it("ends with its time, or with its call", async () => {
    book.rules = [rule({ holds: { kind: "until", atMs: 1 } })];
    expect((await ask()).judged).toBeUndefined();
    book.rules = [rule({ holds: { kind: "thread", thread: "run" } })];
    expect((await ask()).judged).toBeUndefined();
    const call = { runId: "run", method: "tools/call" as const, name: "t", arguments: {} };
    expect((await ask({ origin: { kind: "certain", call } })).judged).toHaveLength(1);
  });
});
