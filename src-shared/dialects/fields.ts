// Every field of the three dialects and where it goes. The translation for another dialect follows this table;
// `node scripts/dialectFields.mjs` writes the table of docs/endpoint.md from it, and a test compares it with the
// official SDKs' types.
import type { DialectName } from "./dialect.ts";

/** How a field is translated for a provider of another dialect; `otherDialect.ts` has a function for each. */
export type Translation =
  | "topP"
  | "topK"
  | "seed"
  | "presencePenalty"
  | "frequencyPenalty"
  | "responseFormat"
  | "outputConfig"
  | "effort"
  | "reasoning"
  | "thinking"
  | "toolChoice"
  | "parallel";

export type FieldPlace =
  /** Shown and edited at the desk as `as`; any provider gets it. A form that the desk has no place for: `by`. */
  | { kind: "desk"; as: string; by?: Translation }
  /** In `completion.fields`. A provider of the same dialect gets it unchanged, any other its translation. */
  | { kind: "translated"; by: Translation; to: string }
  /** In `completion.fields`. A provider of the same dialect gets it unchanged; for any other the card names it. */
  | { kind: "kept" }
  /** About the connection with the program; the endpoint obeys it. */
  | { kind: "endpoint"; how: string }
  /** 400, if it asks for what Countersign does not do. Harmless values are sent on. */
  | { kind: "refused"; when: string };

const desk = (as: string): FieldPlace => ({ kind: "desk", as });
const translated = (by: Translation, to: string): FieldPlace => ({ kind: "translated", by, to });
const endpoint = (how: string): FieldPlace => ({ kind: "endpoint", how });
const refused = (when: string): FieldPlace => ({ kind: "refused", when });
const KEPT: FieldPlace = { kind: "kept" };

const LIMIT = desk("token limit; you can only lower it");
const STREAM = endpoint("Countersign streams to the program if it is true");
const TOP_P = translated("topP", "top-p");
const PARALLEL = translated("parallel", "one tool call at a time");
const TOOL_CHOICE: FieldPlace = { kind: "desk", as: "tool choice", by: "toolChoice" };
const TOOLS_AT_PROVIDER = "one that runs at the provider gets 400";
const KEEPS_NOTHING = refused("other than null: Countersign keeps no responses");

const STORE = refused("other than false or null: Countersign keeps no responses");
const FALLBACKS = refused("not empty: another model would respond");
const USE_TOOLS = refused("other than null: use `tools`");

const CHAT = {
  model: desk("first choice of model"),
  messages: desk("messages and system prompt"),
  max_tokens: LIMIT,
  max_completion_tokens: LIMIT,
  temperature: desk("temperature"),
  stop: desk("stop sequences"),
  tools: desk("tools; any but a function gets 400"),
  tool_choice: TOOL_CHOICE,
  stream: STREAM,
  stream_options: endpoint("`include_usage` is obeyed"),
  n: refused("above 1: Countersign holds one response at a time"),
  top_p: TOP_P,
  seed: translated("seed", "seed"),
  presence_penalty: translated("presencePenalty", "presence penalty"),
  frequency_penalty: translated("frequencyPenalty", "frequency penalty"),
  response_format: translated("responseFormat", "JSON with its schema"),
  reasoning_effort: translated("effort", "reasoning effort"),
  parallel_tool_calls: PARALLEL,
  store: STORE,
  audio: KEPT,
  function_call: USE_TOOLS,
  functions: USE_TOOLS,
  logit_bias: KEPT,
  logprobs: KEPT,
  metadata: KEPT,
  modalities: KEPT,
  moderation: KEPT,
  prediction: KEPT,
  prompt_cache_key: KEPT,
  prompt_cache_options: KEPT,
  prompt_cache_retention: KEPT,
  safety_identifier: KEPT,
  service_tier: KEPT,
  top_logprobs: KEPT,
  user: KEPT,
  verbosity: KEPT,
  web_search_options: refused("other than null: the provider would search"),
  models: FALLBACKS,
  fallbacks: FALLBACKS,
  plugins: refused("not empty: they run at the provider"),
  preset: refused("other than null: it would change the approved request"),
} as const satisfies Record<string, FieldPlace>;

const MESSAGES = {
  model: desk("first choice of model"),
  messages: desk("messages"),
  system: desk("system prompt; unedited blocks stay as they are"),
  max_tokens: LIMIT,
  temperature: desk("temperature"),
  stop_sequences: desk("stop sequences"),
  tools: desk(`tools; ${TOOLS_AT_PROVIDER}`),
  tool_choice: TOOL_CHOICE,
  stream: STREAM,
  top_p: TOP_P,
  top_k: translated("topK", "top-k"),
  thinking: translated("thinking", "reasoning effort, by the budget's share of `max_tokens`"),
  output_config: translated("outputConfig", "reasoning effort; JSON with its schema"),
  output_format: translated("responseFormat", "JSON with its schema"),
  billing_policy: KEPT,
  cache_control: KEPT,
  compaction: KEPT,
  container: KEPT,
  context_management: KEPT,
  diagnostics: KEPT,
  fallback_credit_token: KEPT,
  fallbacks: FALLBACKS,
  inference_geo: KEPT,
  mcp_servers: refused("not empty: the provider would call them"),
  metadata: KEPT,
  service_tier: KEPT,
  speed: KEPT,
  thread: KEPT,
} as const satisfies Record<string, FieldPlace>;

const RESPONSES = {
  model: desk("first choice of model"),
  input: desk("messages"),
  instructions: desk("system prompt"),
  max_output_tokens: LIMIT,
  temperature: desk("temperature"),
  tools: desk(`tools; ${TOOLS_AT_PROVIDER}, but \`web_search\` is left out`),
  tool_choice: TOOL_CHOICE,
  stream: STREAM,
  store: STORE,
  background: STORE,
  previous_response_id: KEEPS_NOTHING,
  conversation: KEEPS_NOTHING,
  prompt: KEEPS_NOTHING,
  top_p: TOP_P,
  text: translated("outputConfig", "JSON with its schema"),
  reasoning: translated("reasoning", "reasoning effort"),
  parallel_tool_calls: PARALLEL,
  access_programs: KEPT,
  background_options: KEPT,
  context_management: KEPT,
  image: KEPT,
  include: KEPT,
  max_tool_calls: KEPT,
  metadata: KEPT,
  moderation: KEPT,
  prompt_cache_key: KEPT,
  prompt_cache_options: KEPT,
  prompt_cache_retention: KEPT,
  safety_identifier: KEPT,
  service_tier: KEPT,
  stream_options: KEPT,
  top_logprobs: KEPT,
  truncation: KEPT,
  user: KEPT,
} as const satisfies Record<string, FieldPlace>;

export const FIELDS = {
  "openai-chat": CHAT,
  "anthropic-messages": MESSAGES,
  "openai-responses": RESPONSES,
} as const satisfies Record<DialectName, Record<string, FieldPlace>>;

/** Where a field of the body goes. One that is not in the table is `kept`. */
export function placeOf(dialect: DialectName, name: string): FieldPlace {
  const fields: Readonly<Record<string, FieldPlace>> = FIELDS[dialect];
  return Object.hasOwn(fields, name) ? (fields[name] ?? KEPT) : KEPT;
}
