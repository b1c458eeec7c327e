// Knows every provider that can be asked now, by its id; the generator finds its models here, the models service fills it.
import type { GenerationProgress } from "../../src-shared/models/local.ts";
import type { FoundProvider, ModelRef } from "../../src-shared/models/model.ts";
import { traitsOf } from "../../src-shared/models/traits.ts";
import { fail, ok, type ModelFailure, type Outcome } from "../../src-shared/outcome.ts";
import {
  LOCAL_PROVIDER_ID,
  type ListedModel,
  type ProviderPool,
  type StoredProvider,
} from "../services/modelPorts.ts";
import type { ModelResolver, ReadyModel } from "./generate.ts";
import type { Provider } from "./provider.ts";
import { discover, type Place } from "./providers/discover.ts";
import { openProvider } from "./providers/open.ts";

/** The providers by id, the local one always among them. */
export class Catalog implements ProviderPool, ModelResolver {
  readonly #providers = new Map<string, Provider>();
  readonly #places: readonly Place[] | undefined;
  readonly #fetch: typeof globalThis.fetch;

  /**
   * `places` are asked by `discover` instead of the usual ones of this machine; `send` is how the providers are
   * reached.
   */
  constructor(local: Provider, places?: readonly Place[], send = globalThis.fetch) {
    this.#providers.set(LOCAL_PROVIDER_ID, local);
    this.#places = places;
    this.#fetch = send;
  }

  put(provider: StoredProvider, key: string | null): void {
    this.#providers.set(provider.id, this.#open(provider, key));
  }

  trial(
    provider: StoredProvider,
    key: string | null,
  ): Promise<Outcome<ListedModel[], ModelFailure>> {
    return this.#open(provider, key).list();
  }

  #open(provider: StoredProvider, key: string | null): Provider {
    const { id, kind, baseUrl, modelNames = [] } = provider;
    return openProvider({ id, kind, baseUrl, modelNames, key, fetch: this.#fetch });
  }

  remove(id: string): void {
    if (id !== LOCAL_PROVIDER_ID) this.#providers.delete(id);
  }

  async list(id: string): Promise<Outcome<ListedModel[], ModelFailure>> {
    const provider = this.#providers.get(id);
    return provider === undefined ? ok([]) : provider.list();
  }

  async discover(): Promise<FoundProvider[]> {
    return discover(this.#places, this.#fetch);
  }

  resolve(
    ref: ModelRef,
    onProgress?: (progress: GenerationProgress) => void,
  ): Outcome<ReadyModel, ModelFailure> {
    const provider = this.#providers.get(ref.providerId);
    if (provider === undefined) return fail({ kind: "model-gone", model: ref.modelId, detail: "" });
    const model = provider.languageModel(ref.modelId, onProgress);
    if (!model.ok) return model;
    const { patience } = provider;
    return ok({
      model: model.value,
      traits: traitsOf(provider.kind, ref.modelId),
      patience,
      optionsFor: (options, document) => provider.optionsFor?.(options, document),
    });
  }
}
