// Which fields of a request's `metadata` may become provider options: an allow list of names and values per wire
// format. All other fields are withheld, each with a reason, because servers could use them to change a generation in
// any way.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";

/** Why a field is withheld. `set`: Countersign sets it from the approved document. */
export type WithheldReason = "set" | "value" | "unknown";

/** The wire format's way to take extra options. */
export type MetadataDialect = "openai-chat";

const isNumber = (value: Json): boolean => typeof value === "number";
const isInteger = (value: Json): boolean => Number.isSafeInteger(value);
const isOneOf =
  (...values: Json[]) =>
  (value: Json): boolean =>
    values.includes(value);

/**
 * Options that change neither what the model reads, nor its limits, provider or model, nor what the provider stores:
 * sampling parameters (OpenAI, vLLM, llama.cpp, OpenRouter), how much it thinks and writes within `maxTokens`, the
 * end user's id, and `store: false`. `response_format` only without a schema, because the model reads the
 * descriptions in a schema. Left out because they dictate words: `logit_bias`, `grammar`, `guided_*`,
 * `structured_outputs`; because they cost money: `service_tier`, `n`, `prediction`. Names are case-sensitive.
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

/**
 * Usual names of what Countersign sets from the approved document. Only used to tell the reason `set` from `unknown`.
 */
const SET_HERE = new Set([
  "model",
  "messages",
  "input",
  "prompt",
  "system",
  "instructions",
  "systemprompt",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "maxtokens",
  "num_predict",
  "n_predict",
  "max_new_tokens",
  "temperature",
  "stop",
  "stop_sequences",
  "stopsequences",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "toolchoice",
  "parallel_tool_calls",
]);

/** Normalises names, as some servers match fields case-insensitively (Ollama, through Go's `encoding/json`). */
const isSetHere = (name: string): boolean => SET_HERE.has(name.normalize("NFKC").toLowerCase());

/** Splits `metadata` into the options to pass on and the names of withheld fields by reason. */
export function metadataOptions(
  metadata: JsonObject,
  dialect: MetadataDialect,
): { passed: JsonObject; kept: Record<WithheldReason, string[]> } {
  const allowed = new Map(Object.entries(ALLOWED[dialect]));
  const passed: [string, Json][] = [];
  const kept: Record<WithheldReason, string[]> = { set: [], value: [], unknown: [] };
  for (const [name, value] of Object.entries(metadata)) {
    if (value === undefined) continue;
    const isHarmless = allowed.get(name);
    if (isHarmless === undefined) kept[isSetHere(name) ? "set" : "unknown"].push(name);
    else if (isHarmless(value)) passed.push([name, value]);
    else kept.value.push(name);
  }
  return { passed: Object.fromEntries(passed), kept };
}
