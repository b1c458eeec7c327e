// What follows from a decision: its document is checked and hashed as it is, and nothing else is decided.
import { expect, it } from "vitest";
import { fail } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import { emptyAnswer } from "#shared/request/document/blocks.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse, FakeClock, plainHasher } from "../testing/fakes.ts";
import { eventsOfDecision, acceptsOverspending } from "./decide.ts";
import type { DecisionDeps } from "./decide.ts";
import { newRuntime } from "./roster.ts";

const model = { providerId: "p", modelId: "m" };
const asked: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "My key is sk-12345678." } }],
  maxTokens: 64,
};
const base = { revision: 3, hash: "seen" };
const at = { atMs: expect.any(Number) as number, by: { kind: "person" }, base };

/** A request, with one response where `isAnswered`; and the events of its decisions. */
function open(isAnswered = false, serious = 0) {
  const { desk, server } = deskFor();
  const { requestId } = desk.receive(server.request(asked as never));
  const came = requestAt(desk, requestId);
  // What the user made of the request for a model: the server offered no tool.
  const tools = [{ name: "look", inputSchema: { type: "object" } }];
  const hand: Decision = { kind: "answer-by-hand", document: { ...asked, tools } };
  if (isAnswered) desk.decide(requestId, { revision: 0, hash: came.askedHash }, hand);
  const request = requestAt(desk, requestId);
  const runtime = newRuntime(null, 1);
  const { placeholders } = runtime;
  const parts: DecisionDeps = {
    clock: new FakeClock(),
    hasher: plainHasher,
    scanner: { seriousCount: () => serious },
    roster: { runtime: () => runtime },
  };
  const decide = (decision: Decision) =>
    eventsOfDecision(request, base, decision, parts, Number.POSITIVE_INFINITY);
  const one = (decision: Decision): RequestEvent => {
    const made = decide(decision);
    if (!made.ok || made.value[0] === undefined) throw new Error("refused");
    expect(made.value).toHaveLength(1);
    return made.value[0];
  };
  return { request, decide, one, placeholders, attemptId: request.attempts[0]?.id ?? "" };
}

const redact = [{ kind: "access-key", value: "sk-12345678" }];

it("sends a model exactly the document of the decision, with its hash and nothing else", () => {
  const { one } = open();
  const document = { ...asked, systemPrompt: "Mine." };
  expect(one({ kind: "approve-request", document, model })).toStrictEqual({
    ...at,
    kind: "request-approved",
    attemptId: "id1",
    document,
    model,
    documentHash: plainHasher.hash(document),
  });
});

it("refuses at both gates to send serious findings that were not on screen, and keeps how many were", () => {
  const sent = { kind: "approve-request" as const, document: asked, model };
  const replies = (attemptId: string) => ({
    kind: "approve-response" as const,
    attemptId,
    document: textResponse("Done."),
  });
  const unseen = (count: number) => ({ ok: false, failure: { kind: "findings-unseen", count } });
  for (const isAnswered of [false, true]) {
    const { decide, one, attemptId } = open(isAnswered, 3);
    const decision = isAnswered ? replies(attemptId) : sent;
    expect(decide(decision)).toEqual(unseen(3));
    expect(decide({ ...decision, seriousSeen: 2 })).toEqual(unseen(1));
    expect(one({ ...decision, seriousSeen: 3 })).toMatchObject({ seriousSeen: 3 });
  }
  const runs = [
    { document: asked, model, seriousSeen: 3 },
    { document: asked, model },
  ];
  expect(open(false, 3).decide({ kind: "approve-candidates", runs })).toEqual(unseen(3));
});

it("rejects, goes back and answers by hand regardless of findings", () => {
  const { decide } = open(false, 3);
  expect(decide({ kind: "reject", tellServer: false })).toMatchObject({ ok: true });
  expect(decide({ kind: "back-to-request" })).toMatchObject({ ok: true });
  expect(decide({ kind: "answer-by-hand", document: asked })).toMatchObject({ ok: true });
});

it("keeps that all findings were seen with a response by hand, for later generations", () => {
  const { one } = open(false, 3);
  const byHand = (seriousSeen: number) =>
    one({ kind: "answer-by-hand", document: asked, seriousSeen });
  expect(byHand(3)).toMatchObject({ seriousSeen: 3 });
  expect(byHand(2)).not.toHaveProperty("seriousSeen");
});

it("keeps the options of a decision and the attempt that it continues", () => {
  const { one } = open();
  const options = { passMetadata: true as const };
  const from = { attemptId: "before", how: "again" as const };
  const made = one({ kind: "approve-request", document: asked, model, options, from });
  expect(made).toMatchObject({ options, from });
});

it("blocks an invalid document, and lets one pass that is only unusual", () => {
  const { decide } = open();
  const approve = (document: RequestDocument) =>
    decide({ kind: "approve-request", document, model });
  const { maxTokens: _none, ...endless } = asked;
  expect(approve({ ...asked, maxTokens: 65 })).toMatchObject({
    ok: false,
    failure: { kind: "invalid-document", flags: [{ code: "max-tokens-above-asked" }] },
  });
  expect(approve(endless)).toMatchObject({ failure: { kind: "invalid-document" } });
  expect(approve({ ...asked, odd: 1 } as RequestDocument)).toMatchObject({ ok: true });
  // Only blocking problems are reported.
  const both = { ...asked, maxTokens: 65, odd: 1 } as RequestDocument;
  expect(approve(both)).toMatchObject({ failure: { flags: { length: 1 } } });
});

it("redacts what a model may not see, and refuses if it cannot", () => {
  const { one, decide, placeholders } = open();
  const made = one({ kind: "approve-request", document: asked, model, redact });
  expect(JSON.stringify(made)).not.toContain("sk-12345678");
  expect(made).toMatchObject({ redacted: expect.anything() as object });
  const sent = made.kind === "request-approved" ? made.document : asked;
  expect(made).toMatchObject({ documentHash: plainHasher.hash(sent) });
  // What continues from it redacts the same values without being told again.
  const from = { attemptId: "id1", how: "again" as const };
  const more = one({ kind: "approve-request", document: asked, model, from });
  expect(JSON.stringify(more)).not.toContain("sk-12345678");
  expect(placeholders.mappings.size).toBe(2);
  // A role is no place for a placeholder.
  const role = {
    ...asked,
    messages: [{ role: "assistant", content: { type: "text", text: "x" } }],
  };
  const value = [{ kind: "access-key", value: "assistant" }];
  const left = decide({ kind: "approve-request", document: role, model, redact: value });
  expect(left).toMatchObject({ ok: false, failure: { kind: "not-redactable" } });
  const byHand = decide({ kind: "answer-by-hand", document: role, redact: value });
  expect(byHand).toMatchObject({ ok: false, failure: { kind: "not-redactable" } });
});

it("starts a response by hand empty, with the document that it belongs to", () => {
  const { one, decide } = open();
  expect(one({ kind: "answer-by-hand", document: asked })).toEqual({
    ...at,
    kind: "answered-by-hand",
    attemptId: "id1",
    document: asked,
    documentHash: plainHasher.hash(asked),
    generated: emptyAnswer(),
    generatedHash: plainHasher.hash(emptyAnswer()),
  });
  const kept = one({ kind: "answer-by-hand", document: asked, redact });
  expect(JSON.stringify(kept)).not.toContain("sk-12345678");
  // What cannot be shown cannot be answered by hand either, whether or not a model could take it.
  const beyond = { ...asked, temperature: Number.POSITIVE_INFINITY };
  expect(decide({ kind: "answer-by-hand", document: beyond })).toMatchObject({
    failure: { kind: "invalid-document" },
  });
  expect(decide({ kind: "answer-by-hand", document: { ...asked, maxTokens: 65 } }).ok).toBe(true);
});

it("approves the response of an existing attempt, whole, checked and hashed", () => {
  const { one, decide, attemptId } = open(true);
  const document = textResponse("Paris");
  expect(one({ kind: "approve-response", attemptId, document })).toEqual({
    ...at,
    kind: "response-approved",
    attemptId,
    document,
    documentHash: plainHasher.hash(document),
  });
  expect(decide({ kind: "approve-response", attemptId: "other", document })).toEqual(
    fail({ kind: "stale" }),
  );
  expect(decide({ kind: "approve-response", attemptId, document: textResponse("") })).toMatchObject(
    {
      ok: false,
      failure: { kind: "invalid-document", flags: [{ code: "answer-empty" }] },
    },
  );
  // A response without a stop reason is only unusual.
  const { stopReason: _none, ...odd } = document;
  expect(decide({ kind: "approve-response", attemptId, document: odd }).ok).toBe(true);
});

it("stores an unchanged response once, as it was generated", () => {
  const { request } = open(true);
  const generated = textResponse("Paris");
  const [attempt] = request.attempts;
  if (attempt === undefined || !("generated" in attempt.state)) throw new Error("no answer");
  const made = { ...attempt, state: { ...attempt.state, generated } };
  const deciding: DecisionDeps = {
    clock: new FakeClock(),
    hasher: plainHasher,
    scanner: { seriousCount: () => 0 },
    roster: { runtime: () => undefined },
  };
  const decision = {
    kind: "approve-response" as const,
    attemptId: attempt.id,
    document: textResponse("Paris"),
  };
  const events = eventsOfDecision({ ...request, attempts: [made] }, base, decision, deciding, 1);
  const event = events.ok ? events.value[0] : undefined;
  expect(event?.kind === "response-approved" && event.document === generated).toBe(true);
});

it("checks a response against the protocol version and what the server asked for and has", () => {
  const { decide, attemptId } = open(true);
  const two = [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ];
  const approve = (content: unknown) =>
    decide({
      kind: "approve-response" as const,
      attemptId,
      document: { ...textResponse(""), content } as never,
    });
  expect(approve(two)).toMatchObject({ failure: { flags: [{ code: "answer-not-one-block" }] } });
  const data = `countersign-media:${"0".repeat(64)}`;
  const picture = { type: "image", data, mimeType: "image/png" };
  expect(approve(picture)).toMatchObject({ failure: { kind: "invalid-document" } });
  const tool = { type: "tool_use", id: "t", name: "look", input: {} };
  expect(approve(tool)).toMatchObject({ failure: { kind: "invalid-document" } });
});

it("goes back and rejects with the given note, and without an empty one", () => {
  const { one } = open();
  expect(one({ kind: "back-to-request" })).toEqual({ ...at, kind: "returned-to-request" });
  const reject = { kind: "reject" as const, tellServer: true };
  expect(one(reject)).toStrictEqual({ ...at, kind: "rejected", tellServer: true });
  expect(one({ ...reject, note: "" })).toEqual({ ...at, kind: "rejected", tellServer: true });
  expect(one({ ...reject, note: "no" })).toMatchObject({ note: "no" });
});

it("approves several at once, each on the revision that the previous one leaves; or none", () => {
  const { decide } = open();
  const made = decide({
    kind: "approve-candidates",
    runs: [
      { document: asked, model },
      { document: asked, model },
    ],
  });
  expect(made.ok && made.value.map((event) => "base" in event && event.base)).toEqual([
    base,
    { ...base, revision: 4 },
  ]);
  const bad = { document: { ...asked, maxTokens: 65 }, model };
  expect(decide({ kind: "approve-candidates", runs: [{ document: asked, model }, bad] }).ok).toBe(
    false,
  );
});

it("knows which decisions may exceed a budget: those that say so", () => {
  const run = { document: asked, model };
  const beyond = { ...run, beyond: true as const };
  expect(acceptsOverspending({ kind: "approve-request", ...run })).toBe(false);
  expect(acceptsOverspending({ kind: "approve-request", ...beyond })).toBe(true);
  expect(acceptsOverspending({ kind: "approve-candidates", runs: [run, run] })).toBe(false);
  expect(acceptsOverspending({ kind: "approve-candidates", runs: [run, beyond] })).toBe(true);
  expect(acceptsOverspending({ kind: "reject", tellServer: false })).toBe(false);
  // It describes what is sent, and nothing else.
  expect(
    acceptsOverspending({ kind: "answer-by-hand", document: asked, beyond: true } as never),
  ).toBe(false);
});

it("sends nothing while all is stopped, and allows every other decision", () => {
  const { desk, server } = deskFor();
  const ask = (): string => desk.receive(server.request(asked as never)).requestId;
  const [hand, back, no, held] = [ask(), ask(), ask(), ask()] as const;
  const byHand: Decision = { kind: "answer-by-hand", document: asked };
  expect(decideAt(desk, back, byHand).ok).toBe(true);
  desk.setSwitch("stopped");
  const stopped = fail({ kind: "desk-stopped" });
  const run = { document: asked, model };
  expect(decideAt(desk, held, { kind: "approve-request", ...run })).toEqual(stopped);
  expect(decideAt(desk, held, { kind: "approve-candidates", runs: [run] })).toEqual(stopped);
  const [{ id: attemptId } = { id: "" }] = requestAt(desk, back).attempts;
  const answer: Decision = { kind: "approve-response", attemptId, document: textResponse("x") };
  expect(decideAt(desk, back, answer)).toEqual(stopped);
  expect(decideAt(desk, hand, byHand).ok).toBe(true);
  expect(decideAt(desk, back, { kind: "back-to-request" }).ok).toBe(true);
  expect(decideAt(desk, no, { kind: "reject", tellServer: false }).ok).toBe(true);
  expect(desk.decide("nobody", { revision: 0, hash: "" }, byHand)).toEqual(
    fail({ kind: "not-found", what: "sample" }),
  );
});
