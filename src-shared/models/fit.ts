// What of a document one kind of provider cannot take, and what it is not told: said before anything is
// sent, from the document alone.
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { blocksOf, isBlock } from "../sampling/blocks.ts";
import type { Path } from "../sampling/flag.ts";
import type { Block, Message, RequestDocument } from "../sampling/message.ts";
import type { GenerationOptions } from "./options.ts";
import type { ProviderTraits } from "./traits.ts";

/** Something that has no place there: asking that model fails. `what` is a role, a kind or a member. */
export interface Misfit {
  path: Path;
  what: string;
  where: "user" | "assistant" | "tool-result" | "role" | "tool-name" | "tool-choice";
}

/** Something that does not travel; the rest does. `names` are members, `count` how often. */
export type LeftOut =
  | { kind: "metadata"; names: string[] }
  | { kind: "metadata-reserved"; names: string[] }
  | { kind: "block-members"; names: string[]; count: number }
  | { kind: "message-members"; names: string[]; count: number }
  | { kind: "tool-members"; names: string[]; count: number }
  | { kind: "tool-choice" }
  | { kind: "parallel-switch" }
  | { kind: "request-members"; names: string[] };

/**
 * Members of a provider's request that the desk itself sets from what was approved, or that would let a
 * server change what the model reads, how long it answers, who is asked or how the answer travels: no
 * `metadata` replaces them. The names of OpenAI, llama.cpp, vLLM, LiteLLM, OpenRouter, TGI and others.
 */
const RESERVED = new Set([
  ...["model", "messages", "input", "prompt", "system", "instructions", "n", "best_of"],
  ...["max_tokens", "max_completion_tokens", "max_output_tokens", "maxtokens", "num_predict"],
  ...["n_predict", "max_new_tokens", "max_length", "max_gen_len", "min_tokens", "ignore_eos"],
  ...["temperature", "stop", "stop_sequences", "stream", "stream_options", "store", "background"],
  ...["tools", "tool_choice", "parallel_tool_calls", "functions", "function_call", "user"],
  ...["web_search_options", "mcp_servers", "container", "previous_response_id", "modalities"],
  ...["models", "route", "provider", "plugins", "transforms", "__proto__", "constructor"],
  // What the model reads besides, or instead of, the approved messages.
  ...["chat_template", "chat_template_kwargs", "add_generation_prompt", "continue_final_message"],
  ...["documents", "prompt_embeds", "prompt_id", "prompt_variables", "conversation", "suffix"],
  ...["truncate_prompt_tokens", "session_id", "id_slot", "slot_id", "echo"],
  // Searches and tools that run at the provider.
  ...["search_parameters", "enable_search", "search_options", "web_search", "guardrails"],
  ...["data_sources", "extra_tools", "connectors", "web_search_enabled"],
  // Gateways: to whom it goes on, with what, and what is put into the body or the headers there.
  ...[
    "extra_body",
    "extra_headers",
    "extra_query",
    "extra_args",
    "api_base",
    "base_url",
    "api_key",
  ],
  ...["api_version", "custom_llm_provider", "fallbacks", "context_window_fallback_dict"],
  ...["mock_response", "callbacks", "callback_url", "webhook", "options", "adapter_id", "lora"],
  ...["logits_processors", "kv_transfer_params", "vllm_xargs"],
]);

/**
 * Some servers match members without regard to case and fold letters as Unicode does (Go's `encoding/json`,
 * so Ollama): `Max_Tokens`, also with a Kelvin sign, is `max_tokens` there.
 */
const isReserved = (name: string): boolean => RESERVED.has(name.normalize("NFKC").toLowerCase());

/** The part of `metadata` that may become the provider's options, and the names that may not. */
export function metadataOptions(metadata: JsonObject): { passed: JsonObject; kept: string[] } {
  const entries = Object.entries(metadata);
  return {
    passed: Object.fromEntries(entries.filter(([name]) => !isReserved(name))),
    kept: entries.flatMap(([name]) => (isReserved(name) ? [name] : [])),
  };
}

/** Everything that makes the document impossible for such a provider, in reading order. */
export function misfitsOf(document: RequestDocument, traits: ProviderTraits): Misfit[] {
  const found: Misfit[] = document.messages.flatMap((message, index) =>
    misfitsOfMessage(message, ["messages", index], traits),
  );
  const names = new Set<string>();
  for (const [index, { name }] of (document.tools ?? []).entries()) {
    if (names.has(name)) found.push({ path: ["tools", index], what: name, where: "tool-name" });
    names.add(name);
  }
  const mode = document.toolChoice?.mode;
  const known = mode === undefined || mode === "auto" || mode === "required" || mode === "none";
  if (!known && names.size > 0) {
    found.push({ path: ["toolChoice"], what: mode, where: "tool-choice" });
  }
  return found;
}

function misfitsOfMessage(message: Message, path: Path, traits: ProviderTraits): Misfit[] {
  const { role } = message;
  if (role !== "user" && role !== "assistant") return [{ path, what: role, where: "role" }];
  const takes = new Set(
    role === "user"
      ? ["text", "image", "audio", "tool_result"]
      : ["text", "tool_use", ...(traits.assistantMedia ? ["image", "audio"] : [])],
  );
  return blocksOf(message.content).flatMap((block, index): Misfit[] => {
    const at = [...path, "content", ...(Array.isArray(message.content) ? [index] : [])];
    if (!takes.has(block.type)) return [{ path: at, what: block.type, where: role }];
    return block.type === "tool_result" ? misfitsOfResult(block, at, traits) : [];
  });
}

function misfitsOfResult(block: Block, path: Path, traits: ProviderTraits): Misfit[] {
  const takes = new Set(["text", "resource", "resource_link"]);
  if (traits.toolResultMedia) for (const kind of ["image", "audio"]) takes.add(kind);
  const content: Json | undefined = block["content"];
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.flatMap((item, index): Misfit[] =>
    isBlock(item) && !takes.has(item.type)
      ? [{ path: [...path, "content", index], what: item.type, where: "tool-result" }]
      : [],
  );
}

const BLOCK_MEMBERS = new Set([
  ...["type", "text", "data", "mimeType", "id", "name", "input"],
  ...["toolUseId", "content", "structuredContent", "isError"],
]);
const MESSAGE_MEMBERS = new Set(["role", "content"]);
const TOOL_MEMBERS = new Set(["name", "description", "inputSchema"]);
/** What is sent, or is advice to this client and not for the model. */
const REQUEST_MEMBERS = new Set([
  ...["messages", "systemPrompt", "maxTokens", "temperature", "stopSequences", "tools"],
  ...["toolChoice", "metadata", "modelPreferences", "includeContext", "task", "_meta"],
]);

/** Everything that the model's provider is not told though the document holds it. */
export function leftOutOf(
  document: RequestDocument,
  traits: ProviderTraits,
  options: GenerationOptions,
): LeftOut[] {
  const found: LeftOut[] = [...metadataLeftOut(document.metadata, traits, options)];
  const blocks = document.messages.flatMap((message) => blocksOf(message.content));
  const others =
    (kind: "block-members" | "message-members" | "tool-members") =>
    (names: string[], count: number): void => {
      if (count > 0) found.push({ kind, names, count });
    };
  others("message-members")(...surplus(document.messages, MESSAGE_MEMBERS));
  others("block-members")(...surplus(blocks, BLOCK_MEMBERS));
  others("tool-members")(...surplus(document.tools ?? [], TOOL_MEMBERS));
  const noTools = (document.tools?.length ?? 0) === 0;
  if (noTools && document.toolChoice?.mode !== undefined) found.push({ kind: "tool-choice" });
  if (options.parallelToolCalls === false && !noTools && !traits.parallelSwitch) {
    found.push({ kind: "parallel-switch" });
  }
  const [names] = surplus([document], REQUEST_MEMBERS);
  if (names.length > 0) found.push({ kind: "request-members", names });
  return found;
}

function metadataLeftOut(
  metadata: JsonObject | undefined,
  traits: ProviderTraits,
  options: GenerationOptions,
): LeftOut[] {
  const names = metadata === undefined ? [] : Object.keys(metadata);
  if (metadata === undefined || names.length === 0) return [];
  if (options.passMetadata !== true || !traits.metadata) return [{ kind: "metadata", names }];
  const { kept } = metadataOptions(metadata);
  return kept.length === 0 ? [] : [{ kind: "metadata-reserved", names: kept }];
}

/** The names of members that are not in `told`, once each, and how many objects hold one. */
function surplus(objects: readonly Json[], told: ReadonlySet<string>): [string[], number] {
  const names = new Set<string>();
  let count = 0;
  for (const object of objects) {
    if (!isJsonObject(object)) continue;
    const more = Object.keys(object).filter((name) => !told.has(name));
    if (more.length > 0) count += 1;
    for (const name of more) names.add(name);
  }
  return [[...names], count];
}
