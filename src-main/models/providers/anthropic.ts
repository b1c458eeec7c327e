// Anthropic's Messages API (platform.claude.com/docs/en/api/messages) and its list of models.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import {
  countIn,
  entriesOf,
  clientOf,
  keyOf,
  ifKnown,
  lazyModel,
  listPages,
  oneCall,
  patienceOf,
  textIn,
  type Page,
} from "./setup.ts";

/** The API version, the same that the adapter uses. */
const VERSION = "2023-06-01";

export function anthropicProvider(setup: ProviderSetup): Provider {
  const list = `${setup.baseUrl}/models?limit=1000`;
  const modelOf = (modelId: string): LanguageModelV4 =>
    lazyModel("anthropic", modelId, async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(clientOf(setup)).languageModel(modelId);
    });
  return {
    kind: "anthropic",
    patience: patienceOf(setup),
    list: (signal) =>
      listPages(setup, list, {
        headers: { "x-api-key": keyOf(setup), "anthropic-version": VERSION },
        page: (answer) => readPage(answer, list),
        model: readModel,
        signal,
      }),
    // By default the adapter requests tool inputs that are not validated as JSON.
    optionsFor: (options, document) => ({
      anthropic: {
        toolStreaming: false,
        ...oneCall("disableParallelToolUse", true, options, document),
      },
    }),
    languageModel: (modelId) => ok(modelOf(modelId)),
  };
}

function readPage(answer: Json, list: string): Page | null {
  const entries = entriesOf(answer, "data");
  if (entries === null || !isJsonObject(answer)) return null;
  const last = answer["has_more"] === true ? textIn(answer, "last_id") : null;
  return { entries, ...ifKnown("next", last && `${list}&after_id=${encodeURIComponent(last)}`) };
}

function readModel(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "id");
  if (modelId === null) return null;
  const capabilities = entry["capabilities"];
  const image = isJsonObject(capabilities) ? capabilities["image_input"] : undefined;
  const images =
    isJsonObject(image) && typeof image["supported"] === "boolean" ? image["supported"] : null;
  return {
    modelId,
    name: textIn(entry, "display_name") ?? modelId,
    abilities: {
      ...ifKnown("contextTokens", countIn(entry, "max_input_tokens")),
      ...ifKnown("outputTokens", countIn(entry, "max_tokens")),
      ...ifKnown("images", images),
      audio: false,
    },
  };
}
