// Nothing is lost between an event and its two parts, and no content is ever among the facts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import type { RequestEvent } from "../request/life/event.ts";
import { join, split } from "./split.ts";

const MARK = "MARKED-TEXT";
const HASH = "c0ffee".repeat(10) + "beef";

const document = {
  messages: [{ role: MARK, content: [{ type: MARK, text: MARK, data: MARK }], [MARK]: MARK }],
  systemPrompt: MARK,
  metadata: { [MARK]: MARK },
  maxTokens: 5,
};
const answer = { role: MARK, content: [{ type: "text", text: MARK }], model: "m", stopReason: "s" };
const base = { revision: 3, hash: HASH };
const flags = [
  { severity: "note" as const, code: "extra-member" as const, path: [MARK, 0], detail: MARK },
  { severity: "note" as const, code: "content-empty" as const, path: [] },
];
const medium = { ref: `countersign-media:${HASH}` as const, bytes: 3, validBase64: true };
const failure = { kind: "model-rate-limited" as const, retryAfterMs: 4, detail: MARK };
const byPerson = { by: { kind: "person" as const }, atMs: 7 };
const ended = {
  ...byPerson,
  attemptId: "a1",
  generated: answer,
  generatedHash: HASH,
  usage: { inputTokens: 1 },
  cost: { usd: 1 },
  reasoning: [{ text: MARK, tookMs: 1 }],
  warnings: [MARK],
  brokenOff: failure,
  firstTokenMs: 1,
  tookMs: 2,
  streamed: { characters: 3, hash: HASH, whole: true as const },
};

/** Their rows are not the events whole: `OTHERS` has them. */
type Partly = "received" | "document-updated" | "grouped" | "media-kept" | "rounds-allowed";
/** One event of each kind with every field, and a mark wherever untrusted text can be. */
const EVENTS: Record<Exclude<RequestEvent["kind"], Partly>, RequestEvent> = {
  "request-approved": {
    ...byPerson,
    kind: "request-approved",
    base,
    attemptId: "a1",
    document,
    documentHash: HASH,
    edited: true,
    model: { providerId: "p", modelId: "m" },
    options: { passMetadata: true },
    from: { attemptId: "a0", how: "again" },
    waits: true,
  } as RequestEvent,
  "run-approved": {
    ...byPerson,
    kind: "run-approved",
    base,
    attemptId: "a1",
    document,
    documentHash: HASH,
    edited: true,
    seriousSeen: 1,
  } as RequestEvent,
  completed: { ...byPerson, kind: "completed" },
  "caller-found": {
    atMs: 1,
    by: { kind: "desk" },
    kind: "caller-found",
    caller: { path: MARK, sha256: MARK },
  },
  "answered-by-fixture": {
    atMs: 1,
    by: { kind: "fixture", name: "weather" },
    kind: "answered-by-fixture",
    base,
    attemptId: "a1",
    document,
    documentHash: HASH,
    generated: answer,
    generatedHash: HASH,
    fixture: { name: MARK, hash: HASH, ignored: [MARK] },
  },
  "attempt-started": { ...byPerson, kind: "attempt-started", attemptId: "a1" },
  "answered-by-hand": {
    ...byPerson,
    kind: "answered-by-hand",
    base,
    attemptId: "a1",
    document,
    documentHash: HASH,
    generated: answer,
    generatedHash: HASH,
  } as RequestEvent,
  "attempt-done": { ...ended, kind: "attempt-done" },
  "attempt-stopped": { ...ended, kind: "attempt-stopped" },
  "attempt-failed": { ...byPerson, kind: "attempt-failed", attemptId: "a1", failure, tookMs: 1 },
  inspected: {
    ...byPerson,
    kind: "inspected",
    gate: "response",
    attemptId: "a1",
    hash: HASH,
    findings: [
      {
        kind: "encoded",
        severity: "low",
        path: ["messages", MARK],
        offset: 3,
        length: 4,
        line: 5,
        spells: MARK,
        example: MARK,
        detail: "base64",
      },
    ],
    more: 2,
    unseen: 1,
  },
  "stop-asked": { ...byPerson, kind: "stop-asked", attemptId: "a1" },
  "returned-to-request": { ...byPerson, kind: "returned-to-request", base },
  "response-approved": {
    ...byPerson,
    kind: "response-approved",
    base,
    attemptId: "a1",
    document: { ...answer, model: MARK, stopReason: MARK },
    documentHash: HASH,
    edited: false,
  },
  judged: {
    atMs: 1,
    by: { kind: "rule", name: "nightly", id: "r1" },
    kind: "judged",
    base,
    gate: "request",
    rule: { id: "r1", name: "nightly" },
    decide: "allow",
    held: { kind: "findings", groups: ["secrets"] },
    changes: { maxTokens: 9, system: { from: MARK, to: MARK }, redact: ["secrets"] },
    secondLook: true,
    team: true,
    model: { providerId: "local", modelId: "m" },
  },
  "taken-back": { ...byPerson, kind: "taken-back" },
  released: { ...byPerson, kind: "released" },
  delivered: { ...byPerson, kind: "delivered", stream: { begun: true } },
  "delivery-failed": { ...byPerson, kind: "delivery-failed", detail: MARK },
  "delivery-unknown": { ...byPerson, kind: "delivery-unknown" },
  rejected: { ...byPerson, kind: "rejected", base, note: MARK, tellServer: true },
  refused: {
    ...byPerson,
    kind: "refused",
    refusal: {
      code: -1,
      message: MARK,
      reason: "too-large",
      flags,
      figures: { limit: 1, found: 2 },
    },
  },
  "refused-more": { ...byPerson, kind: "refused-more", count: 3 },
  cancelled: {
    ...byPerson,
    kind: "cancelled",
    because: { kind: "server-cancelled", reason: MARK },
  },
};

const call = { runId: "r", method: "tools/call" as const, name: "summarize" };
const received = {
  asker: {
    serverId: "s",
    name: "notes",
    where: MARK,
    identity: { kind: "program", args: [MARK] },
    identityChanged: [{ kind: "command", before: MARK, after: MARK }],
  },
  origin: { kind: "ambiguous", calls: [{ ...call, arguments: { [MARK]: MARK } }, call] },
  reply: { kind: "embedded", key: MARK, siblings: ["a", "b"], questions: 2 },
  group: { id: "g", size: 2 },
  asked: document,
  askedHash: HASH,
  flags,
  media: [medium, { ...medium, mendable: true }],
  declared: { tools: true, context: false },
  deadline: { atMs: 5, totalMs: 4 },
  turn: 2,
  round: { number: 1, limit: 10 },
} as unknown as JsonObject;

const OTHERS: Record<string, JsonObject> = {
  received,
  "received with a call": {
    ...received,
    origin: { kind: "certain", call: { ...call, arguments: MARK }, counted: true },
    reply: { kind: "task", requestId: MARK, taskId: MARK },
  },
  "received for a resource": {
    ...received,
    origin: { kind: "certain", call: { runId: "r", method: "resources/read", name: MARK } },
  },
  grouped: { siblings: ["a", "b"] },
  "media-kept": { by: { kind: "person" }, medium: medium as unknown as Json },
  "rounds-allowed": { by: { kind: "person" }, limit: 4, of: "other" },
  "elicitation-received": {
    serverId: "s",
    serverName: "notes",
    reply: { kind: "pushed", requestId: MARK },
    asked: { message: MARK },
  },
  "elicitation-answered": { action: "accept", content: { name: MARK } },
  "elicitation-ended": { kind: "server-died", detail: MARK },
  "of a later version": { kind: "of a later version", [MARK]: MARK, text: MARK },
};

const all: [string, JsonObject][] = [
  ...Object.entries(EVENTS).map(([kind, event]): [string, JsonObject] => [
    kind,
    event as unknown as JsonObject,
  ]),
  ...Object.entries(OTHERS).map(([kind, body]): [string, JsonObject] => [
    kind.replace(/ (?:with a call|for a resource)$/, ""),
    body,
  ]),
];

describe.each(all)("%s", (kind, body) => {
  const row = { kind, atMs: 7 };

  it("keeps all content and its hashes out of the facts", () => {
    const { facts, content } = split(row, body);
    const line = JSON.stringify(facts);
    expect(line).not.toContain(MARK);
    expect(line).not.toContain(HASH);
    // The test can fail: the mark is somewhere.
    expect(JSON.stringify(content).includes(MARK)).toBe(JSON.stringify(body).includes(MARK));
    expect(JSON.stringify(content).includes(HASH)).toBe(JSON.stringify(body).includes(HASH));
  });

  it("is whole again after a join, from text and from memory", () => {
    const { facts, content } = split(row, body);
    const [f, c] = [facts, content].map((part) => JSON.parse(JSON.stringify(part)) as Json);
    expect(join(row, f as JsonObject, c ?? null)).toEqual({ kind, atMs: 7, ...body });
  });
});

it("keeps the facts that history needs after content is deleted", () => {
  expect(split({ kind: "received", atMs: 7 }, received).facts).toEqual({
    asker: { serverId: "s", name: "notes", identityChanged: [{ kind: "command" }] },
    origin: { kind: "ambiguous", calls: [call, call] },
    reply: { kind: "embedded", siblings: ["a", "b"], questions: 2 },
    group: { id: "g", size: 2 },
    flags: [
      { severity: "note", code: "extra-member" },
      { severity: "note", code: "content-empty" },
    ],
    media: [
      { bytes: 3, validBase64: true },
      { bytes: 3, validBase64: true, mendable: true },
    ],
    declared: { tools: true, context: false },
    deadline: { atMs: 5, totalMs: 4 },
    turn: 2,
    round: { number: 1, limit: 10 },
  });
  const approved = EVENTS["request-approved"] as unknown as JsonObject;
  expect(split({ kind: "request-approved", atMs: 7 }, approved)).toEqual({
    facts: {
      by: { kind: "person" },
      base: { revision: 3 },
      attemptId: "a1",
      edited: true,
      model: { providerId: "p", modelId: "m" },
      options: { passMetadata: true },
      from: { attemptId: "a0", how: "again" },
      waits: true,
    },
    content: { base: { hash: HASH }, document, documentHash: HASH },
  });
});

it("joins any body that it split", () => {
  const names = fc.constantFrom(
    "by",
    "base",
    "asker",
    "origin",
    "call",
    "calls",
    "flags",
    "media",
    "refusal",
    "because",
    "generated",
    "failure",
    "brokenOff",
    "kind",
    "atMs",
    "revision",
    "code",
    "__proto__",
    "x",
  );
  const tree: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>(null, true, 0, 1.5, "", "text"),
      fc.array(tie("json"), { maxLength: 3 }),
      fc
        .array(fc.tuple(names, tie("json")), { maxLength: 5 })
        .map((entries) => Object.fromEntries(entries) as JsonObject),
    ),
  })).json;
  const body = fc
    .array(fc.tuple(names, tree), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries) as JsonObject);
  const kinds = fc.constantFrom(...Object.keys(EVENTS), "received", "elicitation-ended", "unknown");
  fc.assert(
    fc.property(kinds, body, (kind, whole) => {
      const row = { kind, atMs: 7 };
      const { facts, content } = split(row, whole);
      const again = join(row, facts, content);
      expect(again).toEqual({ kind, atMs: 7, ...whole });
      expect(Object.keys(again).length).toBe(Object.keys({ kind, atMs: 7, ...whole }).length);
    }),
    { numRuns: 3000 },
  );
});
