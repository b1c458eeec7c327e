// Interfaces of the models service: implemented by `model` and `store`.
import type { ModelWaits } from "#shared/models/waits.ts";
import type { Outcome, Failure, ModelFailure } from "#shared/outcome.ts";
import type {
  ModelAbilities,
  DownloadView,
  FoundProvider,
  ModelRef,
  ModelView,
  ModelsView,
} from "#shared/models/model.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { ProviderInput } from "#shared/models/providers/providerInput.ts";
import type { ProviderKind, RemoteKind } from "#shared/models/providers/providerKinds.ts";

/** A provider as stored on disk. Its key is in `Secrets` under `provider:<id>`. */
export interface StoredProvider {
  id: string;
  kind: RemoteKind;
  name: string;
  baseUrl: string;
  /** The environment variable that its key is read from, instead of a stored one. */
  variable?: string | undefined;
  /** Proves that the user chose the variable for this address: a keyed hash that only Countersign can make. */
  variableMark?: string | undefined;
  /** For Azure: the API version to request. */
  apiVersion?: string | undefined;
  /** For Bedrock: the access key id that belongs to the stored secret. */
  keyId?: string | undefined;
  /** Models to offer that the provider does not list. */
  modelNames?: string[] | undefined;
  /** If set, only these models are turned on; otherwise all but those in `disabled`. */
  only?: string[] | undefined;
}

export interface StoredModels {
  providers: StoredProvider[];
  /** Paths of the GGUF files that the user picked. */
  files: string[];
  /** Models turned off. */
  disabled: ModelRef[];
  defaultModel: ModelRef | null;
  /** What the user says of models' abilities; takes precedence over every other source. */
  overrides?: { model: ModelRef; abilities: ModelAbilities }[] | undefined;
  /** How long each model may be silent. */
  waits?: { model: ModelRef; waits: ModelWaits }[] | undefined;
}

export interface ModelStore {
  load(): { models: StoredModels; faults: Failure[] };
  save(models: StoredModels): Outcome<null, Failure>;
}

/** The models service as IPC sees it; see `ipc/contract` for each method. */
export interface ModelsService {
  view(): ModelsView;
  /** The same view, cached until the next change and without reading any file; used to decide on each request. */
  latest(): ModelsView;
  /** Whether the user has turned the model on, listed or not. */
  isEnabled(model: ModelRef): boolean;
  refresh(): Promise<void>;
  addProvider(input: ProviderInput): Promise<Outcome<string, Failure>>;
  updateProvider(id: string, input: ProviderInput): Promise<Outcome<null, Failure>>;
  /** How many models the provider lists, without storing it. `id` names the provider being edited, or is null. */
  tryProvider(input: ProviderInput, id: string | null): Promise<Outcome<number, Failure>>;
  removeProvider(id: string): Outcome<null, Failure>;
  /** Restores the provider that was removed last. */
  restoreProvider(id: string): Outcome<null, Failure>;
  /** Drops the provider that was removed last, with its key, for good. */
  forgetRemoved(): void;
  /** Names of the known environment variables that are set; their values stay in main. */
  variables(): Promise<string[]>;
  /** While the user looks at models, programs on this machine are polled. */
  watch(looking: boolean): void;
  check(id: string): Promise<Outcome<null, Failure>>;
  enable(model: ModelRef, enabled: boolean): Outcome<null, Failure>;
  /** Turns these models of one provider on or off; `all` includes every model it lists later. */
  enableMany(
    providerId: string,
    modelIds: string[] | "all",
    enabled: boolean,
  ): Outcome<null, Failure>;
  setDefault(model: ModelRef | null): Outcome<null, Failure>;
  /** What the user says of a model's abilities; null or an empty object removes it. */
  override(model: ModelRef, abilities: ModelAbilities | null): Outcome<null, Failure>;
  wait(model: ModelRef, waits: ModelWaits | null): Outcome<null, Failure>;
  addFile(path: string): Promise<Outcome<ModelRef, Failure>>;
  removeFile(modelId: string): Outcome<null, Failure>;
  download(id: string): Outcome<null, Failure>;
  cancelDownload(id: string): Outcome<null, Failure>;
  /** Stops the engine process and downloads. */
  close(): Promise<void>;
}

export type { DownloadView, FoundProvider, ListedModel, ModelView };

/** The id of the provider that runs models inside the app; it always exists. */
export const LOCAL_PROVIDER_ID = "local";

/** The facts about a provider that matter for its models' abilities. */
export interface ModelPlace {
  kind: ProviderKind;
  /** Empty for the built-in engine. */
  baseUrl: string;
  onThisMachine: boolean;
}

/** What is known of models beyond their provider's list; implemented by `model/knowledge`. */
export interface Knowledge {
  /** Adds what is known to each model. Never throws; unknown abilities stay unknown. */
  describe(place: ModelPlace, models: readonly ListedModel[], atMs: number): Promise<ListedModel[]>;
}

/** The environment variables that keys may be read from. */
export interface Environment {
  /** The value in this process; null if it is not set. */
  peek(name: string): string | null;
  /** The same, or else the value in the login shell, which an app started from a desktop does not inherit. */
  read(name: string): Promise<string | null>;
}

/** The providers that can be called; implemented by `model/catalog`. Keys are passed through, not stored. */
export interface ProviderPool {
  /** Adds the provider, or replaces the one with this id. */
  put(provider: StoredProvider, key: string | null): void;
  remove(id: string): void;
  /** Timeouts of a model from the next request on; null restores the defaults. */
  setWaits(model: ModelRef, waits: ModelWaits | null): void;
  /** The models of a provider that is not stored. Never throws. */
  trial(
    provider: StoredProvider,
    key: string | null,
  ): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** The models that the user named for a provider, without asking it. Never throws. */
  named(id: string): Promise<ListedModel[]>;
  /** The current models of a provider; for `local`, reads its folders again. Never throws. */
  list(id: string): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** Programs on this machine that currently serve models. */
  discover(): Promise<FoundProvider[]>;
}

/** The files that the built-in engine can run; implemented by `model/local`. */
export interface LocalModels {
  /** Whether there is a llama.cpp binary for this platform. */
  readonly supported: boolean;
  /** Sets the files that the user picked; the next `list` includes them. */
  setPicked(files: readonly string[]): void;
  /** The model in a file, or why it cannot be used. */
  check(path: string): Promise<Outcome<ListedModel, ModelFailure>>;
  /** Where a model's file is, as of the last `list`. `fetched` files were downloaded by the app. */
  fileOf(modelId: string): { path: string; from: "picked" | "fetched" | "found" } | null;
  /** Deletes a file that the app downloaded. */
  removeFetched(modelId: string): Outcome<null, Failure>;
  downloads(): DownloadView[];
  /** Starts or resumes a download. */
  startDownload(id: string): Outcome<null, Failure>;
  /** Pauses a running download; discards a paused one with its partial file. */
  cancelDownload(id: string): Outcome<null, Failure>;
  /** Calls the listener on progress; `finished` when a new file is complete. */
  onDownload(listener: (finished: boolean) => void): void;
  close(): Promise<void>;
}
