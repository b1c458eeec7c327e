// What the service of local models needs: implemented by `model/local` and `store`.
import type {
  LocalEngineView,
  LocalFacts,
  LocalMachine,
  LocalModelView,
  LocalSettings,
  LocalView,
} from "../../../src-shared/models/local/local.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** A model file with what it says of itself. */
export interface LocalFile extends Pick<LocalModelView, "modelId" | "name" | "file" | "from"> {
  path: string;
  facts: LocalFacts;
}

/** The local models and their engine. */
export interface LocalRoom {
  /** As of the last time that the folders were read. */
  files(): LocalFile[];
  /** As of the last `look`. */
  machine(): LocalMachine;
  /** Reads the memory again, and asks llama.cpp for devices the first time that they are wanted. */
  look(devices: boolean): Promise<void>;
  engine(): LocalEngineView;
  onEngine(listener: () => void): void;
  /** Ends the engine's process unless it works; true when it is gone. */
  unload(): Promise<boolean>;
  /** The idle time of the loaded model was changed. */
  retime(): void;
}

/** How each file is to run, by its path. */
export interface LocalSettingsStore {
  of(path: string): LocalSettings;
  set(path: string, settings: LocalSettings): Outcome<null, Failure>;
  readonly faults: Failure[];
}

/** The side that IPC sees. */
export interface LocalModelsService {
  view(): LocalView;
  look(devices: boolean): Promise<void>;
  configure(modelId: string, settings: LocalSettings): Promise<Outcome<null, Failure>>;
  /** True when the model is out of memory; false while it works. */
  unload(): Promise<boolean>;
}
