// What is refused at once and with which message, and what is held and flagged instead.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../json.ts";
import { readRequest } from "./intake.ts";
import type { RequestDocument } from "../document/message.ts";

const BOTH = { tools: true, context: true };
const NONE = { tools: false, context: false };
const text = { type: "text", text: "hello" };
const plain = { messages: [{ role: "user", content: text }], maxTokens: 10 };
const flagsOf = (params: Json, declared = BOTH) =>
  readRequest(params, declared).flags.map((flag) => [
    flag.severity,
    flag.code,
    flag.path.join("."),
  ]);
const refusalOf = (params: Json, declared = BOTH) => {
  const read = readRequest(params, declared);
  if (read.kind !== "refused") throw new Error("it was held");
  return read.refusal;
};
const use = (...ids: string[]) => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "weather", input: {} })),
});
const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [text] });
const results = (...ids: string[]) => ({ role: "user", content: ids.map(result) });

describe("an ordinary request", () => {
  it("is held whole and without a flag", () => {
    const params = {
      ...plain,
      systemPrompt: "Be brief.",
      modelPreferences: { hints: [{ name: "claude" }, {}], costPriority: 0, speedPriority: 1 },
      includeContext: "thisServer",
      temperature: 0.7,
      stopSequences: ["\n"],
      metadata: { a: [1] },
      tools: [{ name: "weather", description: "w", inputSchema: { type: "object" } }],
      toolChoice: { mode: "auto" },
      task: { ttl: 1 },
      _meta: { progressToken: 0 },
    };
    expect(readRequest(params, BOTH)).toEqual({ kind: "readable", proposed: params, flags: [] });
  });

  it("can contain a whole tool loop", () => {
    const loop = { ...plain, messages: [...plain.messages, use("a", "b"), results("b", "a")] };
    expect(readRequest(loop, BOTH).kind).toBe("readable");
    expect(flagsOf(loop)).toEqual([]);
  });
});

it("ignores includeContext if it is not declared, and flags it", () => {
  const wishing = (includeContext: string) => ({ ...plain, includeContext });
  const flag = { severity: "note", code: "include-context-undeclared", path: ["includeContext"] };
  expect(readRequest(wishing("allServers"), NONE)).toEqual({
    kind: "readable",
    proposed: wishing("allServers"),
    flags: [{ ...flag, detail: "allServers" }],
  });
  expect(readRequest(wishing("none"), NONE).flags).toEqual([]);
  expect(readRequest(wishing("thisServer"), BOTH).flags).toEqual([]);
});

describe("refused with the spec's message", () => {
  it.each([
    ["without a result", [use("a")]],
    ["with one of two results", [use("a", "b"), results("a")]],
    ["with a late result", [use("a"), { role: "user", content: text }, results("a")]],
    ["with a result by the assistant", [use("a"), { role: "assistant", content: result("a") }]],
  ])("a tool use %s", (_, messages) => {
    expect(refusalOf({ messages, maxTokens: 1 })).toMatchObject({
      code: -32602,
      message: "Tool result missing in request",
      reason: "tool-result-missing",
    });
  });

  it("tool results beside other content", () => {
    const messages = [use("a"), { role: "user", content: [result("a"), text] }];
    expect(refusalOf({ messages, maxTokens: 1 })).toMatchObject({
      code: -32602,
      message: "Tool results mixed with other content",
      reason: "tool-results-mixed",
    });
  });

  it.each([
    ["no tool use", [results("a")], "messages.0.content.0"],
    ["one that has its result already", [use("a"), results("a", "a")], "messages.1.content.1"],
    ["one of another message", [use("a"), results("a"), results("a")], "messages.2.content.0"],
  ])("a tool result for %s", (_, messages, place) => {
    const { code, reason, flags } = refusalOf({ messages, maxTokens: 1 });
    expect([code, reason]).toEqual([-32602, "tool-result-stray"]);
    expect(flags.map(({ path }) => path.join("."))).toEqual([place]);
  });

  it.each([{ tools: [] }, { tools: [{ name: "x" }] }, { toolChoice: { mode: "none" } }])(
    "tools without the capability: %j",
    (extra) => {
      expect(refusalOf({ ...plain, ...extra }, NONE)).toMatchObject({
        code: -32602,
        message: "Invalid params: the client did not declare sampling.tools",
        reason: "tools-not-declared",
      });
      expect(readRequest({ ...plain, ...extra }, BOTH).kind).toBe("readable");
    },
  );

  it("accepts null in place of tools", () => {
    expect(readRequest({ ...plain, tools: null, toolChoice: null }, NONE).kind).toBe("readable");
  });

  it("still shows what was asked", () => {
    const read = readRequest({ messages: [use("a")], maxTokens: 1 }, BOTH);
    expect(read.proposed?.messages).toHaveLength(1);
    expect(read.flags.map((flag) => flag.code)).toEqual(["tool-result-missing"]);
  });
});

describe("refused because it cannot be shown", () => {
  it.each<[Json, string]>([
    [null, "params is not an object"],
    [[], "params is not an object"],
    ["x", "params is not an object"],
    [{}, "params.messages is not an array"],
    [{ messages: {} }, "params.messages is not an array"],
  ])("%j", (params, where) => {
    const refusal = refusalOf(params);
    expect(refusal.code).toBe(-32602);
    expect(refusal.message).toBe(`Invalid params: ${where}`);
    expect(refusal.reason).toBe("invalid-params");
    expect(readRequest(params, BOTH).proposed).toBeNull();
  });

  it("depth over 200, anywhere", () => {
    for (const levels of [201, 100_000]) {
      let deep: Json = 0;
      for (let i = 0; i < levels; i += 1) deep = { deep };
      expect(refusalOf({ ...plain, metadata: deep as { [key: string]: Json } }).message).toMatch(
        /^Invalid params: params\.metadata(\.deep){19}… is nested deeper than 200 levels$/,
      );
    }
  });
});

describe("held and flagged", () => {
  it.each<[string, object, string[]]>([
    ["no maxTokens", { maxTokens: undefined }, ["error", "max-tokens-missing", "maxTokens"]],
    ["maxTokens as a string", { maxTokens: "10" }, ["note", "field-wrong-type", "maxTokens"]],
    ["maxTokens of 0", { maxTokens: 0 }, ["error", "max-tokens-not-positive", "maxTokens"]],
    ["a fraction", { maxTokens: 1.5 }, ["error", "max-tokens-not-positive", "maxTokens"]],
    ["temperature", { temperature: "hot" }, ["note", "temperature-not-number", "temperature"]],
    [
      "null for an absent field",
      { systemPrompt: null },
      ["note", "field-wrong-type", "systemPrompt"],
    ],
    [
      "a hint",
      { modelPreferences: { hints: ["x"] } },
      ["note", "field-wrong-type", "modelPreferences.hints.0"],
    ],
    [
      "a priority",
      { modelPreferences: { costPriority: 7 } },
      ["note", "priority-out-of-range", "modelPreferences.costPriority"],
    ],
    [
      "context",
      { includeContext: "当前服务" },
      ["note", "include-context-unknown", "includeContext"],
    ],
    [
      "a stop sequence",
      { stopSequences: ["a", 1] },
      ["note", "field-wrong-type", "stopSequences.1"],
    ],
    ["a tool", { tools: [{ description: "no name" }] }, ["note", "field-wrong-type", "tools.0"]],
    ["an unknown field", { surprise: 1 }, ["note", "extra-member", "surprise"]],
    ["no messages", { messages: [] }, ["error", "no-messages", "messages"]],
    [
      "a role",
      { messages: [{ role: "system", content: text }] },
      ["error", "role-unknown", "messages.0.role"],
    ],
    ["no role", { messages: [{ content: text }] }, ["error", "role-unknown", "messages.0.role"]],
    [
      "no blocks",
      { messages: [{ role: "user", content: [] }] },
      ["note", "content-empty", "messages.0.content"],
    ],
    [
      "content as a string",
      { messages: [{ role: "user", content: "hi" }] },
      ["note", "content-not-block", "messages.0.content"],
    ],
    [
      "strings in a list",
      { messages: [{ role: "user", content: [text, "hi"] }] },
      ["note", "content-not-block", "messages.0.content.1"],
    ],
    [
      "no content",
      { messages: [{ role: "user" }] },
      ["error", "block-malformed", "messages.0.content.type"],
    ],
    [
      "a block without a type",
      { messages: [{ role: "user", content: [{ text: "hi" }] }] },
      ["error", "block-malformed", "messages.0.content.0.type"],
    ],
    ["a string for a message", { messages: ["hi"] }, ["note", "message-not-object", "messages.0"]],
    ["null for a message", { messages: [null] }, ["error", "role-unknown", "messages.0.role"]],
    [
      "an unknown content type",
      { messages: [{ role: "user", content: { type: "video" } }] },
      ["note", "block-unknown", "messages.0.content"],
    ],
    [
      "a text block without text",
      { messages: [{ role: "user", content: [{ type: "text" }] }] },
      ["error", "block-malformed", "messages.0.content.0"],
    ],
    [
      "an unknown field of a block",
      { messages: [{ role: "user", content: { ...text, note: "x" } }] },
      ["note", "extra-member", "messages.0.content.note"],
    ],
    [
      "two tool calls of one message with one id",
      { messages: [use("a", "a"), results("a", "a")] },
      ["error", "tool-use-id-twice", "messages.0.content.1.id"],
    ],
    [
      "an id used again later",
      { messages: [use("a"), results("a"), use("a"), results("a")] },
      ["note", "tool-use-id-twice", "messages.2.content.0.id"],
    ],
  ])("%s", (_, change, flag) => {
    const params = { ...plain, ...change } as Json;
    expect(readRequest(params, BOTH).kind).toBe("readable");
    expect(flagsOf(params)).toContainEqual(flag);
  });

  it("leaves out only what is invalid", () => {
    const params = {
      ...plain,
      modelPreferences: {
        hints: [{ name: 1, more: true }, "x", { name: "a" }],
        speedPriority: "1",
      },
      tools: [{ name: "a", description: 1, inputSchema: [] }, { title: "no name" }],
      toolChoice: { mode: 1 },
      metadata: "m",
    };
    expect(readRequest(params, BOTH).proposed).toEqual({
      ...plain,
      modelPreferences: { hints: [{ more: true }, { name: "a" }] },
      tools: [{ name: "a" }],
      toolChoice: {},
    });
  });

  it("reads malformed messages as far as possible, and invents nothing", () => {
    const messages = [
      "hi",
      null,
      { role: 1, content: "words", _meta: { kept: true } },
      { role: "user", content: [text, "more", { text: "no type" }, 5] },
    ];
    const read = readRequest({ messages, maxTokens: 1 }, BOTH);
    expect(read.proposed?.messages).toEqual([
      { role: "", content: { type: "text", text: "hi" } },
      { role: "", content: { type: "" } },
      { role: "", content: { type: "text", text: "words" }, _meta: { kept: true } },
      {
        role: "user",
        content: [
          text,
          { type: "text", text: "more" },
          { text: "no type", type: "" },
          { type: "" },
        ],
      },
    ]);
  });

  it("checks the bytes of media", () => {
    const ref = `countersign-media:${"a".repeat(64)}` as const;
    const image = { type: "image", data: ref, mimeType: "image/jpg" };
    const params = { ...plain, messages: [{ role: "user", content: image }] };
    const flags = (facts: object) =>
      readRequest(params, BOTH, [{ ref, bytes: 1, validBase64: true, ...facts }]).flags;
    expect(flags({ sniffed: "image/jpeg" })).toEqual([]);
    expect(flags({ sniffed: "image/png" })).toMatchObject([
      { severity: "note", code: "mime-mismatch", detail: "image/png" },
    ]);
    expect(flags({ validBase64: false })).toMatchObject([
      { severity: "error", code: "base64-broken" },
    ]);
    expect(flags({ sniffed: "audio/wav" })).toMatchObject([
      { severity: "note", code: "mime-mismatch", detail: "audio/wav" },
    ]);
    expect(flags({})).toMatchObject([{ severity: "note", code: "bytes-unknown" }]);
    expect(flags({ bytes: 0 })).toMatchObject([{ severity: "error", code: "medium-empty" }]);
    expect(readRequest(params, BOTH, []).flags).toMatchObject([{ code: "media-unknown" }]);
  });
});

/** JSON that is sometimes a request, sometimes nearly. */
const odd = fc.jsonValue({ maxDepth: 2 });
const id = fc.constantFrom("a", "b");
const block = fc.oneof(
  odd,
  fc.constant(text),
  fc.record({ type: fc.constantFrom("tool_use", "tool_result", "x"), id, toolUseId: id }),
);
const message = fc.oneof(
  fc.record({
    role: fc.oneof(fc.constantFrom("user", "assistant"), odd),
    content: fc.oneof(block, fc.array(block, { maxLength: 3 })),
  }),
  odd,
);
const nearly = fc.record(
  {
    messages: fc.oneof(fc.array(message, { maxLength: 4 }), odd),
    maxTokens: odd,
    tools: odd,
    modelPreferences: odd,
    stopSequences: odd,
  },
  { requiredKeys: ["messages"] },
);

describe("any JSON", () => {
  it("is either held as a document with its messages, or refused with -32602 and a short message", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearly), fc.boolean(), (params, tools) => {
        const before = JSON.stringify(params);
        const read = readRequest(params as Json, { tools, context: false });
        expect(JSON.stringify(params)).toBe(before);
        const { code, message } =
          read.kind === "refused" ? read.refusal : { code: -32602, message: "" };
        expect(code).toBe(-32602);
        expect(message.length).toBeLessThanOrEqual(500);
        const kept = read.kind === "readable" ? read.proposed.messages.length : 0;
        const given =
          read.kind === "readable" ? (params as unknown as RequestDocument).messages.length : 0;
        expect(kept).toBe(given);
      }),
      { numRuns: 500 },
    );
  });
});

it(
  "reads a request with more odd fields than a call can have arguments",
  { tags: ["long"] },
  () => {
    const odd = Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [`k${i}`, 1]));
    const text = { type: "text", text: "hi" };
    const hints = Array.from({ length: 130_000 }, () => 7);
    const read = readRequest(
      {
        ...odd,
        messages: [{ role: "user", content: text }],
        maxTokens: 1,
        modelPreferences: { hints },
      },
      { tools: true, context: false },
    );
    expect(read.flags.length).toBe(260_000);
  },
);

it.each([
  ['{"__proto__":{"x":1}}', "params"],
  ['{"metadata":{"a":[{"__proto__":1}]}}', "params.metadata.a[0]"],
])("refuses what the window cannot be shown: %s", (members, place) => {
  const params = { ...(JSON.parse(members) as Record<string, Json>), ...plain };
  expect(refusalOf(params)).toMatchObject({
    code: -32602,
    message: `Invalid params: ${place} has a member named __proto__`,
  });
});

it.each([
  ['{"maxTokens":1e999}', "params.maxTokens"],
  ['{"metadata":{"a":[1,{"b":-1E+400}]}}', "params.metadata.a[1].b"],
])("refuses a number that would become null on the way to the scan: %s", (members, path) => {
  const params = { ...plain, ...(JSON.parse(members) as Record<string, Json>) };
  expect(refusalOf(params)).toMatchObject({
    code: -32602,
    message: `Invalid params: ${path} is a number beyond all that can be kept and sent on`,
  });
});
