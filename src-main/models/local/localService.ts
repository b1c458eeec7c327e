// What the user can do with models that run inside the app: view them, configure them, unload them.
import type { LocalSettings, LocalView } from "#shared/models/local/local.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { LocalModelsService, LocalRoom, LocalSettingsStore } from "./localPorts.ts";

interface Parts {
  room: LocalRoom;
  store: LocalSettingsStore;
  /** Called with the view whenever it changes. */
  changed(view: LocalView): void;
  /** Lists the models again, since their abilities depend on how they run. */
  relist(): Promise<unknown>;
}

export function createLocalModelsService(parts: Parts): LocalModelsService {
  return new Service(parts);
}

class Service implements LocalModelsService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.room.onEngine(() => parts.changed(this.view()));
  }

  view(): LocalView {
    const { room, store } = this.#parts;
    return {
      models: room.files().map(({ path, ...file }) => ({ ...file, settings: store.of(path) })),
      machine: room.machine(),
      engine: room.engine(),
    };
  }

  async look(devices: boolean): Promise<void> {
    await this.#parts.room.look(devices);
    this.#parts.changed(this.view());
  }

  async configure(modelId: string, settings: LocalSettings): Promise<Outcome<null, Failure>> {
    const { room, store } = this.#parts;
    const file = room.files().find((item) => item.modelId === modelId);
    if (file === undefined) return fail({ kind: "not-found", what: "model" });
    const saved = store.set(file.path, settings);
    if (!saved.ok) return saved;
    room.retime();
    await this.#parts.relist();
    this.#parts.changed(this.view());
    return ok(null);
  }

  async unload(): Promise<boolean> {
    const gone = await this.#parts.room.unload();
    await this.look(false);
    return gone;
  }
}
