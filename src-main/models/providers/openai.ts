// OpenAI's own API: Responses (platform.openai.com/docs/api-reference/responses), and Chat Completions for audio
// models, which Responses does not support.
import type { JsonObject } from "#shared/json.ts";
import { isOpenAiAudioModel } from "#shared/models/ranking/traits.ts";
import { ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
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

/** Models of other endpoints, which can't hold a conversation. */
const OTHERS =
  /embedding|moderation|whisper|dall-e|^sora|^babbage|^davinci|-(realtime|transcribe|tts|image)\b|^tts-|^gpt-image|instruct/;

export function openAiProvider(setup: ProviderSetup): Provider {
  return {
    kind: "openai",
    patience: patienceOf(setup),
    list: (signal) =>
      listPages(setup, `${setup.baseUrl}/models`, {
        headers: { Authorization: `Bearer ${keyOf(setup)}` },
        page: dataPage,
        model: readModel,
        signal,
      }),
    // Otherwise OpenAI stores requests for 30 days.
    optionsFor: (options, document) => ({
      openai: { store: false, ...oneCall("parallelToolCalls", false, options, document) },
    }),
    languageModel: (modelId) =>
      ok(
        lazyModel("openai", modelId, async () => {
          const { createOpenAI } = await import("@ai-sdk/openai");
          const client = createOpenAI(clientOf(setup));
          return isOpenAiAudioModel(modelId) ? client.chat(modelId) : client.responses(modelId);
        }),
      ),
    exactModel: (modelId, dialect) =>
      lazyModel("openai", modelId, async () => {
        const { createOpenAI } = await import("@ai-sdk/openai");
        const client = createOpenAI(clientOf(setup));
        return dialect === "openai-chat" ? client.chat(modelId) : client.responses(modelId);
      }),
  };
}

function readModel(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "id");
  if (modelId === null || OTHERS.test(modelId)) return null;
  return { modelId, name: modelId, abilities: {} };
}
