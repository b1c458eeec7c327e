// Interfaces of the local models service: implemented by `model/local` and `store`.
import type {
  LocalEngineView,
  LocalFacts,
  LocalMachine,
  LocalModelView,
  LocalSettings,
  LocalView,
} from "#shared/models/local/local.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** A model file with its metadata. */
export interface LocalFile extends Pick<LocalModelView, "modelId" | "name" | "file" | "from"> {
  path: string;
  facts: LocalFacts;
}

/** The local models and their engine. */
export interface LocalRoom {
  /** As of the last time the folders were read. */
  files(): LocalFile[];
  /** As of the last `look`. */
  machine(): LocalMachine;
  /** Reads the memory again; asks llama.cpp for devices only the first time that `devices` is true. */
  look(devices: boolean): Promise<void>;
  engine(): LocalEngineView;
  onEngine(listener: () => void): void;
  /** Stops the engine's process unless it is generating; true when it has stopped. */
  unload(): Promise<boolean>;
  /** Called when the idle time of the loaded model was changed. */
  retime(): void;
}

/** Settings of each model file, by its path. */
export interface LocalSettingsStore {
  of(path: string): LocalSettings;
  set(path: string, settings: LocalSettings): Outcome<null, Failure>;
  readonly faults: Failure[];
}

/** The interface that IPC sees. */
export interface LocalModelsService {
  view(): LocalView;
  look(devices: boolean): Promise<void>;
  configure(modelId: string, settings: LocalSettings): Promise<Outcome<null, Failure>>;
  /** True when the model was unloaded; false while it is generating. */
  unload(): Promise<boolean>;
}
