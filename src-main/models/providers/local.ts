// Models that run inside the app: GGUF files, run by the local engine.
import { DEFAULT_CONTEXT_TOKENS } from "#shared/models/local/local.ts";
import type { LocalSettings } from "#shared/models/local/local.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { LocalEngine } from "../local/engine/host.ts";
import { createLocalLanguageModel } from "../local/engine/languageModel.ts";
import type { EngineModel } from "../local/engine/protocol.ts";
import type { Shelf } from "../local/files/shelf.ts";
import type { Provider } from "./provider.ts";

/** The local provider for the files of `shelf`; each runs with the user's settings. */
export function localProvider(
  engine: LocalEngine,
  shelf: Shelf,
  settingsOf: (path: string) => LocalSettings,
): Provider {
  return {
    kind: "local",
    // A long prompt takes minutes on a slow machine; a crash of the engine is noticed at once.
    patience: { firstTokenMs: 30 * 60_000, idleMs: 5 * 60_000 },
    async list() {
      const models = await shelf.scan();
      return ok(models.map(({ modelId, name, abilities }) => ({ modelId, name, abilities })));
    },
    languageModel(modelId, onProgress) {
      const model = shelf.find(modelId);
      if (model === null) return fail({ kind: "model-gone", model: modelId, detail: "" });
      const how = engineModel(model.path, settingsOf(model.path));
      return ok(createLocalLanguageModel(engine, modelId, how, onProgress));
    },
  };
}

function engineModel(path: string, settings: LocalSettings): EngineModel {
  const { contextTokens = DEFAULT_CONTEXT_TOKENS, threads, gpuLayers } = settings;
  return {
    path,
    maxContextTokens: contextTokens,
    threads,
    gpuLayers,
  };
}
