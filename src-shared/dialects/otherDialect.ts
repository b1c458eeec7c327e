// Converts a completion for a provider of another dialect: what can be translated, and the names of what cannot.
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { blocksOf } from "../sampling/document/blocks.ts";
import type { Message, RequestDocument } from "../sampling/document/message.ts";
import type { CompletionDocument } from "./dialect.ts";

/**
 * The completion as a sampling request: system messages are merged into the system prompt; reasoning and the
 * provider's own tools are dropped.
 */
export function asSampling(document: CompletionDocument): {
  sampling: RequestDocument;
  dropped: string[];
} {
  const dropped = new Set<string>();
  const prompts = document.systemPrompt === undefined ? [] : [document.systemPrompt];
  const messages: Message[] = [];
  for (const message of document.messages) {
    const blocks = blocksOf(message.content).filter(({ type }) => {
      const isThought = type === "thinking" || type === "redacted_thinking" || type === "reasoning";
      if (isThought) dropped.add(type);
      return !isThought;
    });
    if (message.role === "system" || message.role === "developer") {
      prompts.push(blocks.map(({ text }) => (typeof text === "string" ? text : "")).join("\n"));
    } else if (blocks.length > 0) messages.push({ role: message.role, content: blocks });
  }
  const { completion: _completion, systemPrompt: _prompt, tools, ...rest } = document;
  const own = tools?.filter(({ name, raw }) => {
    if (raw !== undefined) dropped.add(`tools.${name}`);
    return raw === undefined;
  });
  const sampling: RequestDocument = {
    ...rest,
    messages,
    ...(prompts.length === 0 ? {} : { systemPrompt: prompts.join("\n\n") }),
    ...(own === undefined ? {} : { tools: own }),
  };
  return { sampling, dropped: [...dropped] };
}

/** Settings by the AI SDK's names (`LanguageModelV4CallOptions`). */
export interface CallSettings {
  topP?: number;
  topK?: number;
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  responseFormat?: { type: "json"; schema?: object; name?: string };
}
const NUMBERS: Readonly<Record<string, keyof CallSettings>> = {
  ...{ top_p: "topP", top_k: "topK", seed: "seed" },
  ...{ presence_penalty: "presencePenalty", frequency_penalty: "frequencyPenalty" },
};
/** Fields about the form of the response, which the endpoint handles. */
const OF_ENDPOINT: ReadonlySet<string> = new Set(["stream_options", "system", "n", "store"]);

/** The fields with an equivalent at every provider, and the names of the others. */
export function settingsOf(fields: JsonObject): { settings: CallSettings; others: string[] } {
  const settings: CallSettings = {};
  const others: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const known = NUMBERS[name];
    const isFormat = ["response_format", "text", "output_config"].includes(name);
    const format = isFormat
      ? formatIn(name === "response_format" ? value : inner(value))
      : undefined;
    if (value === null || OF_ENDPOINT.has(name)) continue;
    if (known !== undefined && typeof value === "number")
      Object.assign(settings, { [known]: value });
    else if (format !== undefined) settings.responseFormat = format;
    else others.push(name);
  }
  return { settings, others };
}

/** Responses have the format in `text`, Messages in `output_config`. */
const inner = (value: Json | undefined): Json | undefined =>
  isJsonObject(value) ? value["format"] : undefined;

function formatIn(value: Json | undefined): CallSettings["responseFormat"] {
  if (!isJsonObject(value)) return undefined;
  if (value["type"] === "json_object") return { type: "json" };
  const described = value["json_schema"] ?? value;
  if (value["type"] !== "json_schema" || !isJsonObject(described)) return undefined;
  const { name, schema } = described;
  return {
    type: "json",
    ...(isJsonObject(schema) ? { schema: schema as object } : {}),
    ...(typeof name === "string" ? { name } : {}),
  };
}

/** The names of everything that a provider of another dialect does not get. */
export function notUnderstood(document: CompletionDocument): string[] {
  return [...settingsOf(document.completion.fields).others, ...asSampling(document).dropped];
}
