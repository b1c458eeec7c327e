// For tests: an event of each kind with every field, and the rows that are no event whole.
import type { Json, JsonObject } from "../json.ts";
import type { RequestEvent } from "../request/life/event.ts";

/** Stands wherever untrusted text can be. */
export const MARK = "MARKED-TEXT";
export const HASH = "c0ffee".repeat(10) + "beef";

export const document = {
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
/** Every figure that a failure can have; no failure has all of them. */
const figures = {
  status: 500,
  afterMs: 1,
  stage: "idle",
  exitCode: 9,
  neededBytes: 8,
  availableBytes: 7,
};
const estimate = { inputTokens: 1, outputTokens: 2, usd: 0.5 };
const redacted = { names: [{ name: "EMAIL_1", values: 1, places: 2 }] };
const streamed = { characters: 3, hash: HASH, whole: true as const };
const byPerson = { by: { kind: "person" as const }, atMs: 7 };
const ended = {
  ...byPerson,
  attemptId: "a1",
  generated: answer,
  generatedHash: HASH,
  usage: { inputTokens: 1 },
  cost: { usd: 1, missing: ["input-count" as const] },
  estimate,
  putBack: { count: 1, mended: 2, doubtful: [MARK], doubtfulMore: 3 },
  written: answer,
  flags,
  reasoning: [{ text: MARK, tookMs: 1 }],
  warnings: [MARK],
  brokenOff: { ...failure, ...figures },
  firstTokenMs: 1,
  tookMs: 2,
  streamed,
};

/** Their rows are not the events whole: `OTHERS` has them. */
type Partly = "received" | "document-updated" | "grouped" | "media-kept" | "rounds-allowed";
/** One event of each kind with every field, and a mark wherever untrusted text can be. */
export const EVENTS: Record<Exclude<RequestEvent["kind"], Partly>, RequestEvent> = {
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
    redacted,
    beyond: [
      {
        scope: "server",
        unit: "tokens",
        window: "day",
        limit: 9,
        used: 8,
        reserved: 0,
        needs: 2,
        most: 3,
      },
    ],
    seriousSeen: 2,
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
  completed: { ...byPerson, kind: "completed", how: { differs: true, failed: true } },
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
    edited: true,
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
    edited: true,
    redacted,
    seriousSeen: 1,
    generated: answer,
    generatedHash: HASH,
  } as RequestEvent,
  "attempt-done": { ...ended, kind: "attempt-done" } as RequestEvent,
  "attempt-stopped": { ...ended, kind: "attempt-stopped" } as RequestEvent,
  "attempt-failed": {
    ...byPerson,
    kind: "attempt-failed",
    attemptId: "a1",
    failure: { ...failure, ...figures },
    estimate,
    tookMs: 1,
    streamed,
  } as RequestEvent,
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
    late: true,
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
    seriousSeen: 0,
  },
  judged: {
    atMs: 1,
    by: { kind: "rule", name: "nightly", id: "r1" },
    kind: "judged",
    base,
    gate: "request",
    attemptId: "a1",
    ruleHash: "of the rule",
    rule: { id: "r1", name: "nightly" },
    decide: "allow",
    held: { kind: "findings", groups: ["secrets"] },
    changes: { maxTokens: 9, system: { from: MARK, to: MARK }, redact: ["secrets"] },
    secondLook: true,
    team: true,
    model: { providerId: "local", modelId: "m" },
    matched: [{ of: "request", path: MARK, words: MARK }],
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
      own: "too-long",
      provider: { status: 500, message: MARK },
      flags,
      figures: { limit: 1, found: 2 },
    },
  },
  "refused-more": { ...byPerson, kind: "refused-more", count: 3, undelivered: 1 },
  cancelled: {
    ...byPerson,
    kind: "cancelled",
    because: { kind: "call-ended", afterMs: 3, guessed: true, reason: MARK },
  } as RequestEvent,
};

export const call = { runId: "r", method: "tools/call" as const, name: "summarize" };
export const received = {
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
  conversation: { id: MARK, side: "title" },
  turn: 2,
  round: { number: 1, limit: 10 },
} as unknown as JsonObject;

/** Rows that are no event whole; the first word is the kind. */
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
  "received whole": {
    ...received,
    requestKind: "action",
    asker: {
      serverId: "s",
      name: "notes",
      transport: "http",
      where: MARK,
      protocolVersion: "2025-11-25",
      era: "modern",
      claims: { name: "notes", version: "1" },
      encrypted: true,
      toolsChanged: [{ name: "work", parts: ["description"], knownAtMs: 1 }],
      host: { name: MARK, version: MARK, sessionId: MARK, folder: MARK },
      caller: { path: MARK, sha256: HASH },
    },
    origin: { kind: "none" },
    reply: { kind: "replay", of: "earlier", was: "replied" },
    producer: "server",
    heldBy: { kind: "rule", rule: { id: "r1", name: "nightly" } },
    notKept: { bytes: 5 },
    media: [{ ...medium, sniffed: "image/png" }],
    about: {
      agent: { id: "a", version: "1", name: MARK },
      session: { id: "s" },
      tool: "Write",
      event: "PreToolUse",
      verdict: "allow",
      edited: true,
      branch: MARK,
    },
  } as unknown as JsonObject,
  "received from a program": {
    ...received,
    reply: { kind: "http", dialect: MARK, id: MARK, createdS: 1, stream: true },
  },
  "document-updated": {
    by: { kind: "desk" },
    asked: document,
    askedHash: HASH,
    flags: flags as unknown as Json,
    about: { agent: { id: "a" }, session: "s", tool: "Write", event: "PreToolUse", file: MARK },
  },
  "response-approved of an action": {
    ...(byPerson as unknown as JsonObject),
    base,
    attemptId: "a1",
    document: answer,
    documentHash: HASH,
    about: { verdict: "allow", edited: true, input: MARK },
  },
  "two-needed": { by: { kind: "desk" }, other: MARK },
  "limit-raised": {
    by: { kind: "person" },
    reason: "rate",
    how: "once",
    scope: "server",
    window: "hour",
    was: 1,
    limit: 2,
    other: MARK,
  },
  forgotten: {
    by: { kind: "person" },
    why: "age",
    contents: ["c0", "c1"],
    mediaOnly: true,
    item: "s",
    other: MARK,
  },
  "elicitation-more": { count: 1, lastAtMs: 2, other: MARK },
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
  "elicitation-ended": { kind: "server-died", afterMs: 4, detail: MARK },
  later: { kind: "later", [MARK]: MARK, text: MARK },
};

/** A name, the kind and the body of a row of each kind, some in several variants. */
export const ROWS: readonly (readonly [string, string, JsonObject])[] = [
  ...Object.entries(EVENTS).map(
    ([kind, event]) => [kind, kind, event as unknown as JsonObject] as const,
  ),
  ...Object.entries(OTHERS).map(
    ([name, body]) => [name, name.split(" ", 1)[0] ?? "", body] as const,
  ),
];
