// Settings of programs' requests at the real adapters: what of them is in the body of another dialect, and that the card
// names the rest.
import { expect, it } from "vitest";
import type { DialectName } from "#shared/dialects/dialect.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { settingsOf } from "#shared/dialects/settings.ts";
import type { JsonObject } from "#shared/json.ts";
import { omittedPartsOf } from "#shared/models/ranking/misfits.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { ok } from "#shared/outcome.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { createGenerator } from "./generate.ts";
import { engineRequestOf } from "../local/engine/engineRequest.ts";
import { openProvider } from "../providers/open.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";

const SCHEMA = { type: "object", properties: { zebra: { type: "string" } } };
const LOOK = { name: "look", parameters: { type: "object" } };
const IN_CHAT = { tools: [{ type: "function", function: LOOK }] };
const IN_MESSAGES = { tools: [{ name: "look", input_schema: { type: "object" } }] };
const IN_RESPONSES = { tools: [{ type: "function", ...LOOK }] };
const FORMAT = { type: "json_schema", name: "r", schema: SCHEMA };
const IN_FORMAT = { type: "json_schema", json_schema: { name: "r", schema: SCHEMA } };
const THINKING = { thinking: { type: "enabled", budget_tokens: 500 } };
/** A setting, beside what else, and what the card names if it is not sent. */
const SETTINGS: [DialectName, JsonObject, beside: JsonObject, named: string][] = [
  ["openai-chat", { top_p: 0.37 }, {}, "top_p"],
  ["openai-chat", { top_p: 0.37 }, { temperature: 0.5 }, "top_p"],
  ["openai-chat", { top_p: 0.37 }, { reasoning_effort: "low" }, "top_p"],
  ["openai-chat", { temperature: 0.37 }, { reasoning_effort: "low" }, "temperature"],
  ["openai-chat", { temperature: 0.37 }, { reasoning_effort: "none" }, "temperature"],
  ["openai-chat", { seed: 4711 }, {}, "seed"],
  ["openai-chat", { presence_penalty: 0.31 }, {}, "presence_penalty"],
  ["openai-chat", { frequency_penalty: 0.33 }, {}, "frequency_penalty"],
  ["openai-chat", { response_format: { type: "json_object" } }, {}, "response_format"],
  ["openai-chat", { response_format: IN_FORMAT }, {}, "response_format"],
  ["openai-chat", { response_format: IN_FORMAT }, IN_CHAT, "response_format"],
  [
    "openai-chat",
    { tool_choice: { type: "function", function: { name: "look" } } },
    IN_CHAT,
    "tool_choice",
  ],
  ["openai-chat", { parallel_tool_calls: false }, IN_CHAT, "parallel_tool_calls"],
  ["openai-responses", { top_p: 0.37 }, {}, "top_p"],
  ["openai-responses", { text: { format: { type: "json_object" } } }, {}, "text.format"],
  ["openai-responses", { text: { format: FORMAT } }, {}, "text.format.schema"],
  [
    "openai-responses",
    { tool_choice: { type: "function", name: "look" } },
    IN_RESPONSES,
    "tool_choice",
  ],
  ["openai-responses", { parallel_tool_calls: false }, IN_RESPONSES, "parallel_tool_calls"],
  ["anthropic-messages", { top_p: 0.37 }, {}, "top_p"],
  ["anthropic-messages", { top_p: 0.37 }, THINKING, "top_p"],
  ["anthropic-messages", { top_k: 37 }, {}, "top_k"],
  ["anthropic-messages", { top_k: 37 }, THINKING, "top_k"],
  ["anthropic-messages", { temperature: 0.37 }, { thinking: { type: "disabled" } }, "temperature"],
  ["anthropic-messages", { output_config: { format: FORMAT } }, {}, "output_config.format.schema"],
  ["anthropic-messages", { output_format: FORMAT }, {}, "output_format.schema"],
  [
    "anthropic-messages",
    { tool_choice: { type: "tool", name: "look" } },
    IN_MESSAGES,
    "tool_choice",
  ],
];
const MODELS: Record<string, string[]> = {
  anthropic: ["claude-3-haiku-20240307", "claude-sonnet-4-6", "claude-opus-4-7", "claude-sonnet-5"],
  "openai-responses": ["gpt-5", "gpt-5.2", "o3", "gpt-5-chat-latest", "gpt-6-astra"],
  google: ["gemini-2.0-flash", "gemini-2.5-flash", "gemini-3-pro-preview"],
  azure: ["gpt-5.2"],
  bedrock: [
    "us.anthropic.claude-sonnet-4-5-v1:0",
    "us.anthropic.claude-sonnet-4-6",
    "us.anthropic.claude-opus-4-8",
    "us.amazon.nova-pro-v1:0",
  ],
};
const MESSAGES: JsonObject = {
  model: "m",
  max_tokens: 4000,
  messages: [{ role: "user", content: "What color?" }],
};
const BASE: Record<DialectName, JsonObject> = {
  "openai-chat": MESSAGES,
  "openai-responses": { model: "m", input: "What color?", max_output_tokens: 4000 },
  "anthropic-messages": MESSAGES,
};

function documentOf(dialect: DialectName, more: JsonObject) {
  const read = DIALECTS[dialect].read({ ...BASE[dialect], ...more });
  if (!read.ok) throw new Error(read.error.message);
  return read.document;
}

const asked = Object.entries(FAMILIES).flatMap(([name, one]) =>
  [one.modelId, ...(MODELS[name] ?? [])].map((modelId) => [name, modelId, one] as const),
);

/** What the real adapter sends for a document, as JSON; the provider answers with an error. */
function adapterOf({ kind, base }: Family, modelId: string) {
  let body = "";
  const provider = openProvider({
    id: "p",
    kind,
    baseUrl: `http://127.0.0.1:1${base}`,
    key: "KEY",
    fetch: async (_url, init) => {
      body = String(init?.body);
      return Promise.resolve(new Response("{}", { status: 400 }));
    },
  });
  const model = provider.languageModel(modelId);
  if (!model.ok) throw new Error(modelId);
  const traits = traitsOf(kind, modelId);
  const generator = createGenerator({
    resolve: () => ok({ ...provider, model: model.value, traits }),
  });
  return async (document: RequestDocument): Promise<string> => {
    body = "";
    await generator.generate({
      model: { providerId: "p", modelId },
      document,
      media: () => null,
      putMedia: () => "",
      onPiece: () => undefined,
      signal: new AbortController().signal,
    });
    return body;
  };
}

it.each(asked)("%s, %s: gets each setting, or the card names it", async (_name, modelId, one) => {
  const traits = traitsOf(one.kind, modelId);
  const sentFor = adapterOf(one, modelId);
  for (const [dialect, setting, beside, named] of SETTINGS) {
    if (traits.exact?.includes(dialect) === true) continue;
    const without = await sentFor(documentOf(dialect, beside));
    const document = documentOf(dialect, { ...beside, ...setting });
    const body = await sentFor(document);
    expect(body).not.toBe("");
    const hasSchema = JSON.stringify(setting).includes("zebra");
    const isSent = hasSchema ? body.includes("zebra") : body !== without;
    const parts = omittedPartsOf(document, traits, {}).flatMap((part) =>
      "names" in part ? part.names : [part.kind],
    );
    expect([setting, beside, isSent]).toEqual([setting, beside, !isIn(parts, named)]);
  }
});

/** Whether the field, or what contains it, is named. */
const isIn = (names: readonly string[], field: string): boolean =>
  names.some((name) => `${field}.`.startsWith(`${name}.`));

it("the built-in model gets each setting, or the card names it", () => {
  const traits = traitsOf("local");
  for (const [dialect, setting, beside, named] of SETTINGS) {
    const document = documentOf(dialect, { ...beside, ...setting });
    const { settings, others, isWarm } = settingsOf(document, traits);
    const given = { ...settings, ...(isWarm && { temperature: document.temperature ?? 0 }) };
    const request = engineRequestOf({} as never, { prompt: [], ...given });
    const isSent =
      named === "temperature" ? request.temperature === 0.37 : request.json !== undefined;
    expect([setting, isSent]).toEqual([setting, !isIn(others, named)]);
  }
});
