// Any server with OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, hosted ones with a key.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import type { ModelAbilities } from "#shared/models/model.ts";
import { metadataOptions } from "#shared/models/providers/metadata.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import { describeServed } from "../serving/describe.ts";
import { ask, clientOf, guardedFetch, lazyModel, emptyModelList, patienceOf } from "./setup.ts";
import { withNames } from "#shared/models/listed.ts";

/** The adapter's name for all of them, under which it looks for options; it must have no dashes. */
const NAME = "endpoint";

/** A provider behind an OpenAI-compatible address. */
export function openAiCompatibleProvider(setup: ProviderSetup): Provider {
  const cache = new Map<string, JsonObject>();
  const modelOf = (modelId: string): LanguageModelV4 =>
    lazyModel(`${NAME}.chat`, modelId, async () => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey, ...client } = clientOf(setup);
      return createOpenAICompatible({
        name: NAME,
        includeUsage: true,
        ...client,
        ...(apiKey === "" ? {} : { apiKey }),
      }).chatModel(modelId);
    });
  return {
    kind: "openai-compatible",
    // Servers such as Ollama load the model before the first token, which can take minutes.
    patience: patienceOf(setup),
    list: (signal) => listModels(setup, cache, signal),
    optionsFor: (options, document) => ({ [NAME]: bodyFields(options, document) }),
    languageModel: (modelId) => ok(modelOf(modelId)),
  };
}

/** Additional fields of the request's body: the AI SDK passes unknown options on unchanged, overriding its own. */
export function bodyFields(options: GenerationOptions, document: RequestDocument): JsonObject {
  const { metadata, tools } = document;
  const one = options.parallelToolCalls === false && (tools?.length ?? 0) > 0;
  return {
    ...(options.passMetadata === true && metadata !== undefined
      ? metadataOptions(metadata, "openai-chat").passed
      : {}),
    ...(one ? { parallel_tool_calls: false } : {}),
  };
}

async function listModels(
  setup: ProviderSetup,
  cache: Map<string, JsonObject>,
  signal: AbortSignal | undefined,
): Promise<Outcome<ListedModel[], ModelFailure>> {
  const url = `${setup.baseUrl}/models`;
  const headers: Record<string, string> =
    setup.key === null ? {} : { Authorization: `Bearer ${setup.key}` };
  const answer = await ask(setup, url, headers, signal);
  if (!answer.ok) return answer;
  const models = readModelList(answer.value);
  if (models === null) return emptyModelList(url);
  const host = {
    origin: new URL(setup.baseUrl).origin,
    headers: { ...setup.headers, ...headers },
    fetch: guardedFetch(setup),
    cache,
  };
  return ok(
    withNames(setup.modelNames ?? [], await describeServed(host, models, ownersOf(answer.value))),
  );
}

/** The owners that the entries name, by which programs are told apart. */
export function ownersOf(answer: Json): string[] {
  const data = isJsonObject(answer) ? answer["data"] : answer;
  return (Array.isArray(data) ? data : []).flatMap((entry) => {
    const owner = isJsonObject(entry) ? entry["owned_by"] : undefined;
    return typeof owner === "string" ? [owner] : [];
  });
}

/** The models in the response to `GET /models`, or null if it is not a list. Entries without an id are skipped. */
export function readModelList(answer: Json): ListedModel[] | null {
  const data = Array.isArray(answer) ? answer : isJsonObject(answer) ? answer["data"] : null;
  // Ollama sends `"data": null` while no model is installed.
  if (data === null && isJsonObject(answer) && answer["object"] === "list") return [];
  if (!Array.isArray(data)) return null;
  return data.flatMap((entry): ListedModel[] => {
    if (!isJsonObject(entry)) return [];
    const id = entry["id"];
    if (typeof id !== "string" || id === "") return [];
    return [{ modelId: id, name: id, abilities: abilitiesOf(entry) }];
  });
}

/** What some servers report besides the id: vLLM, Groq, OpenRouter, LM Studio, llama.cpp, Mistral. */
function abilitiesOf(entry: JsonObject): ModelAbilities {
  const abilities: ModelAbilities = {};
  const contextTokens = firstNumber(
    entry["context_length"],
    entry["max_model_len"],
    entry["context_window"],
    entry["max_context_length"],
    inside(entry, "meta", "n_ctx"),
    inside(entry, "meta", "n_ctx_train"),
  );
  if (contextTokens !== null) abilities.contextTokens = contextTokens;
  const modalities = inside(entry, "architecture", "input_modalities");
  if (Array.isArray(modalities)) {
    abilities.images = modalities.includes("image");
    abilities.audio = modalities.includes("audio");
  }
  const vision = inside(entry, "capabilities", "vision");
  if (typeof vision === "boolean") abilities.images = vision;
  const parameters = entry["supported_parameters"];
  if (Array.isArray(parameters)) abilities.tools = parameters.includes("tools");
  const calling = inside(entry, "capabilities", "function_calling");
  if (typeof calling === "boolean") abilities.tools = calling;
  return abilities;
}

function inside(entry: JsonObject, field: string, name: string): Json | undefined {
  const value = entry[field];
  return isJsonObject(value) ? value[name] : undefined;
}

function firstNumber(...values: (Json | undefined)[]): number | null {
  for (const value of values) {
    if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  }
  return null;
}
