// A redacted request end to end: from the decision through the real AI SDK to a provider on the loopback and back. The
// bytes sent to the provider are searched.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Decision } from "#shared/request/life/decision.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { ok } from "#shared/outcome.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { addPieces } from "#shared/request/life/stream.ts";
import type { StreamPiece } from "#shared/request/life/stream.ts";
import { Desk } from "../core/desk/desk.ts";
import {
  FakeListener,
  FakeClock,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "../core/testing/fakes.ts";
import { createGenerator } from "../models/generation/generate.ts";
import { openAiCompatibleProvider } from "../models/providers/openaiCompatible.ts";
import {
  beginStream,
  chunk,
  startScriptedModelServer,
  streamsText,
} from "../models/testing/scriptedModelServer.ts";
import type { ScriptedModelServer } from "../models/testing/scriptedModelServer.ts";

const MAIL = "maria.lindqvist@example.org";
const KEY = 'sk-live-"9f8e\\7d6c\n5b4a';
const CARD = "4111 1111 1111 1111";

const request: RequestDocument = {
  systemPrompt: `You write for ${MAIL}.`,
  messages: [
    { role: "user", content: { type: "text", text: `Mail ${MAIL.toUpperCase()}, key ${KEY}.` } },
    {
      role: "assistant",
      content: { type: "tool_use", id: "c1", name: "find", input: { [MAIL]: [4111111111111111] } },
    },
    {
      role: "user",
      content: {
        type: "tool_result",
        toolUseId: "c1",
        content: [{ type: "text", text: JSON.stringify({ key: KEY, card: CARD }) }],
        structuredContent: { card: 4111111111111111, mail: MAIL },
      },
    },
  ],
  tools: [{ name: "find", description: `Finds ${MAIL}`, inputSchema: { type: "object" } }],
  stopSequences: [`bye ${MAIL}`],
  maxTokens: 500,
};
const redact = [
  { kind: "email", value: MAIL },
  { kind: "access-key", value: KEY },
  { kind: "card", value: CARD },
];

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer(streamsText([]));
});
afterAll(() => server.close());

class Screen extends FakeListener {
  pieces: StreamPiece[] = [];
  override streamed(more: Parameters<FakeListener["streamed"]>[0]): void {
    this.pieces = addPieces(this.pieces, more.pieces);
  }
  #tell: (() => void)[] = [];
  override requestChanged(requestId: string): void {
    super.requestChanged(requestId);
    for (const tell of this.#tell.splice(0)) tell();
  }
  changedNext(): Promise<void> {
    return new Promise((resolve) => this.#tell.push(resolve));
  }
}

let ledger: FakeLedger;
let screen: Screen;
let desk: Desk;
let mcp: FakeServer;
beforeEach(() => {
  const provider = openAiCompatibleProvider({
    kind: "openai-compatible",
    id: "scripted",
    baseUrl: server.baseUrl,
    key: null,
  });
  ledger = new FakeLedger();
  screen = new Screen();
  mcp = new FakeServer();
  desk = new Desk({
    ledger,
    media: new FakeMedia(),
    generator: createGenerator({
      resolve({ modelId }) {
        const model = provider.languageModel(modelId);
        if (!model.ok) return model;
        return ok({
          model: model.value,
          traits: traitsOf(provider.kind),
          patience: provider.patience,
        });
      },
    }),
    listener: screen,
    hasher: plainHasher,
    clock: new FakeClock(),
    masterSwitch: "review",
  });
});

const requestOf = (id: string): HeldRequest => desk.request(id) as HeldRequest;
const lastOf = (id: string): Attempt => requestOf(id).attempts.at(-1) as Attempt;
function decide(id: string, decision: Decision) {
  const { revision, askedHash } = requestOf(id);
  return desk.decide(id, { revision, hash: askedHash }, decision);
}
async function ended(id: string): Promise<Attempt> {
  while (lastOf(id).state.kind === "running") await screen.changedNext();
  return lastOf(id);
}
const model = { providerId: "scripted", modelId: "asked-model" };

/** No value, in any spelling that JSON allows. */
function expectNothingSaid(body: unknown): void {
  const bytes = JSON.stringify(body);
  expect(bytes.toLowerCase()).not.toContain("lindqvist");
  expect(bytes).not.toContain("9f8e");
  expect(bytes).not.toContain("5b4a");
  expect(bytes).not.toMatch(/4111[ 1]/);
}

it("sends no byte of a value to the provider, and restores values in the response, also while it streams", async () => {
  server.answer((_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: "" }));
    for (const piece of ["To ⟦EM", "AIL_1", "⟧: the key is ⟦acc", "ess key 1⟧, [CARD_1]."]) {
      send(chunk({ content: piece }));
    }
    const call = {
      index: 0,
      id: "c2",
      type: "function",
      function: { name: "find", arguments: "" },
    };
    send(chunk({ tool_calls: [call] }));
    for (const args of ['{"card":"⟦CARD', '_1⟧","to":["⟦EMAIL_1⟧"],"key":"', '⟦ACCESS_KEY_1⟧"}']) {
      send(chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] }));
    }
    send(chunk({}, "tool_calls"));
    send("[DONE]");
    response.end();
  });
  const { requestId } = desk.receive(
    mcp.request(request as never, { policy: { ...defaultPolicy, unasked: "ask" } }),
  );
  expect(
    decide(requestId, { kind: "approve-request", document: request, model, redact }),
  ).toMatchObject({ ok: true });
  const attempt = await ended(requestId);
  const body = server.seen[0]?.body;
  expectNothingSaid(body);
  expect(JSON.stringify(body)).toContain("⟦EMAIL_1⟧");

  expect(attempt.state).toMatchObject({ kind: "done" });
  if (attempt.state.kind !== "done") throw new Error("not done");
  expect(attempt.state.generated.content).toEqual([
    { type: "text", text: `To ${MAIL}: the key is ${KEY}, [CARD_1].` },
    {
      type: "tool_use",
      id: "c2",
      name: "find",
      input: { card: 4111111111111111, to: [MAIL], key: KEY },
    },
  ]);
  expect(attempt.state.putBack).toEqual({
    count: 5,
    mended: 1,
    doubtful: ["[CARD_1]"],
    doubtfulMore: 0,
  });
  expectNothingSaid(attempt.state.written);
  // As it streamed: never half a placeholder, and inside JSON as JSON.
  expect(screen.pieces.map(({ text }) => text)).toEqual([
    `To ${MAIL}: the key is ${KEY}, [CARD_1].`,
    JSON.stringify({ card: "4111111111111111", to: [MAIL], key: KEY }),
  ]);
});

it("records kinds and counts, and for the attempt only what was sent", async () => {
  server.answer(streamsText(["Fine."]));
  const { requestId } = desk.receive(mcp.request(request as never));
  decide(requestId, { kind: "approve-request", document: request, model, redact });
  const attempt = await ended(requestId);
  const row = ledger.rows.find(({ kind }) => kind === "request-approved");
  expectNothingSaid(row?.body);
  expect(row?.body).toMatchObject({
    documentHash: plainHasher.hash(attempt.document),
    redacted: {
      names: [
        { name: "EMAIL", values: 2, places: 6 },
        { name: "ACCESS_KEY", values: 2, places: 2 },
        { name: "CARD", values: 2, places: 3 },
      ],
    },
  });
  expect(attempt.state).not.toMatchObject({ written: expect.anything() });
});

it("keeps the same values from every model, also when generated again, continued or compared", async () => {
  server.answer(streamsText(["Write to ⟦EMAIL_1⟧."]));
  const { requestId } = desk.receive(mcp.request(request as never));
  decide(requestId, { kind: "approve-request", document: request, model, redact });
  const first = await ended(requestId);
  server.answer(streamsText(["To ⟦EMAIL_1⟧ again."]));
  const from = { attemptId: first.id, how: "again" as const };
  decide(requestId, { kind: "approve-request", document: first.document, model, from });
  const second = await ended(requestId);
  expect(second.state).toMatchObject({ generated: { content: { text: `To ${MAIL} again.` } } });
  expect(second.redacted).toEqual(first.redacted);

  // The response with restored values is part of what continues.
  const continued: RequestDocument = {
    ...second.document,
    messages: [
      ...second.document.messages,
      { role: "assistant", content: { type: "text", text: `To ${MAIL} again.` } },
      { role: "user", content: { type: "text", text: "Shorter." } },
    ],
  };
  const runs = ["a", "b"].map((modelId) => ({
    document: continued,
    model: { providerId: "scripted", modelId },
    from: { attemptId: second.id, how: "again" as const },
  }));
  decide(requestId, { kind: "approve-candidates", runs });
  await ended(requestId);
  while (server.seen.length < 3) await screen.changedNext();
  for (const { body } of server.seen) expectNothingSaid(body);
  expect(JSON.stringify(server.seen.at(-1)?.body)).toContain("To ⟦EMAIL_1⟧ again.");
});

const continuedFrom = (document: RequestDocument, answer: RequestDocument["messages"][number]) => ({
  ...document,
  messages: [
    ...document.messages,
    answer,
    { role: "user" as const, content: { type: "text", text: "Shorter." } },
  ],
});

it("keeps redacted values from models after an answer by hand too", async () => {
  server.answer(streamsText(["Fine."]));
  const { requestId } = desk.receive(mcp.request(request as never));
  expect(decide(requestId, { kind: "answer-by-hand", document: request, redact })).toMatchObject({
    ok: true,
  });
  const byHand = lastOf(requestId);
  expectNothingSaid(byHand.document);
  expect(byHand.redacted?.names.map(({ name }) => name)).toEqual(["EMAIL", "ACCESS_KEY", "CARD"]);
  const row = ledger.rows.find(({ kind }) => kind === "answered-by-hand");
  expectNothingSaid(row?.body);

  const from = { attemptId: byHand.id, how: "again" as const };
  decide(requestId, { kind: "approve-request", document: byHand.document, model, from });
  await ended(requestId);
  // The user's text holds the values, and a call is written as JSON.
  const said = JSON.stringify({ tool_use: { input: { to: MAIL, key: KEY } } });
  const continued = continuedFrom(byHand.document, {
    role: "assistant",
    content: { type: "text", text: said },
  });
  const how = "again" as const;
  const run = { document: continued, model, from: { attemptId: byHand.id, how } };
  decide(requestId, { kind: "approve-candidates", runs: [run, run] });
  await ended(requestId);
  while (server.seen.length < 3) await screen.changedNext();
  for (const { body } of server.seen) expectNothingSaid(body);
});

it("redacts a value that the request did not contain, or that another attempt redacted", async () => {
  server.answer(streamsText(["Fine."]));
  const plain: RequestDocument = {
    messages: [{ role: "user", content: { type: "text", text: "Write." } }],
    maxTokens: 500,
  };
  const { requestId } = desk.receive(mcp.request(request as never));
  decide(requestId, { kind: "answer-by-hand", document: plain, redact });
  decide(requestId, { kind: "back-to-request" });
  decide(requestId, { kind: "approve-request", document: plain, model });
  const bare = await ended(requestId);
  const continued = continuedFrom(bare.document, {
    role: "assistant",
    content: { type: "text", text: `To ${MAIL}: ${KEY}` },
  });
  const from = { attemptId: bare.id, how: "again" as const };
  decide(requestId, { kind: "approve-request", document: continued, model, from });
  await ended(requestId);
  expect(server.seen).toHaveLength(2);
  for (const { body } of server.seen) expectNothingSaid(body);
});

it("sends nothing if a value cannot be redacted", () => {
  const { requestId } = desk.receive(mcp.request(request as never));
  server.answer(streamsText(["never"]));
  const redact = [{ kind: "word", value: "user" }];
  expect(decide(requestId, { kind: "approve-request", document: request, model, redact })).toEqual({
    ok: false,
    failure: { kind: "not-redactable", kinds: ["word"] },
  });
  expect(requestOf(requestId).attempts).toEqual([]);
  expect(server.seen).toEqual([]);
});

it("leaves responses alone without redaction", async () => {
  server.answer(streamsText(["⟦EMAIL_1⟧"]));
  const { requestId } = desk.receive(mcp.request(request as never));
  decide(requestId, { kind: "approve-request", document: request, model });
  const attempt = await ended(requestId);
  expect(attempt.state).toMatchObject({ generated: { content: { text: "⟦EMAIL_1⟧" } } });
  expect(attempt.state).not.toMatchObject({ putBack: expect.anything() });
});
