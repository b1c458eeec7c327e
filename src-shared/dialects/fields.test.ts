// The table of fields holds every field of the official SDKs, and the code does what the table says.
import type { MessageCreateParamsBase as BetaMessages } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import type { MessageCreateParamsBase as Messages } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ChatCompletionCreateParamsBase as Chat } from "openai/resources/chat/completions/completions";
import type { ResponseCreateParamsBase as Responses } from "openai/resources/responses/responses";
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import type { CompletionDocument, DialectName } from "./dialect.ts";
import { FIELDS, placeOf } from "./fields.ts";
import { notUnderstood } from "./otherDialect.ts";
import { DIALECTS } from "./registry.ts";
import { settingsOf } from "./settings.ts";
import { traitsOf } from "../models/ranking/traits.ts";

/** Sent as headers by the SDK. */
type Header = "betas" | "user_profile_id" | "workspace_id";
/** No longer in the SDK; older models take them. */
type Older = "temperature" | "top_p" | "top_k";
/** Of OpenRouter and LiteLLM, not of OpenAI. */
type Routers = "models" | "fallbacks" | "plugins" | "preset";
// Types alone: a field that an SDK has and the table lacks does not compile, nor one of the table that no SDK has.
type Known<D extends DialectName> = keyof (typeof FIELDS)[D];
type Same<A, B> = [Exclude<A, B>, Exclude<B, A>] extends [never, never]
  ? true
  : [Exclude<A, B>, Exclude<B, A>];
const everyField: [
  Same<Exclude<Known<"openai-chat">, Routers>, keyof Chat>,
  Same<Known<"anthropic-messages">, Exclude<keyof Messages | keyof BetaMessages, Header> | Older>,
  Same<Known<"openai-responses">, keyof Responses>,
] = [true, true, true];

const TOOLS: Record<DialectName, Json> = {
  "openai-chat": [{ type: "function", function: { name: "look", parameters: {} } }],
  "anthropic-messages": [{ name: "look", input_schema: {} }],
  "openai-responses": [{ type: "function", name: "look", parameters: {} }],
};
const base: Record<DialectName, JsonObject> = {
  "openai-chat": { model: "m", messages: [{ role: "user", content: "Hi." }] },
  "anthropic-messages": {
    model: "m",
    max_tokens: 1000,
    messages: [{ role: "user", content: "Hi." }],
  },
  "openai-responses": { model: "m", input: "Hi." },
};

function documentOf(dialect: DialectName, more: JsonObject): CompletionDocument {
  const read = DIALECTS[dialect].read({ ...base[dialect], ...more });
  if (!read.ok) throw new Error(read.error.message);
  return read.document;
}

const GEMINI = traitsOf("google");
/** It takes every setting. */
const EVERY = { ...GEMINI, parallelSwitch: true };
const LOCAL = traitsOf("local");

it("puts each kept field under the document's fields, and names it if it is not sent", () => {
  expect(everyField).toEqual([true, true, true]);
  for (const dialect of Object.keys(FIELDS) as DialectName[]) {
    const kept = Object.keys(FIELDS[dialect]).filter(
      (name) => placeOf(dialect, name).kind === "kept",
    );
    const more = Object.fromEntries([...kept, "a_field_of_tomorrow"].map((name) => [name, "x"]));
    const document = documentOf(dialect, more);
    expect(document.completion.fields).toEqual(more);
    expect(notUnderstood(document, GEMINI)).toEqual(Object.keys(more));
    expect(DIALECTS[dialect].body(document, false)).toMatchObject(more);
    // Nothing is asked for.
    const none = Object.fromEntries(kept.map((name) => [name, null]));
    expect(notUnderstood(documentOf(dialect, none), GEMINI)).toEqual([]);
  }
});

it.each<[DialectName, JsonObject, object, string[]]>([
  ["openai-chat", { top_p: 0.5, seed: 7, presence_penalty: 1 }, { topP: 0.5, seed: 7 }, []],
  ["openai-chat", { reasoning_effort: "high" }, { reasoning: "high" }, []],
  ["openai-chat", { reasoning_effort: "enormous" }, {}, ["reasoning_effort"]],
  ["openai-chat", { response_format: { type: "text" } }, {}, []],
  ["openai-chat", { response_format: { type: "json_object" } }, { responseFormat: {} }, []],
  ["openai-chat", { parallel_tool_calls: true, n: 1, store: false }, {}, []],
  [
    "openai-chat",
    { tool_choice: { type: "function", function: { name: "look" } } },
    { toolChoice: { type: "tool", toolName: "look" } },
    [],
  ],
  ["openai-chat", { tool_choice: { type: "allowed_tools" } }, {}, ["tool_choice"]],
  ["openai-responses", { tool_choice: { type: "function", name: "look" } }, { toolChoice: {} }, []],
  [
    "openai-responses",
    {
      reasoning: { effort: "medium", summary: "auto" },
      text: { verbosity: "low", format: { type: "json_schema", name: "r", schema: {} } },
    },
    { reasoning: "medium", responseFormat: { type: "json", name: "r", schema: {} } },
    ["reasoning.summary", "text.verbosity"],
  ],
  ["anthropic-messages", { thinking: { type: "disabled" } }, { reasoning: "none" }, []],
  [
    "anthropic-messages",
    { thinking: { type: "adaptive", display: "omitted" } },
    {},
    ["thinking.display"],
  ],
  [
    "anthropic-messages",
    { thinking: { type: "enabled", budget_tokens: 50 } },
    { reasoning: "minimal" },
    [],
  ],
  [
    "anthropic-messages",
    { thinking: { type: "enabled", budget_tokens: 400 } },
    { reasoning: "medium" },
    [],
  ],
  [
    "anthropic-messages",
    { thinking: { type: "enabled", budget_tokens: 999 } },
    { reasoning: "high" },
    [],
  ],
  [
    "anthropic-messages",
    { thinking: { type: "enabled", budget_tokens: 50 }, output_config: { effort: "max" } },
    { reasoning: "max" },
    [],
  ],
  [
    "anthropic-messages",
    { tool_choice: { type: "tool", name: "look" }, top_k: 5 },
    { toolChoice: { type: "tool", toolName: "look" }, topK: 5 },
    [],
  ],
])("translates settings of %s %j", (dialect, more, expected, others) => {
  const document = documentOf(dialect, { tools: TOOLS[dialect] ?? [], ...more });
  const done = settingsOf(document, EVERY);
  expect(done.settings).toMatchObject(expected);
  expect(done.others).toEqual(others);
});

it("asks for one tool call at a time, or names the field if a provider has no switch", () => {
  const asked: [DialectName, JsonObject][] = [
    ["openai-chat", { parallel_tool_calls: false }],
    ["openai-responses", { parallel_tool_calls: false }],
    ["anthropic-messages", { tool_choice: { type: "any", disable_parallel_tool_use: true } }],
  ];
  for (const [dialect, more] of asked) {
    const document = documentOf(dialect, { tools: TOOLS[dialect] ?? [], ...more });
    expect(settingsOf(document, EVERY)).toMatchObject({
      oneCall: true,
      others: [],
    });
    expect(settingsOf(document, LOCAL)).toMatchObject({
      oneCall: false,
      others: Object.keys(more),
      settings: {},
    });
  }
});

it("names the reasoning effort if the format cannot express it", () => {
  const effort = { effort: "low" };
  expect(notUnderstood(documentOf("openai-responses", { reasoning: effort }), LOCAL)).toEqual([
    "reasoning.effort",
  ]);
  const config = { ...effort, format: { type: "json_schema", schema: {} } };
  const document = documentOf("anthropic-messages", { output_config: config });
  expect(notUnderstood(document, LOCAL)).toEqual(["output_config.effort"]);
});
