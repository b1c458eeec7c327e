// Google's Gemini API (ai.google.dev/api/generate-content) and its list of models.
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
  patienceOf,
  textIn,
  type Page,
} from "./setup.ts";

export function googleProvider(setup: ProviderSetup): Provider {
  const list = `${setup.baseUrl}/models?pageSize=1000`;
  return {
    kind: "google",
    patience: patienceOf(setup),
    list: (signal) =>
      listPages(setup, list, {
        headers: { "x-goog-api-key": keyOf(setup) },
        page: (answer) => readPage(answer, list),
        model: readModel,
        signal,
      }),
    languageModel: (modelId) =>
      ok(
        lazyModel("google", modelId, async () => {
          const { createGoogle } = await import("@ai-sdk/google");
          return createGoogle(clientOf(setup)).languageModel(modelId);
        }),
      ),
  };
}

function readPage(answer: Json, list: string): Page | null {
  const entries = entriesOf(answer, "models");
  if (entries === null || !isJsonObject(answer)) return null;
  const token = textIn(answer, "nextPageToken");
  return { entries, ...ifKnown("next", token && `${list}&pageToken=${encodeURIComponent(token)}`) };
}

function readModel(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "name")?.replace(/^models\//, "");
  const methods = entry["supportedGenerationMethods"];
  if (modelId === undefined || !Array.isArray(methods)) return null;
  if (!methods.includes("generateContent")) return null;
  return {
    modelId,
    name: textIn(entry, "displayName") ?? modelId,
    abilities: {
      ...ifKnown("contextTokens", countIn(entry, "inputTokenLimit")),
      ...ifKnown("outputTokens", countIn(entry, "outputTokenLimit")),
      ...(typeof entry["thinking"] === "boolean" ? { reasoning: entry["thinking"] } : {}),
    },
  };
}
