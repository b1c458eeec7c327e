// Knows the models that run inside the app: GGUF files, by the local engine.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { LocalEngine } from "../local/enginePort.ts";
import { createLocalLanguageModel } from "../local/languageModel.ts";
import type { Shelf } from "../local/shelf.ts";
import type { Provider } from "../provider.ts";

/** The local provider over the files of `shelf`. */
export function localProvider(
  engine: LocalEngine,
  shelf: Shelf,
  maxContextTokens: number,
): Provider {
  return {
    kind: "local",
    // A long prompt takes minutes on a slow machine; the engine's own death is noticed at once.
    patience: { firstTokenMs: 30 * 60_000, idleMs: 5 * 60_000 },
    async list() {
      const models = await shelf.scan();
      return ok(models.map(({ modelId, name, abilities }) => ({ modelId, name, abilities })));
    },
    languageModel(modelId) {
      const model = shelf.find(modelId);
      if (model === null) return fail({ kind: "model-gone", model: modelId, detail: "" });
      return ok(createLocalLanguageModel(engine, modelId, { path: model.path, maxContextTokens }));
    },
  };
}
