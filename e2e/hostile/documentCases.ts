// Requests with invalid params, field by field, and how each has to end.
import { held, image, invalid, message, odd, params, PNG, request, text, user } from "./case.ts";
import type { Case } from "./case.ts";
import { question } from "../support/puppet.ts";

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
    expected: invalid("params.maxTokens is a number beyond all that can be kept and sent on"),
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
  odd(
    "a tool without a name",
    { tools: [{ description: "x" }] },
    held("field-wrong-type", "schema-missing"),
  ),
  odd("a tool that is null", { tools: [null] }, held("field-wrong-type")),
  odd("toolChoice a string", { toolChoice: "auto" }, held("field-wrong-type")),
  odd(
    "toolChoice of an unknown mode",
    { tools: [{ name: "a", inputSchema: {} }], toolChoice: { mode: "maybe" } },
    held("schema-missing", "tool-choice-unknown"),
  ),
  odd("members that no revision names", { flavour: "new", "": 1 }, held("extra-member")),
  odd("a task that was not declared", { task: { ttl: 1 } }, held()),
];

const wrongBlocks: Case[] = [
  message("an unknown kind", user({ type: "hologram", depth: 3 }), held("block-unknown")),
  message("a text without text", user({ type: "text" }), held("block-malformed", "schema-missing")),
  message(
    "a text that is a number",
    user({ type: "text", text: 7 }),
    held("block-malformed", "schema-mismatch"),
  ),
  message(
    "an image without data",
    user({ type: "image", mimeType: "image/png" }),
    held("block-malformed", "schema-missing"),
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
  message("a result of no use", user({ type: "tool_result", toolUseId: "a", content: [] }), {
    refused: ["tool-result-stray"],
    answers: [
      {
        code: -32602,
        message: "Invalid params: a tool result matches no open tool use",
        reason: "tool-result-stray",
      },
    ],
  }),
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

export const DOCUMENT_CASES: Case[] = [...wrongParams, ...wrongMembers, ...wrongBlocks];
