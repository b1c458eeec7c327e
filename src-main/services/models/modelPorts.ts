// What the models service needs: implemented by `model` and `store`.
import type { ModelWaits } from "../../../src-shared/models/waits.ts";
import type { Outcome, Failure, ModelFailure } from "../../../src-shared/outcome.ts";
import type {
  ModelAbilities,
  DownloadView,
  FoundProvider,
  ModelRef,
  ModelView,
  ModelsView,
} from "../../../src-shared/models/model.ts";
import type { Origins } from "../../../src-shared/models/ranking/abilities.ts";
import type { ProviderInput } from "../../../src-shared/models/providers/providerInput.ts";
import type {
  ProviderKind,
  RemoteKind,
} from "../../../src-shared/models/providers/providerKinds.ts";

import type { Serving } from "../../../src-shared/models/local/serving.ts";

/** A provider as kept on disk. Its key lives in `Secrets` under `provider:<id>`. */
export interface StoredProvider {
  id: string;
  kind: RemoteKind;
  name: string;
  baseUrl: string;
  /** The environment variable that its key is read from, instead of a stored one. */
  variable?: string | undefined;
  /** That the user chose the variable for this address: a hash with a key of Countersign's own. */
  variableMark?: string | undefined;
  /** Of Azure: the version of the API that is asked for. */
  apiVersion?: string | undefined;
  /** Of Bedrock: the access key whose secret the key is. */
  keyId?: string | undefined;
  /** Models that it does not list by itself. */
  modelNames?: string[] | undefined;
  /** Only these models are turned on, whatever else it lists; missing: all but those turned off. */
  only?: string[] | undefined;
}

export interface StoredModels {
  providers: StoredProvider[];
  /** Paths of GGUF files that the user picked. */
  files: string[];
  /** Models turned off. */
  disabled: ModelRef[];
  defaultModel: ModelRef | null;
  /** What the user says of models, over all others. */
  overrides?: { model: ModelRef; abilities: ModelAbilities }[] | undefined;
  /** How long models may be silent. */
  waits?: { model: ModelRef; waits: ModelWaits }[] | undefined;
}

export interface ModelStore {
  load(): { models: StoredModels; faults: Failure[] };
  save(models: StoredModels): Outcome<null, Failure>;
}

/** The side of the models room that IPC sees; see `ipc/contract` for each. */
export interface ModelsService {
  view(): ModelsView;
  /** The same for who decides about each request: put together once after each change, no file is looked at. */
  latest(): ModelsView;
  /** What the user has set, whether the model is listed or not. */
  isEnabled(model: ModelRef): boolean;
  refresh(): Promise<void>;
  addProvider(input: ProviderInput): Promise<Outcome<string, Failure>>;
  updateProvider(id: string, input: ProviderInput): Promise<Outcome<null, Failure>>;
  /** How many models such a provider lists; nothing is kept. `id` is that of the provider to be changed, or null. */
  tryProvider(input: ProviderInput, id: string | null): Promise<Outcome<number, Failure>>;
  removeProvider(id: string): Outcome<null, Failure>;
  /** Brings the provider back that was removed last. */
  restoreProvider(id: string): Outcome<null, Failure>;
  /** Forgets the one that was removed last, with its key, for good. */
  forgetRemoved(): void;
  /** The known variables that are set, by name; their values stay in main. */
  variables(): Promise<string[]>;
  /** Somebody looks at models: programs on this machine are asked again and again as long as it is so. */
  watch(looking: boolean): void;
  check(id: string): Promise<Outcome<null, Failure>>;
  enable(model: ModelRef, enabled: boolean): Outcome<null, Failure>;
  /** Switches these models of one provider; `all`: every one that it has now or lists later. */
  enableMany(
    providerId: string,
    modelIds: string[] | "all",
    enabled: boolean,
  ): Outcome<null, Failure>;
  setDefault(model: ModelRef | null): Outcome<null, Failure>;
  /** What the user says of a model; null, or nothing said: what the others say holds again. */
  override(model: ModelRef, abilities: ModelAbilities | null): Outcome<null, Failure>;
  wait(model: ModelRef, waits: ModelWaits | null): Outcome<null, Failure>;
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
  /** Who says each of them; without it the provider does. */
  origins?: Origins;
  serving?: Serving;
}

/** A provider as far as what is known of its models depends on it. */
export interface ModelPlace {
  kind: ProviderKind;
  /** Empty for models inside the app. */
  baseUrl: string;
  onThisMachine: boolean;
}

/** What is known of models beyond what their provider lists; implemented by `model/knowledge`. */
export interface Knowledge {
  /** The same models with all that is known of them. Never throws; what nobody knows stays unknown. */
  describe(place: ModelPlace, models: readonly ListedModel[], atMs: number): Promise<ListedModel[]>;
}

/** The environment that keys may be read from on request. */
export interface Environment {
  /** The value now, without asking anybody; null where it is not set. */
  peek(name: string): string | null;
  /** The same, with what the login shell sets where the app itself was started without it. */
  read(name: string): Promise<string | null>;
}

/** The providers that can be asked; implemented by `model/catalog`. Keys only pass through. */
export interface ProviderPool {
  /** Adds the provider, or replaces the one with this id. */
  put(provider: StoredProvider, key: string | null): void;
  remove(id: string): void;
  /** How long a model may be silent from the next request on; null: as usual. */
  setWaits(model: ModelRef, waits: ModelWaits | null): void;
  /** The models of a provider that is not kept. Never throws. */
  trial(
    provider: StoredProvider,
    key: string | null,
  ): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** The models that a provider has now; `local` reads its folders again. Never throws. */
  list(id: string): Promise<Outcome<ListedModel[], ModelFailure>>;
  /** The programs on this machine that answer with models now. */
  discover(): Promise<FoundProvider[]>;
}

/** The files that the local engine can run; implemented by `model/local`. */
export interface LocalModels {
  /** The platform has a llama.cpp binary. */
  readonly supported: boolean;
  /** Sets the files that the user picked; the next `list` shows them. */
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
