// What of a request's `metadata` may become a provider's own options: an allow list for each wire format, by
// name and by value. Everything else stays here, with its reason, since a provider may do anything with it.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";

/** Why a member stays here. `set`: the desk sets it itself from what was approved. */
export type KeptWhy = "set" | "value" | "unknown";

/** How a provider takes options beside the conversation. */
export type MetadataDialect = "openai-chat";

const isNumber = (value: Json): boolean => typeof value === "number";
const isInteger = (value: Json): boolean => Number.isSafeInteger(value);
const isOneOf =
  (...values: Json[]) =>
  (value: Json): boolean =>
    values.includes(value);

/**
 * Members of a request that change neither what the model reads, nor how far it may go, nor who is asked,
 * nor what is kept there: how words are drawn (OpenAI, vLLM, llama.cpp, OpenRouter), how much is
 * thought and said within `maxTokens`, by whom the server says it asks, and that nothing is to be stored.
 * Of `response_format` only what holds no text: the descriptions in a schema are read by the model. Not here
 * for that reason or since they force words: `logit_bias`, `grammar`, `guided_*`, `structured_outputs`; since
 * they cost: `service_tier`, `n`, `prediction`. Names count exactly as written, in one spelling.
 */
const ALLOWED: Record<MetadataDialect, Record<string, (value: Json) => boolean>> = {
  "openai-chat": {
    seed: isInteger,
    top_p: isNumber,
    top_k: isInteger,
    min_p: isNumber,
    frequency_penalty: isNumber,
    presence_penalty: isNumber,
    repetition_penalty: isNumber,
    repeat_penalty: isNumber,
    reasoning_effort: isOneOf("none", "minimal", "low", "medium", "high", "xhigh"),
    verbosity: isOneOf("low", "medium", "high"),
    user: (value) => typeof value === "string" && value.length <= 256,
    store: isOneOf(false),
    response_format: (value) =>
      isJsonObject(value) &&
      Object.keys(value).length === 1 &&
      (value["type"] === "text" || value["type"] === "json_object"),
  },
};

/** What the desk itself sets from the approved document, by its usual names: only for the reason shown. */
const SET_HERE = new Set([
  ...["model", "messages", "input", "prompt", "system", "instructions", "systemprompt"],
  ...["max_tokens", "max_completion_tokens", "max_output_tokens", "maxtokens", "num_predict"],
  ...["n_predict", "max_new_tokens", "temperature", "stop", "stop_sequences", "stopsequences"],
  ...["stream", "stream_options", "tools", "tool_choice", "toolchoice", "parallel_tool_calls"],
]);

/** Some servers fold case and letters as Unicode does (Go's `encoding/json`, so Ollama). */
const isSetHere = (name: string): boolean => SET_HERE.has(name.normalize("NFKC").toLowerCase());

/** The part of `metadata` that may become the provider's options, and the names that may not, by reason. */
export function metadataOptions(
  metadata: JsonObject,
  dialect: MetadataDialect,
): { passed: JsonObject; kept: Record<KeptWhy, string[]> } {
  const allowed = new Map(Object.entries(ALLOWED[dialect]));
  const passed: [string, Json][] = [];
  const kept: Record<KeptWhy, string[]> = { set: [], value: [], unknown: [] };
  for (const [name, value] of Object.entries(metadata)) {
    if (value === undefined) continue;
    const isHarmless = allowed.get(name);
    if (isHarmless === undefined) kept[isSetHere(name) ? "set" : "unknown"].push(name);
    else if (isHarmless(value)) passed.push([name, value]);
    else kept.value.push(name);
  }
  return { passed: Object.fromEntries(passed), kept };
}
