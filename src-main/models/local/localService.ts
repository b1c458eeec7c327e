// What the user can do with models that run inside the app: view them with the machine and the engine, configure them,
// unload them.
import path from "node:path";
import type {
  LocalEngineView,
  LocalMachine,
  LocalSettings,
  LocalView,
} from "#shared/models/local/local.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { LocalEngine } from "./engine/host.ts";
import type { EngineDescription } from "./engine/protocol.ts";
import type { LocalModels } from "./files/localModels.ts";
import type { Shelf } from "./files/shelf.ts";
import type { LocalSettingsStore } from "./localSettings.ts";
import { cores, readMemory } from "./machine.ts";

interface LocalServiceParts {
  engine: LocalEngine;
  shelf: Shelf;
  files: LocalModels;
  store: LocalSettingsStore;
  /** Called with the view whenever it changes. */
  changed(view: LocalView): void;
  /** Lists the models again, since their abilities depend on how they run. */
  relist(): Promise<unknown>;
}

export class LocalModelsService {
  readonly #parts: LocalServiceParts;
  /** Read once: devices do not change while the app runs. */
  #description: Promise<EngineDescription | null> | null = null;
  #machine: LocalMachine;

  constructor(parts: LocalServiceParts) {
    this.#parts = parts;
    this.#machine = {
      totalBytes: 0,
      availableBytes: 0,
      threads: cores(),
      cores: cores(),
      devices: null,
    };
    parts.engine.onChange(() => parts.changed(this.view()));
  }

  /** The files as of the last time their folders were read, the machine as of the last `look`. */
  view(): LocalView {
    const { shelf, files, store } = this.#parts;
    return {
      models: shelf.models.map((model) => ({
        modelId: model.modelId,
        name: model.name,
        file: path.basename(model.path),
        from: files.fileOf(model.modelId)?.from ?? "found",
        facts: model.facts,
        settings: store.of(model.path),
      })),
      machine: this.#machine,
      engine: this.#engine(),
    };
  }

  /** Reads the memory again; asks llama.cpp for devices only the first time that `devices` is true. */
  async look(devices: boolean): Promise<void> {
    const { engine, files } = this.#parts;
    if (devices) {
      this.#description ??= files.supported ? engine.describe() : Promise.resolve(null);
    }
    const [memory, description] = await Promise.all([readMemory(), this.#description]);
    this.#machine = {
      ...memory,
      cores: cores(),
      threads: description?.threads ?? cores(),
      devices: description?.devices ?? null,
    };
    this.#parts.changed(this.view());
  }

  async configure(modelId: string, settings: LocalSettings): Promise<Outcome<null, Failure>> {
    const { shelf, store, engine } = this.#parts;
    const model = shelf.find(modelId);
    if (model === null) return fail({ kind: "not-found", what: "model" });
    const saved = store.set(model.path, settings);
    if (!saved.ok) return saved;
    engine.retime();
    await this.#parts.relist();
    this.#parts.changed(this.view());
    return ok(null);
  }

  /** True when the model was unloaded; false while it is generating. */
  async unload(): Promise<boolean> {
    const gone = await this.#parts.engine.unload();
    await this.look(false);
    return gone;
  }

  #engine(): LocalEngineView {
    const state = this.#parts.engine.state();
    if (!state.running && !state.busy) return { kind: "off" };
    const { loaded } = state;
    const model = this.#parts.shelf.models.find((item) => item.path === loaded?.path);
    return {
      kind: "on",
      modelId: model?.modelId ?? null,
      contextTokens: loaded?.contextTokens ?? null,
      busy: state.busy,
      waiting: state.waiting,
      memoryBytes: state.memoryBytes,
      unloadAtMs: state.unloadAtMs,
    };
  }
}
