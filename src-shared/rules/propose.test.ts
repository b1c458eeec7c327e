// The rule proposed for a request matches it, and none that differs in anything that matters.
import { describe, expect, it } from "vitest";
import { rowOf } from "../filter/columns.ts";
import { factsOf } from "../filter/facts.ts";
import { testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import type { RequestDocument } from "../request/document/message.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import type { RuleProposal } from "./proposal.ts";
import { usualBeginning } from "./conditions.ts";
import { boundTo, propose } from "./propose.ts";
import { document, heldOf } from "./testing.ts";

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

const termsOf = (request: HeldRequest): string[] =>
  propose(request, "request")?.conditions.flatMap(({ terms }) => terms) ?? [];

/** Which terms of the rule for `one` do not match the other. */
function missed(one: HeldRequest, other: HeldRequest): string[] {
  const item = { row: rowOf(factsOf(other)), indexed: () => "" };
  return termsOf(one).filter((text) => {
    const { query } = parse(text);
    if (query === null) throw new Error(text);
    return !testOf(query, 0)(item);
  });
}

it("matches the request that it is made from, whatever that contains", () => {
  const rich = heldOf({
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image", data: "", mimeType: "image/png" },
        ],
      },
      { role: "assistant", content: { type: "text", text: "yes\u200b" } },
    ],
    tools: [tool("read file"), tool("a*b"), tool("")],
    includeContext: "thisServer",
  });
  for (const request of [heldOf(), rich, heldOf({}, { origin: { kind: "none" } })]) {
    expect(missed(request, request)).toEqual([]);
    expect(parse(propose(request, "request")?.rule.when ?? "(").faults).toEqual([]);
  }
});

it("has five conditions, each of a few terms", () => {
  const { conditions, like } = propose(heldOf(), "request") ?? {};
  expect(conditions?.map(({ kind, terms }) => [kind, ...terms])).toEqual([
    ["who", 'server:"My \\"notes\\" (old)"', "tool:summarize"],
    ["content", "-has:tools", "-has:results", "-has:media", "-has:resource", "-has:context"],
    ["system", "system:d4c181f057fc761d"],
    ["findings", "-has:findings", "-has:flags"],
    ["size", "turn:<=1", "messages:<=1", "size:<=1kb", "maxtokens:<=500"],
  ]);
  expect(like).toEqual({
    call: { method: "tools/call", name: "summarize" },
    origin: "known",
    tools: 0,
    media: false,
    context: null,
    model: null,
    system: "You are brief.",
    findings: [],
    bytes: 1000,
    tokens: 500,
    turn: 1,
    action: null,
  });
});

it("names what the request has beyond plain text from one call", () => {
  const like = (more: Partial<RequestDocument>, asked: Partial<HeldRequest> = {}) =>
    propose(heldOf(more, asked), "request")?.like;
  const image = { type: "image", data: "", mimeType: "image/png" };
  expect(
    like({ tools: [tool("a"), tool("b")], messages: [{ role: "user", content: [image] }] }),
  ).toMatchObject({ tools: 2, media: true });
  expect(like({ includeContext: "allServers" })).toMatchObject({ context: "allServers" });
  expect(like({}, { origin: { kind: "none" } })).toMatchObject({ call: null, origin: "none" });
  expect(like({ systemPrompt: "odd \u202e" })).toMatchObject({ findings: ["characters"] });
});

describe("a request that differs", () => {
  const far = (text: string): RequestDocument["messages"] => [
    { role: "user", content: { type: "text", text } },
  ];
  it.each<[string, Partial<RequestDocument>, Partial<HeldRequest>, string]>([
    ["in its system prompt", { systemPrompt: "You are brief!" }, {}, "system:d4c181f057fc761d"],
    ["in tools that it offers", { tools: [tool("read")] }, {}, "-has:tools"],
    ["in tokens", { maxTokens: 501 }, {}, "maxtokens:<=500"],
    ["in its size", { messages: far("x".repeat(2000)) }, {}, "size:<=1kb"],
    ["in hidden characters", { messages: far("x\u202ey") }, {}, "-has:findings"],
    ["in the context asked for", { includeContext: "allServers" }, {}, "-has:context"],
    ["in the turn", {}, { turn: 2 }, "turn:<=1"],
    ["in the call that led to it", {}, { origin: { kind: "none" } }, "tool:summarize"],
  ])("%s is rejected by that term", (_what, more, asked, text) => {
    expect(missed(heldOf(), heldOf(more, asked))).toContain(text);
  });

  it("in one of its offered tools is rejected", () => {
    const one = heldOf({ tools: [tool("read"), tool("write")] });
    expect(missed(one, heldOf({ tools: [tool("read"), tool("erase")] }))).toEqual(["offers:write"]);
    expect(missed(one, heldOf({ tools: [tool("read"), tool("write"), tool("erase")] }))).toEqual([
      "tools:2",
    ]);
  });
});

it("names no present finding: serious ones are held back anyway", () => {
  const { rule } = propose(heldOf({ systemPrompt: "odd \u202e" }), "request") ?? {};
  expect(rule?.when).not.toMatch(/(^| )(has:findings|finding:)/);
  expect(rule?.when).toContain("-finding:secrets");
  expect(rule?.when).not.toContain("-finding:characters");
});

it("gives the same rule each time, with a descriptive name", () => {
  const [one, again] = [propose(heldOf(), "request"), propose(heldOf(), "request")];
  expect(one).toEqual(again);
  expect(one?.rule).toMatchObject({
    name: 'My "notes" (old): summarize',
    decide: "allow",
    gate: "request",
    on: true,
  });
  expect(one?.rule.id).toMatch(/^my-notes-old-summarize-[0-9a-f]{8}$/);
});

it("proposes no rule for a response without a model", () => {
  expect(propose(heldOf(), "response")).toBe(null);
});

it("takes the model of the response that was sent, not the last one asked", () => {
  const attempt = (id: string, modelId: string): HeldRequest["attempts"][number] => ({
    id,
    document,
    documentHash: "",
    by: { kind: "person" },
    model: { providerId: "p", modelId },
    startedAtMs: 1,
    state: { kind: "running" } as never,
  });
  const answered = heldOf(
    {},
    {
      attempts: [attempt("a1", "small"), attempt("a2", "large")],
      phase: {
        kind: "ended",
        atMs: 2,
        ending: {
          kind: "replied",
          attemptId: "a1",
          by: { kind: "person" },
          documentHash: "",
          document: { role: "assistant", content: { type: "text", text: "" }, model: "small" },
        },
      },
    },
  );
  expect(propose(answered, "request")?.rule.changes?.model?.modelId).toBe("small");
});

it.each([
  ["plain", "n".repeat(10_000)],
  ["of quotes and backslashes", '"\\'.repeat(5000)],
  ["of stars and spaces", "* (".repeat(3300)],
  ["of letters with combining marks", "e\u0301".repeat(5000)],
  ["of surrogate pairs", "a".concat("𝔸".repeat(5000))],
  ["Chinese", "工具".repeat(5000)],
])("stays valid with names of the maximum length: %s", (_what, name) => {
  const request = heldOf(
    { tools: Array.from({ length: 50 }, (_, n) => tool(`${n}${name}`)), includeContext: name },
    {
      requester: { ...heldOf().requester, name },
      origin: { kind: "certain", call: { runId: "r", method: "tools/call", name, arguments: {} } },
    },
  );
  const made = propose(request, "request");
  expect(made?.rule.when.length).toBeLessThanOrEqual(10_000);
  expect(parse(made?.rule.when ?? "(").faults).toEqual([]);
  expect(missed(request, request)).toEqual([]);
  const other = heldOf(
    { tools: [tool(name)] },
    { requester: { ...heldOf().requester, name: "x" } },
  );
  expect(missed(request, other)).not.toEqual([]);
});

it("stays readable with invisible or very long names", () => {
  const unseen = "\u200b\u2060";
  const { requester } = heldOf();
  const blank = heldOf(
    { tools: [tool(unseen), tool("read")] },
    {
      requester: { ...requester, name: unseen },
      origin: {
        kind: "certain",
        call: { runId: "run-1", method: "tools/call", name: unseen, arguments: {} },
      },
    },
  );
  const long = heldOf({
    tools: Array.from({ length: 40 }, (_, at) => tool(`${at} "${"n".repeat(300)}`)),
  });
  for (const request of [blank, long]) {
    expect(missed(request, request)).toEqual([]);
    expect(parse(propose(request, "request")?.rule.when ?? "(").faults).toEqual([]);
  }
});

it("redacts what was redacted here", () => {
  const attempt = (names: string[]): HeldRequest["attempts"][number] => ({
    id: "a1",
    documentHash: "",
    startedAtMs: 2000,
    by: { kind: "person" },
    model: { providerId: "p", modelId: "m" },
    document,
    state: { kind: "running" },
    redacted: { names: names.map((name) => ({ name, values: 1, places: 1 })) },
  });
  const changes = (names: string[]) =>
    propose(heldOf({}, { attempts: [attempt(names)] }), "request")?.rule.changes;
  const model = { providerId: "p", modelId: "m" };
  expect(changes(["NATIONAL_ID", "ACCESS_KEY"])).toEqual({
    model,
    redact: ["secrets", "personal"],
  });
  expect(changes(["EMAIL"])).toEqual({ model, redact: ["personal"] });
  expect(changes(["VALUE"])).toEqual({ model });
});

it("is bound to the approved server, if known, not to its name", () => {
  const request = heldOf();
  const proposed = propose(request, "request");
  if (proposed === null) throw new Error("nothing proposed");
  const { rule } = proposed;
  const server = { id: "srv-1", name: request.requester.name };
  const whole = { ...proposed, server, exactly: "" };
  const identity = "a".repeat(64);
  const { rule: bound, conditions } = boundTo(whole, { identity, name: "own" });
  expect(bound.server).toEqual({ ...server, identity });
  expect(`${proposed.conditions[0]?.terms[0]} ${bound.when}`).toBe(rule.when);
  expect(conditions[0]).toEqual({ kind: "who", terms: ["tool:summarize"] });
  expect(boundTo(whole, { identity: null, name: "unapproved" }).rule).toEqual(rule);
});

it("names the program and the kind of a completion", () => {
  const { requester } = heldOf();
  const held = heldOf(
    {},
    {
      requestKind: "completion",
      origin: { kind: "none" },
      requester: { ...requester, transport: "endpoint", name: "nightly" },
    },
  );
  const [who] = propose(held, "request")?.conditions ?? [];
  expect(who?.terms).toEqual(["program:nightly", "kind:completion", "-call:*"]);
  const proposed = propose(held, "request");
  const whole = { ...proposed, server: { id: "p1", name: "nightly" } } as RuleProposal;
  const { rule } = boundTo(whole, { identity: "a".repeat(64), name: "own" });
  expect(rule.when).toMatch(/^kind:completion -call:\*/);
  expect(rule.server).toMatchObject({ id: "p1", name: "nightly" });
});

/** An action of Claude Code that runs this command. */
function commandRequest(command: string): HeldRequest {
  const asked = {
    agent: { id: "claude-code", version: null },
    event: "before",
    session: { id: "S-1", folder: "/w" },
    callId: null,
    tool: "Bash",
    input: { command },
    folder: "/w",
    files: [],
    takesEdits: true,
  };
  const document = asked as unknown as RequestDocument;
  return {
    ...heldOf(),
    requestKind: "action",
    asked,
    proposed: document,
    origin: { kind: "none" },
  };
}

it("of an action names its agent, tool, beginning of the command and session, each with the kind", () => {
  const { conditions, like, rule } =
    propose(commandRequest("npm test -- --run a"), "request") ?? {};
  expect(conditions).toEqual([
    {
      kind: "who",
      terms: ['server:"My \\"notes\\" (old)"', "agent:claude-code", "kind:action"],
    },
    { kind: "tool", terms: ["tool:Bash", "action:command", "kind:action"] },
    { kind: "command", terms: ['command:"npm test"', "kind:action"] },
    { kind: "session", terms: ["session:S-1", "kind:action"] },
  ]);
  expect(like?.action).toMatchObject({
    beginnings: ["npm", "npm test", "npm test --", "npm test -- --run", "npm test -- --run a"],
    onlyRefused: false,
  });
  expect(rule?.when.match(/kind:action/g)).toHaveLength(1);
  expect(rule?.name).toContain("npm test");
  expect(missed(commandRequest("npm test"), commandRequest("npm test -q"))).toEqual([]);
  expect(missed(commandRequest("npm test"), commandRequest("npm test; x"))).toEqual([
    'command:"npm test"',
  ]);
  expect(propose(commandRequest("npm test; x"), "request")?.like.action?.onlyRefused).toBe(true);
});

it.each([
  ["npm test", "npm test"],
  ["npm run build -- --watch", "npm run build"],
  ["git status -s", "git status"],
  ["docker compose up -d", "docker compose up"],
  ["python -m pytest tests/a.py", "python"],
  ["ls -la", "ls"],
  ["./gradlew test", "./gradlew test"],
  ["cat src/a.ts", "cat"],
  ["git commit -m 'a b'", "git commit"],
])("of %s begins with %s", (command, beginning) => {
  expect(usualBeginning(command)).toBe(beginning);
});
