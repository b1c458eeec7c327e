// What a hostile or broken server can send, byte for byte, and exactly how each of it has to end.
import { question } from "../support/puppet.ts";

type Id = string | number;
type Error = { code: number; message?: string; reason?: string };

/** How a case ends. Everything that is not named must not happen. */
export interface Expected {
  /** Requests that are held, in order: the codes of their flags, once each, sorted. */
  held?: string[][];
  /** Requests that the desk refused by itself, each an ended item with this reason. */
  refused?: string[];
  /** Requests that ended in another way: how. */
  cancelled?: string[];
  /** What came back under the case's ids. */
  answers?: Error[];
  /** Lines that were put aside as not understood, and shown as such. */
  rubbish?: number;
}

export interface Case {
  name: string;
  /** Exactly what is written; `id` is a number that no other case uses. */
  bytes: (id: number) => string;
  expected: Expected;
  /** Ids that answers are looked for under; the case's own by default. */
  ids?: (id: number) => Id[];
}

const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const request = (id: unknown, params: unknown, more: object = {}): string =>
  line({ jsonrpc: "2.0", id, method: "sampling/createMessage", params, ...more });

const held = (...flags: string[]): Expected => ({ held: [flags.toSorted()] });
const invalid = (message: string): Expected => ({
  refused: ["invalid-params"],
  answers: [{ code: -32602, message: `Invalid params: ${message}`, reason: "invalid-params" }],
});
const text = (words: string) => ({ type: "text", text: words });
const user = (content: unknown, more: object = {}) => ({ role: "user", content, ...more });
const image = (data: unknown, mimeType: unknown = "image/png") => ({
  type: "image",
  data,
  mimeType,
});

/** A request that is proper but for some members. */
const odd = (name: string, more: object, expected: Expected): Case => ({
  name,
  bytes: (id) => request(id, question(name, more as Record<string, unknown>)),
  expected,
});
/** A request whose params are exactly these. */
const params = (name: string, value: unknown, expected: Expected): Case => ({
  name,
  bytes: (id) => request(id, value),
  expected,
});
/** One message of this shape. */
const message = (name: string, value: unknown, expected: Expected): Case =>
  params(name, { messages: [value], maxTokens: 5 }, expected);

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const wrongParams: Case[] = [
  {
    name: "no params",
    bytes: (id) => request(id, undefined),
    expected: invalid("params is not an object"),
  },
  params("params null", null, invalid("params is not an object")),
  params("params a string", "hello", invalid("params is not an object")),
  params("params a number", 7, invalid("params is not an object")),
  params("params a list", [1], invalid("params is not an object")),
  params("params empty", {}, invalid("params.messages is not an array")),
  params(
    "messages null",
    { messages: null, maxTokens: 5 },
    invalid("params.messages is not an array"),
  ),
  params(
    "messages an object",
    { messages: { 0: 1 }, maxTokens: 5 },
    invalid("params.messages is not an array"),
  ),
  params("no message at all", { messages: [], maxTokens: 5 }, held("no-messages")),
  message(
    "a message that is null",
    null,
    held("block-malformed", "message-not-object", "role-unknown"),
  ),
  message("a message that is a string", "hi", held("message-not-object", "role-unknown")),
  message(
    "a message without content",
    { role: "user" },
    held("block-malformed", "content-not-block"),
  ),
  message("content null", user(null), held("block-malformed", "content-not-block")),
  message("content a string", user("hi"), held("content-not-block")),
  message("a block that is a number", user([1]), held("block-malformed", "content-not-block")),
  message(
    "a block without a type",
    user([{ text: "x" }]),
    held("block-malformed", "content-not-block"),
  ),
  message("no content block", user([]), held("content-empty")),
  message("role missing", { content: text("x") }, held("field-wrong-type", "role-unknown")),
  message(
    "role of a wrong type",
    { role: 7, content: text("x") },
    held("field-wrong-type", "role-unknown"),
  ),
  message("an unknown role", { role: "system", content: text("x") }, held("role-unknown")),
];

const wrongMembers: Case[] = [
  params("maxTokens missing", { messages: [user(text("x"))] }, held("max-tokens-missing")),
  odd("maxTokens null", { maxTokens: null }, held("field-wrong-type", "max-tokens-missing")),
  odd("maxTokens a string", { maxTokens: "100" }, held("field-wrong-type", "max-tokens-missing")),
  odd("maxTokens negative", { maxTokens: -1 }, held("max-tokens-not-positive")),
  odd("maxTokens zero", { maxTokens: 0 }, held("max-tokens-not-positive")),
  odd("maxTokens a fraction", { maxTokens: 1.5 }, held("max-tokens-not-positive")),
  {
    name: "maxTokens beyond every number",
    bytes: (id) => request(id, question("big")).replace('"maxTokens":100', '"maxTokens":1e999'),
    expected: held("max-tokens-not-positive"),
  },
  odd("systemPrompt a list", { systemPrompt: ["a"] }, held("field-wrong-type")),
  odd("temperature a string", { temperature: "hot" }, held("temperature-not-number")),
  odd("stopSequences a string", { stopSequences: "x" }, held("field-wrong-type")),
  odd("stopSequences of numbers", { stopSequences: [1, 2] }, held("field-wrong-type")),
  odd("metadata a list", { metadata: [1] }, held("field-wrong-type")),
  odd("includeContext unknown", { includeContext: "当前服务" }, held("include-context-unknown")),
  odd("includeContext an object", { includeContext: {} }, held("field-wrong-type")),
  odd("modelPreferences a string", { modelPreferences: "gpt" }, held("field-wrong-type")),
  odd(
    "hints of wrong shapes",
    { modelPreferences: { hints: ["gpt", null, { name: 7 }] } },
    held("field-wrong-type"),
  ),
  odd(
    "a priority out of range",
    { modelPreferences: { costPriority: 17 } },
    held("priority-out-of-range"),
  ),
  odd(
    "a priority that is a string",
    { modelPreferences: { speedPriority: "1" } },
    held("field-wrong-type"),
  ),
  odd("tools an object", { tools: { a: 1 } }, held("field-wrong-type")),
  odd("a tool without a name", { tools: [{ description: "x" }] }, held("field-wrong-type")),
  odd("a tool that is null", { tools: [null] }, held("field-wrong-type")),
  odd("toolChoice a string", { toolChoice: "auto" }, held("field-wrong-type")),
  odd(
    "toolChoice of an unknown mode",
    { tools: [{ name: "a", inputSchema: {} }], toolChoice: { mode: "maybe" } },
    held("tool-choice-unknown"),
  ),
  odd("members that no revision names", { flavour: "new", "": 1 }, held("extra-member")),
  odd("a task that was not declared", { task: { ttl: 1 } }, held()),
];

const wrongBlocks: Case[] = [
  message("an unknown kind", user({ type: "hologram", depth: 3 }), held("block-unknown")),
  message("a text without text", user({ type: "text" }), held("block-malformed")),
  message("a text that is a number", user({ type: "text", text: 7 }), held("block-malformed")),
  message(
    "an image without data",
    user({ type: "image", mimeType: "image/png" }),
    held("block-malformed"),
  ),
  message("an image that is no base64", user(image("not base64!")), held("base64-broken")),
  message("an image that is empty", user(image("")), held("medium-empty")),
  message("an image of another type", user(image(PNG, "image/gif")), held("mime-mismatch")),
  message(
    "an image that is a page",
    user(image(Buffer.from("<svg onload=alert(1)>").toString("base64"), "image/svg+xml")),
    held("bytes-unknown"),
  ),
  message(
    "audio that is an image",
    user({ type: "audio", data: PNG, mimeType: "audio/wav" }),
    held("mime-mismatch"),
  ),
  message(
    "a reference that nobody gave",
    user(image(`countersign-media:${"0".repeat(64)}`)),
    held("base64-broken"),
  ),
  message(
    "a tool use in a user's message",
    user({ type: "tool_use", id: "a", name: "b", input: {} }),
    held("block-malformed"),
  ),
  message(
    "a result of no use",
    user({ type: "tool_result", toolUseId: "a", content: [] }),
    held("tool-result-unmatched"),
  ),
  message(
    "results mixed with text",
    user([{ type: "tool_result", toolUseId: "a", content: [] }, text("x")]),
    {
      refused: ["tool-results-mixed"],
      answers: [
        {
          code: -32602,
          message: "Tool results mixed with other content",
          reason: "tool-results-mixed",
        },
      ],
    },
  ),
];

const texts: Case[] = [
  {
    name: "a lone surrogate",
    bytes: (id) => request(id, question("SURROGATE")).replace("SURROGATE", "\\ud800"),
    expected: held(),
  },
  {
    name: "a null character and a right-to-left override",
    bytes: (id) => request(id, question("a\u0000b\u202ec")),
    expected: held(),
  },
  {
    name: "escapes for every character",
    bytes: (id) => request(id, question("ESC")).replace("ESC", "\\u0045\\u0053"),
    expected: held(),
  },
  {
    name: "blanks around everything",
    bytes: (id) => ` \t${request(id, question("blank")).trimEnd()} \r\n`,
    expected: held(),
  },
  {
    name: "a member twice",
    bytes: (id) =>
      request(id, question("TWICE")).replace('"maxTokens":100', '"maxTokens":100,"maxTokens":7'),
    expected: held(),
  },
  {
    name: "a member named __proto__",
    bytes: (id) =>
      request(id, question("P")).replace('"maxTokens"', '"__proto__":{"a":1},"maxTokens"'),
    expected: invalid("params has a member named __proto__"),
  },
  {
    name: "members named constructor and toString",
    bytes: (id) => request(id, question("C", { constructor: 1, toString: 2 })),
    expected: held("extra-member"),
  },
];

const sizes: Case[] = [
  {
    name: "params nested 400 levels",
    bytes: (id) =>
      request(id, question("D")).replace('"maxTokens"', `"deep":${nested(400)},"maxTokens"`),
    expected: invalid("params is nested deeper than 200 levels"),
  },
  {
    name: "params nested 100,000 levels",
    bytes: (id) =>
      request(id, question("D")).replace('"maxTokens"', `"deep":${nested(100_000)},"maxTokens"`),
    expected: invalid("params is nested deeper than 200 levels"),
  },
  {
    name: "an envelope nested 100,000 levels",
    bytes: (id) => `{"jsonrpc":"2.0","id":${id},"method":"x","z":${nested(100_000)}}\n`,
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "a text of 8 MB in one line",
    bytes: (id) => request(id, question("a".repeat(8_000_000))),
    expected: held(),
  },
  {
    name: "a system prompt of 100,000 lines",
    bytes: (id) => request(id, question("S", { systemPrompt: "a\n".repeat(100_000) })),
    expected: held(),
  },
];

const envelopes: Case[] = [
  {
    name: "extra members in the envelope",
    bytes: (id) => request(id, question("E"), { extra: 1 }),
    expected: held(),
  },
  {
    name: "no jsonrpc",
    bytes: (id) => line({ id, method: "sampling/createMessage", params: question("x") }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "jsonrpc 1.0",
    bytes: (id) =>
      line({ jsonrpc: "1.0", id, method: "sampling/createMessage", params: question("x") }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "an id that is null",
    bytes: () => request(null, question("x")),
    expected: { rubbish: 1 },
  },
  {
    name: "an id that is an object",
    bytes: () => request({ a: 1 }, question("x")),
    expected: { rubbish: 1 },
  },
  {
    name: "an id that is a fraction",
    bytes: (id) => request(id + 0.5, question("half")),
    ids: (id) => [id + 0.5],
    expected: held(),
  },
  {
    name: "an id that is an empty string",
    bytes: () => request("", question("empty id")),
    ids: () => [""],
    expected: held(),
  },
  {
    name: "a method that is a number",
    bytes: (id) => line({ jsonrpc: "2.0", id, method: 7 }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "a method that nobody offers",
    bytes: (id) =>
      line({ jsonrpc: "2.0", id, method: "sampling/createmessage", params: question("x") }),
    expected: { answers: [{ code: -32601, message: "Method not found" }] },
  },
  {
    name: "a sampling notification",
    bytes: () => line({ jsonrpc: "2.0", method: "sampling/createMessage", params: question("x") }),
    expected: {},
  },
  {
    name: "a request and a result in one",
    bytes: (id) => request(id, question("R"), { result: {} }),
    expected: held(),
  },
  {
    name: "a batch of three",
    bytes: (id) =>
      line([
        JSON.parse(request(id, question("b1"))),
        7,
        JSON.parse(request(`${id}b`, question("b2"))),
      ]),
    ids: (id) => [id, `${id}b`],
    expected: { held: [[], []], rubbish: 1 },
  },
  { name: "an empty batch", bytes: () => "[]\n", expected: {} },
  {
    name: 'the id 5 and the id "5"',
    bytes: (id) => request(id, question("n")) + request(`${id}`, question("s")),
    ids: (id) => [id, `${id}`],
    expected: { held: [[], []] },
  },
];

const answersNobodyWaitsFor: Case[] = [
  {
    name: "a result for a call never made",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000, result: {} }),
    expected: {},
  },
  {
    name: "an error for a call never made",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000, error: { code: 1, message: "x" } }),
    expected: {},
  },
  {
    name: "an answer that is neither",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000 }),
    expected: { rubbish: 1 },
  },
  {
    name: "an error under no id",
    bytes: () =>
      line({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }),
    expected: { rubbish: 1 },
  },
];

const cancels: Case[] = [
  {
    name: "a cancel before the request",
    bytes: (id) =>
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }) +
      request(id, question("early")),
    expected: held(),
  },
  {
    name: "a cancel right after the request",
    bytes: (id) =>
      request(id, question("x")) +
      line({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: "no longer" },
      }),
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel twice",
    bytes: (id) =>
      request(id, question("x")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }).repeat(
        2,
      ),
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel of the id 0",
    bytes: () =>
      request(0, question("zero")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } }),
    ids: () => [0],
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel with the id as a string",
    bytes: (id) =>
      request(id, question("x")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: `${id}` } }),
    expected: held(),
  },
  {
    name: "cancels of wrong shapes",
    bytes: () =>
      [{}, { requestId: null }, { requestId: {} }, null, 7]
        .map((one) => line({ jsonrpc: "2.0", method: "notifications/cancelled", params: one }))
        .join(""),
    expected: {},
  },
  {
    name: "a cancel with a reason that is an object",
    bytes: (id) =>
      request(id, question("x")) +
      line({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: { a: 1 } },
      }),
    expected: { cancelled: ["server-cancelled"] },
  },
];

const noise: Case[] = [
  {
    name: "lines that are no JSON",
    bytes: () => 'Listening…\n{not json}\n\n"\n',
    expected: { rubbish: 3 },
  },
  {
    name: "values that are no messages",
    bytes: () => '1\nnull\ntrue\n"x"\n',
    expected: { rubbish: 4 },
  },
  {
    name: "10,000 unknown notifications",
    bytes: () =>
      line({ jsonrpc: "2.0", method: "notifications/made-up", params: { a: 1 } }).repeat(10_000),
    expected: {},
  },
  {
    name: "10,000 log messages of all shapes",
    bytes: () =>
      [1, null, "x", { a: [1] }]
        .map((data) =>
          line({
            jsonrpc: "2.0",
            method: "notifications/message",
            params: { level: "loud", data },
          }),
        )
        .join("")
        .repeat(2500),
    expected: {},
  },
  {
    name: "1,000 list_changed",
    bytes: () => line({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }).repeat(1000),
    expected: {},
  },
  {
    name: "progress for tokens never given",
    bytes: () =>
      line({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "x", progress: "y" },
      }).repeat(100),
    expected: {},
  },
  {
    name: "a second initialized and an initialize of its own",
    bytes: (id) =>
      line({ jsonrpc: "2.0", method: "notifications/initialized" }) +
      line({ jsonrpc: "2.0", id, method: "initialize", params: {} }),
    expected: { answers: [{ code: -32601, message: "Method not found" }] },
  },
];

const heavy: Case[] = [
  {
    name: "an image of 30 MB",
    bytes: (id) =>
      request(id, question("I")).replace(
        '{"type":"text","text":"I"}',
        JSON.stringify(image("iVBORw0KGgo" + "A".repeat(30_000_001))),
      ),
    expected: held(),
  },
  {
    name: "50,000 messages",
    bytes: (id) => request(id, { messages: Array(50_000).fill(user(text("again"))), maxTokens: 5 }),
    expected: held(),
  },
  {
    name: "1,000 requests at once",
    bytes: (id) =>
      Array.from({ length: 1000 }, (_none, i) => request(`${id}-${i}`, question(`no ${i}`))).join(
        "",
      ),
    expected: { held: Array<string[]>(1000).fill([]) },
  },
];

export const CASES: Case[] = [
  ...wrongParams,
  ...wrongMembers,
  ...wrongBlocks,
  ...texts,
  ...sizes,
  ...envelopes,
  ...answersNobodyWaitsFor,
  ...cancels,
  ...noise,
  ...heavy,
];
