// OpenRouter (openrouter.ai/docs/api-reference): its list is public, so the key is tested separately.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import { bodyFields, readModelList } from "./openaiCompatible.ts";
import {
  ask,
  clientOf,
  dataPage,
  keyOf,
  lazyModel,
  listPages,
  patienceOf,
  textIn,
} from "./setup.ts";

export function openRouterProvider(setup: ProviderSetup): Provider {
  const headers = { Authorization: `Bearer ${keyOf(setup)}` };
  const modelOf = (modelId: string): LanguageModelV4 =>
    lazyModel("openrouter", modelId, async () => {
      const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
      return createOpenRouter({
        ...clientOf(setup),
        compatibility: "strict",
      }).chat(modelId);
    });
  return {
    kind: "openrouter",
    patience: patienceOf(setup),
    async list(signal) {
      // Reports the key's limits; free, and 401 for an invalid key.
      const key = await ask(setup, `${setup.baseUrl}/key`, headers, signal);
      if (!key.ok) return key;
      return listPages(setup, `${setup.baseUrl}/models`, {
        headers,
        page: dataPage,
        model: readModel,
        signal,
      });
    },
    // The adapter adds these to the body as fields.
    optionsFor: (options, document) => ({ openrouter: bodyFields(options, document) }),
    languageModel: (modelId) => ok(modelOf(modelId)),
  };
}

function readModel(entry: JsonObject): ListedModel | null {
  const [model] = readModelList([entry]) ?? [];
  if (model === undefined) return null;
  return { ...model, name: textIn(entry, "name") ?? model.modelId };
}
