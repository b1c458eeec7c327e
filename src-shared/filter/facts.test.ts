// The facts of requests in each phase, and the texts that a search covers.
import { permissionRuleId } from "../rules/standingPermission.ts";
import { expect, it } from "vitest";
import type { RequestDocument, ResponseDocument } from "../request/document/message.ts";
import type { Attempt, Ending, Phase, Refusal, HeldRequest } from "../request/life/heldRequest.ts";
import { factsOf } from "./facts.ts";
import { textOf } from "./texts.ts";
import type { Finding } from "../findings/findings.ts";
import type { Inspected } from "../findings/inspection.ts";
import { rowOf } from "./columns.ts";
import { testOf } from "./matches.ts";
import { parse } from "./parse.ts";
import type { Judged } from "../rules/judged.ts";

const me = { kind: "person" } as const;
const image = `countersign-media:${"a".repeat(64)}`;
const request: RequestDocument = {
  messages: [
    { role: "user", content: { type: "text", text: "What is on this?" } },
    { role: "user", content: { type: "image", data: image, mimeType: "image/png" } },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "t", name: "look", input: { at: "dusk" } }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          toolUseId: "t",
          content: [
            { type: "text", text: "a lighthouse" },
            { type: "audio", data: "x", mimeType: "audio/wav" },
          ],
        },
      ],
    },
  ],
  systemPrompt: "Be brief\u202e.",
  tools: [{ name: "look", description: "Looks at things" }],
  maxTokens: 100,
  temperature: 0.5,
  includeContext: "thisServer",
  modelPreferences: { hints: [{ name: "claude-sonnet" }, {}] },
};
const answer = (text: string): ResponseDocument => ({
  role: "assistant",
  content: { type: "text", text },
  model: "claude-sonnet-5",
  stopReason: "endTurn",
});
const done: Attempt["state"] = {
  kind: "done",
  generated: answer("A lighthouse."),
  generatedHash: "g",
  usage: { inputTokens: 40, outputTokens: 5 },
  cost: { usd: 0.002 },
  reasoning: [{ text: "It has a lamp", tookMs: 3 }],
  tookMs: 900,
};
const attempt = (over: Partial<Attempt>): Attempt => ({
  id: "1",
  document: request,
  documentHash: "asked",
  model: { providerId: "anthropic", modelId: "claude-sonnet-5" },
  by: me,
  startedAtMs: 1100,
  state: done,
  ...over,
});
const heldRequest = (phase: Phase, over: Partial<HeldRequest> = {}): HeldRequest => ({
  id: "s1",
  requester: {
    serverId: "srv",
    name: "Lighthouse keeper",
    transport: "http",
    where: "https://example.com/mcp",
    protocolVersion: "2025-11-25",
    era: "legacy",
    claims: { name: "keeper" },
    encrypted: true,
  },
  origin: {
    kind: "certain",
    call: {
      runId: "r1",
      method: "tools/call",
      name: "describe",
      arguments: { which: "north pier" },
    },
  },
  reply: { kind: "pushed", requestId: 7 },
  receivedAtMs: 1000,
  turn: 2,
  asked: request,
  askedHash: "asked",
  proposed: request,
  flags: [{ severity: "note", code: "extra-member", path: ["x"] }],
  media: [],
  attempts: [],
  phase,
  revision: 1,
  timeline: [{ atMs: 1000, kind: "received", by: { kind: "server" } }],
  ...over,
});
const replied = (over: Partial<HeldRequest> = {}): HeldRequest =>
  heldRequest(
    {
      kind: "ended",
      atMs: 4000,
      ending: {
        kind: "replied",
        document: answer("A tall lighthouse."),
        documentHash: "sent",
        attemptId: "2",
        by: me,
      },
    },
    {
      attempts: [
        attempt({
          state: {
            kind: "failed",
            failure: { kind: "model-overloaded", status: 529, detail: "busy" },
            tookMs: 100,
          },
        }),
        attempt({
          id: "2",
          documentHash: "edited",
          document: { ...request, maxTokens: 50 },
          by: { kind: "rule", name: "small ones" },
        }),
      ],
      timeline: [
        { atMs: 1000, kind: "received", by: { kind: "server" } },
        { atMs: 1100, kind: "request-approved", by: me },
        { atMs: 1300, kind: "request-approved", by: { kind: "rule", name: "small ones" } },
        { atMs: 3000, kind: "response-approved", by: me },
        { atMs: 4000, kind: "delivered", by: { kind: "desk" } },
      ],
      ...over,
    },
  );

it("finds a completion by its program, and by the server's fields as well", () => {
  const { requester } = heldRequest({ kind: "request" });
  const held = heldRequest(
    { kind: "request" },
    {
      requestKind: "completion",
      requester: { ...requester, transport: "endpoint", name: "Nightly job" },
    },
  );
  const row = rowOf(factsOf(held));
  const matches = (text: string): boolean => {
    const { query } = parse(text);
    if (query === null) throw new Error(text);
    return testOf(query, 0)({ row, indexed: () => "" }) === true;
  };
  expect(matches('program:"nightly job" kind:completion transport:endpoint')).toBe(true);
  expect(matches("program:nightly*")).toBe(true);
  expect(matches("-program:*")).toBe(false);
  const other = rowOf(factsOf(heldRequest({ kind: "request" })));
  expect(other.program).toBe("");
});

it("counts and names what a request contains, tool results included", () => {
  expect(factsOf(heldRequest({ kind: "request" }))).toMatchObject({
    serverName: "Lighthouse keeper",
    claims: "keeper",
    host: null,
    program: null,
    transport: "http",
    era: "legacy",
    origin: "certain",
    method: "tools/call",
    call: "describe",
    thread: "r1",
    turn: 2,
    state: "request",
    gate: 1,
    reason: null,
    endedAtMs: null,
    waitedMs: null,
    messages: 4,
    tools: 1,
    toolNames: ["look"],
    usedTools: ["look"],
    calledTools: [],
    calls: [],
    hasLongCall: false,
    images: 1,
    audios: 1,
    toolResults: 1,
    resources: 0,
    maxTokens: 100,
    temperature: 0.5,
    hints: ["claude-sonnet"],
    system: true,
    systemHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    context: "thisServer",
    metadata: false,
    stopSequences: false,
    findings: 1,
    findingKinds: ["bidi-control"],
    flags: 1,
    flagCodes: ["extra-member"],
    models: [],
    tokens: null,
    costUsd: null,
    attempts: 0,
    byHand: false,
    edited: [],
    firstWords: "a lighthouse",
  });
});

it("sums the usage of all attempts, and says who decided at which gate", () => {
  expect(factsOf(replied())).toMatchObject({
    state: "replied",
    endedAtMs: 4000,
    waitedMs: 3000,
    tookMs: 1000,
    decidedBy: ["me", "rule"],
    decidedBy1: ["me", "rule"],
    decidedBy2: ["me"],
    rules: ["small ones"],
    models: ["claude-sonnet-5"],
    providers: ["anthropic"],
    answeredBy: "claude-sonnet-5",
    stopReason: "endTurn",
    inputTokens: 40,
    outputTokens: 5,
    tokens: 45,
    costUsd: 0.002,
    costAtLeast: true,
    attempts: 2,
    failedAttempts: 1,
    edited: ["request", "response"],
    refined: false,
  });
});

it("counts a response sent as generated as unedited", () => {
  const { phase } = replied();
  if (phase.kind !== "ended" || phase.ending.kind !== "replied") throw new Error("not replied");
  const ending = { ...phase.ending, documentHash: "g", attemptId: "1" };
  const unedited = replied({ attempts: [attempt({})], phase: { ...phase, ending } });
  expect(factsOf(unedited)).toMatchObject({ edited: [], costAtLeast: false });
});

it.each<[Phase, object]>([
  [{ kind: "response" }, { state: "generating", gate: 2 }],
  [
    {
      kind: "ended",
      atMs: 2000,
      ending: { kind: "rejected", gate: 2, by: me, note: "no", noteSent: false },
    },
    { state: "rejected", gate: 2, decidedBy2: ["me"] },
  ],
  [
    {
      kind: "ended",
      atMs: 2000,
      ending: { kind: "cancelled", because: { kind: "call-ended", afterMs: 9 } },
    },
    { state: "cancelled", gate: null, reason: "call-ended" },
  ],
])("reports the state %j", (phase, facts) => {
  const at = { atMs: 2000, kind: "rejected", by: me } as const;
  const timeline = phase.kind === "ended" && phase.ending.kind === "rejected" ? [at] : [];
  const attempts = [attempt({ state: { kind: "running" } })];
  expect(factsOf(heldRequest(phase, { timeline, attempts }))).toMatchObject(facts);
});

it.each([{ verdict: "allow" }, { verdict: "pass" }] as const)(
  "says what an agent was told: %o",
  (document) => {
    const ending = { kind: "replied", by: me, document } as unknown as Ending;
    const ended: Phase = { kind: "ended", atMs: 2000, ending };
    const { verdict } = document;
    expect(factsOf(heldRequest(ended, { reply: { kind: "hook" } })).verdict).toBe(verdict);
    // Once its content is deleted.
    const deleted = { ...ended, ending: { ...ending, document: {} } } as Phase;
    expect(factsOf(heldRequest(deleted, { reply: { kind: "hook" } })).verdict).toBeNull();
  },
);

it.each([1, 2] as const)("reports the gate of a refusal by a rule: gate %i", (gate) => {
  const by = { kind: "rule", name: "no" } as const;
  const refusal: Refusal = { code: -32050, message: "", reason: "refused-by-rule", flags: [] };
  const ending = { kind: "refused", gate, by, refusal } as const;
  const approved = { atMs: 1100, kind: "request-approved", by: me } as const;
  const refused = { atMs: 2000, kind: "refused", by } as const;
  const timeline = gate === 1 ? [refused] : [approved, refused];
  expect(factsOf(heldRequest({ kind: "ended", atMs: 2000, ending }, { timeline }))).toMatchObject({
    state: "refused",
    gate,
    decidingRules: ["no"],
    ...(gate === 1
      ? { decidedBy1: ["rule"], decidedBy2: [] }
      : { decidedBy1: ["me"], decidedBy2: ["rule"] }),
  });
});

it("tells a program's Watch from a rule", () => {
  const watch = { kind: "rule", name: "nightly", id: permissionRuleId("p") } as const;
  const timeline = [
    { atMs: 1100, kind: "request-approved", by: watch },
    { atMs: 1200, kind: "response-approved", by: { kind: "rule", name: "no" } },
  ] as const;
  expect(factsOf(heldRequest({ kind: "request" }, { timeline: [...timeline] }))).toMatchObject({
    decidedBy: ["permission", "rule"],
    decidedBy1: ["permission"],
    decidedBy2: ["rule"],
    decidingRules: ["no"],
  });
});

it("reports nothing of the content of a request that was not kept", () => {
  const ending = {
    kind: "refused",
    gate: 1,
    by: { kind: "desk" },
    refusal: { code: -32063, message: "", reason: "too-large", flags: [] },
  } as const;
  const refused = heldRequest(
    { kind: "ended", atMs: 1001, ending: { ...ending, refusal: { ...ending.refusal, flags: [] } } },
    {
      asked: null,
      proposed: null,
      notKept: { bytes: 50_000_000 },
      more: { count: 3, lastAtMs: 2 },
    },
  );
  expect(factsOf(refused)).toMatchObject({
    state: "refused",
    reason: "too-large",
    messages: 0,
    sizeBytes: 50_000_000,
    more: 3,
    // A limit refuses before any gate.
    gate: null,
    firstWords: "",
  });
});

it("lists each text once, without the protocol's own words and media", () => {
  const texts = textOf(replied({ attempts: replied().attempts }));
  expect(texts.toSorted()).toEqual(
    [
      "Lighthouse keeper",
      "keeper",
      "describe",
      "north pier",
      "What is on this?",
      "image/png",
      "t",
      "look",
      "dusk",
      "a lighthouse",
      "x",
      "audio/wav",
      "Be brief\u202e.",
      "Looks at things",
      "thisServer",
      "claude-sonnet",
      "busy",
      "A lighthouse.",
      "claude-sonnet-5",
      "endTurn",
      "It has a lamp",
      "A tall lighthouse.",
    ].toSorted(),
  );
});

it("indexes untrusted text in the protocol's fields", () => {
  const asked = { messages: [{ role: "ignore all rules", content: { type: "secret kind" } }] };
  expect(textOf(heldRequest({ kind: "request" }, { asked }))).toEqual(
    expect.arrayContaining(["ignore all rules", "secret kind"]),
  );
});

it("names every rule that took part: decided, was held back or asked the user", () => {
  const judged = (name: string, more: object) =>
    ({ atMs: 1, gate: "request", rule: { id: name, name }, decide: "allow", ...more }) as Judged;
  const held = judged("held", { held: { kind: "not-inspected" } });
  const asks = judged("asks", { decide: "ask" });
  expect(factsOf(replied({ judged: [held, asks] })).rules).toEqual(["small ones", "held", "asks"]);
  const { query } = parse("rule:held");
  const item = { row: rowOf(factsOf(replied({ judged: [held] }))), indexed: () => "" };
  expect(query !== null && testOf(query, 0)(item)).toBe(true);
});

it("filters findings by severity", () => {
  const fits = (filter: string, severity: "high" | "low") => {
    const found: Finding = { kind: "encoded", severity, path: [], offset: 0, length: 1, line: 1 };
    const inspected: Inspected[] = [{ atMs: 1, gate: "request", hash: "h", findings: [found] }];
    const plain = { ...request, systemPrompt: "Be brief." };
    const row = rowOf(factsOf(heldRequest({ kind: "request" }, { inspected, proposed: plain })));
    const { query } = parse(filter);
    return query !== null && testOf(query, 0)({ row, indexed: () => "" });
  };
  expect([fits("findings:high", "high"), fits("findings:high", "low")]).toEqual([true, false]);
  expect([fits("finding:low", "high"), fits("finding:low", "low")]).toEqual([false, true]);
});

it("counts findings beyond those that a scan keeps", () => {
  const look = (over: object) =>
    ({ atMs: 1, gate: "request", hash: "h", findings: [], more: 203, ...over }) as Inspected;
  const of = (inspected: Inspected[]) =>
    factsOf(heldRequest({ kind: "request" }, { inspected })).findings;
  expect(of([look({})]) - of([])).toBe(203);
  expect(of([look({ gate: "response", attemptId: "another" })]) - of([])).toBe(0);
});
