// The one model that the engine process holds: first its vocabulary and template only, then its weights. Reloads if
// other weights, other settings or a changed file are requested.
import { stat } from "node:fs/promises";
import path from "node:path";
import { contextTokensOf } from "#shared/models/local/local.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import { readGguf } from "../files/gguf.ts";
import type { LlamaBinding, LlamaContext, LlamaVariant } from "./llama.ts";
import type { EngineLoaded, EngineModel } from "./protocol.ts";

/** Carries a failure out of a job. */
export class JobFailed extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

interface Parts {
  load(): LlamaBinding;
  variant: LlamaVariant;
  /** Number of threads if the model's settings don't say. */
  threads: number;
  /** Called when weights were loaded or unloaded. */
  tell(loaded: EngineLoaded | null): void;
}

interface Held {
  key: string;
  /** The context in use: one with weights, or one with vocabulary and template only. */
  context: LlamaContext;
  whole: boolean;
  contextTokens: number;
}

export class LoadedModel {
  readonly #parts: Parts;
  #held: Held | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The context that generates now, if any. */
  get context(): LlamaContext | null {
    return this.#held?.context ?? null;
  }

  get contextTokens(): number {
    return this.#held?.contextTokens ?? 0;
  }

  /**
   * A context that can count and format: the whole model if it is loaded, else its vocabulary and template only, so
   * that a prompt that can't be answered loads no weights.
   */
  async prepare(model: EngineModel): Promise<LlamaContext> {
    const key = await keyOf(model);
    if (this.#held?.key === key) return this.#held.context;
    await this.unload();
    const facts = await readGguf(model.path);
    if (!facts.ok) throw new JobFailed(facts.failure);
    const { contextTokens } = facts.value;
    const limit = contextTokensOf(contextTokens === undefined ? {} : { contextTokens }, {
      contextTokens: model.maxContextTokens,
    });
    const context = await this.#open(model, limit, true);
    this.#held = { key, context, whole: false, contextTokens: limit };
    return context;
  }

  /** Loads the weights, after `prepare`. */
  async load(model: EngineModel): Promise<LlamaContext> {
    const held = this.#held;
    if (held === null) throw new JobFailed({ kind: "model-other", detail: "nothing is prepared" });
    if (held.whole) return held.context;
    await held.context.release();
    this.#held = null;
    const context = await this.#open(model, held.contextTokens, false);
    this.#held = { ...held, context, whole: true };
    this.#parts.tell({ path: model.path, contextTokens: held.contextTokens });
    return context;
  }

  async unload(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await held?.context.release();
    if (held?.whole === true) this.#parts.tell(null);
  }

  async #open(
    model: EngineModel,
    contextTokens: number,
    wordsOnly: boolean,
  ): Promise<LlamaContext> {
    let binding: LlamaBinding;
    try {
      binding = this.#parts.load();
    } catch {
      const platform = `${process.platform}-${process.arch}`;
      throw new JobFailed({ kind: "model-unsupported-platform", platform });
    }
    try {
      return await binding.loadModel({
        model: model.path,
        n_ctx: contextTokens,
        n_threads: model.threads ?? this.#parts.threads,
        ctx_shift: false,
        lib_variant: this.#parts.variant,
        ...(wordsOnly ? { vocab_only: true as const } : {}),
        ...(model.gpuLayers === undefined ? {} : { n_gpu_layers: model.gpuLayers }),
        ...(model.chatTemplate === undefined ? {} : { chat_template: model.chatTemplate }),
      });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new JobFailed({ kind: "model-file-invalid", file: path.basename(model.path), detail });
    }
  }
}

/** Identifies weights, settings and the file's state, so that a changed file counts as another model. */
async function keyOf(model: EngineModel): Promise<string> {
  const info = await stat(model.path).catch(() => null);
  const stamp = info === null ? null : [info.size, info.mtimeMs, info.ino];
  const { maxContextTokens, threads = null, gpuLayers = null, chatTemplate = null } = model;
  return JSON.stringify([model.path, stamp, maxContextTokens, threads, gpuLayers, chatTemplate]);
}
