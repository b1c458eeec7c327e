// What the models service needs: implemented by `model` and `store`.
import type { Outcome, Failure, ModelFailure } from "../../src-shared/outcome.ts";
import type {
  ModelAbilities,
  DownloadView,
  FoundProvider,
  ModelRef,
  ModelView,
  ModelsView,
} from "../../src-shared/models/model.ts";
import type { RemoteKind } from "../../src-shared/models/providerKinds.ts";

/** A provider as kept on disk. Its key lives in `Secrets` under `provider:<id>`. */
export interface StoredProvider {
  id: string;
  kind: RemoteKind;
  name: string;
  baseUrl: string;
}

export interface StoredModels {
  providers: StoredProvider[];
  /** Paths of GGUF files that the person picked. */
  files: string[];
  /** Models switched off. */
  disabled: ModelRef[];
  defaultModel: ModelRef | null;
}

export interface ModelStore {
  load(): { models: StoredModels; faults: Failure[] };
  save(models: StoredModels): Outcome<null, Failure>;
}

/** The side of the models room that IPC sees; see `ipc/contract` for each. */
export interface ModelsService {
  view(): ModelsView;
  refresh(): Promise<void>;
  addProvider(input: {
    name: string;
    baseUrl: string;
    key: string | null;
  }): Promise<Outcome<string, Failure>>;
  updateProvider(
    id: string,
    input: { name: string; baseUrl: string; key: string | null },
  ): Promise<Outcome<null, Failure>>;
  removeProvider(id: string): Outcome<null, Failure>;
  check(id: string): Promise<Outcome<null, Failure>>;
  enable(model: ModelRef, enabled: boolean): Outcome<null, Failure>;
  setDefault(model: ModelRef | null): Outcome<null, Failure>;
  addFile(path: string): Promise<Outcome<ModelRef, Failure>>;
  removeFile(modelId: string): Outcome<null, Failure>;
  download(id: string): Outcome<null, Failure>;
  cancelDownload(id: string): Outcome<null, Failure>;
  /** Ends what runs: engine process, downloads. */
  close(): Promise<void>;
}

export type { DownloadView, FoundProvider, ModelView };

/** The id of the provider that runs models inside the app; it is always there. */
export const LOCAL_PROVIDER_ID = "local";

/** A model as its provider lists it. */
export interface ListedModel {
  modelId: string;
  name: string;
  abilities: ModelAbilities;
}

/** The providers that can be asked; implemented by `model/catalog`. Keys only pass through. */
export interface ProviderPool {
  /** Adds the provider, or replaces the one with this id. */
  put(provider: StoredProvider, key: string | null): void;
  remove(id: string): void;
  /** The models that a provider has now; `local` reads its folders again. Never throws. */
  list(id: string): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** The programs on this machine that answer with models now. */
  discover(): Promise<FoundProvider[]>;
}

/** The files that the local engine can run; implemented by `model/local`. */
export interface LocalModels {
  /** The platform has a llama.cpp binary. */
  readonly supported: boolean;
  /** Sets the files that the person picked; the next `list` shows them. */
  setPicked(files: readonly string[]): void;
  /** The model in a file, or why there is none. */
  check(path: string): Promise<Outcome<ListedModel, ModelFailure>>;
  /** Where a model lies, as of the last `list`. `fetched` files were downloaded by the app. */
  fileOf(modelId: string): { path: string; from: "picked" | "fetched" | "found" } | null;
  /** Deletes a file that the app has downloaded. */
  removeFetched(modelId: string): Outcome<null, Failure>;
  downloads(): DownloadView[];
  /** Begins or resumes. */
  startDownload(id: string): Outcome<null, Failure>;
  /** Pauses what runs; forgets what is paused, with its part. */
  cancelDownload(id: string): Outcome<null, Failure>;
  /** Called when a download has moved; `finished` when a new file has come. */
  onDownload(listener: (finished: boolean) => void): void;
  close(): Promise<void>;
}
