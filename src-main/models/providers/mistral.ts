// Mistral's chat completions (docs.mistral.ai/api) and its list of models, which describes each in detail.
import { isJsonObject, type JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import { readModelList } from "./openaiCompatible.ts";
import {
  dataPage,
  clientOf,
  keyOf,
  lazyModel,
  listPages,
  oneCall,
  patienceOf,
  textIn,
} from "./setup.ts";

export function mistralProvider(setup: ProviderSetup): Provider {
  return {
    kind: "mistral",
    patience: patienceOf(setup),
    list: (signal) =>
      listPages(setup, `${setup.baseUrl}/models`, {
        headers: { Authorization: `Bearer ${keyOf(setup)}` },
        page: dataPage,
        model: readModel,
        signal,
      }),
    optionsFor: (options, document) => ({
      mistral: oneCall("parallelToolCalls", false, options, document),
    }),
    languageModel: (modelId) =>
      ok(
        lazyModel("mistral", modelId, async () => {
          const { createMistral } = await import("@ai-sdk/mistral");
          return createMistral(clientOf(setup)).languageModel(modelId);
        }),
      ),
  };
}

function readModel(entry: JsonObject): ListedModel | null {
  const capabilities = entry["capabilities"];
  if (isJsonObject(capabilities) && capabilities["completion_chat"] === false) return null;
  const [model] = readModelList([entry]) ?? [];
  if (model === undefined) return null;
  return { ...model, name: textIn(entry, "name") ?? model.modelId };
}
