// All providers by id. The generator finds its models here; the models service adds and removes providers.
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { FoundProvider, ModelRef } from "#shared/models/model.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import type { ModelWaits } from "#shared/models/waits.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { ModelPlace } from "./knowledge/place.ts";
import { LOCAL_PROVIDER_ID, type StoredProvider } from "./storedModels.ts";
import type { ReadyModel } from "./generation/prepare.ts";
import type { Provider, ModelPatience } from "./providers/provider.ts";
import { isOwn } from "./net/route.ts";
import { discover, type Place } from "./providers/discover.ts";
import { namedModels } from "#shared/models/listed.ts";
import { openProvider } from "./providers/open.ts";

interface CatalogParts {
  local: Provider;
  /** Where programs on this machine are looked for. */
  places: readonly Place[];
  /** Applies proxies and certificates. */
  fetch: typeof globalThis.fetch;
  /** Adds what is known about listed models. */
  knowledge: Pick<Knowledge, "describe">;
}

/** The providers by id; the local one always exists. */
export class Catalog {
  readonly #providers = new Map<string, Provider>();
  /** The settings that the remote providers were created from. */
  readonly #given = new Map<string, { provider: StoredProvider; key: string | null }>();
  readonly #waits = new Map<string, ModelWaits>();
  /** Providers of models for which the user set another connection timeout. */
  readonly #patient = new Map<string, Provider>();
  readonly #parts: CatalogParts;
  readonly #where = new Map<string, ModelPlace>([
    [LOCAL_PROVIDER_ID, { kind: "local", baseUrl: "", onThisMachine: true }],
  ]);

  constructor(parts: CatalogParts) {
    this.#parts = parts;
    this.#providers.set(LOCAL_PROVIDER_ID, parts.local);
  }

  /** Adds the provider, or replaces the one with this id. Its key is passed through, not stored. */
  put(provider: StoredProvider, key: string | null): void {
    const { id, kind, baseUrl } = provider;
    this.#patient.clear();
    this.#providers.set(id, this.#open(provider, key));
    this.#given.set(id, { provider, key });
    this.#where.set(id, { kind, baseUrl, onThisMachine: isOwn(new URL(baseUrl).hostname) });
  }

  /** The models of a provider that is not stored. Never throws. */
  trial(
    provider: StoredProvider,
    key: string | null,
  ): Promise<Outcome<ListedModel[], ModelFailure>> {
    return this.#open(provider, key).list();
  }

  #open(provider: StoredProvider, key: string | null, connectSeconds?: number): Provider {
    const connectMs = connectSeconds === undefined ? undefined : connectSeconds * 1000;
    return openProvider({ ...provider, key, fetch: this.#parts.fetch, connectMs });
  }

  /** The provider of a model, with the user's connection timeout for it. */
  #providerOf(ref: ModelRef): Provider | undefined {
    const given = this.#given.get(ref.providerId);
    const connectSeconds = this.#waits.get(keyOf(ref))?.connectSeconds;
    if (given === undefined || connectSeconds === undefined) {
      return this.#providers.get(ref.providerId);
    }
    const patient =
      this.#patient.get(keyOf(ref)) ?? this.#open(given.provider, given.key, connectSeconds);
    this.#patient.set(keyOf(ref), patient);
    return patient;
  }

  remove(id: string): void {
    if (id === LOCAL_PROVIDER_ID) return;
    this.#patient.clear();
    this.#providers.delete(id);
    this.#given.delete(id);
    this.#where.delete(id);
  }

  /** Timeouts of a model from the next request on; null restores the defaults. */
  setWaits(model: ModelRef, waits: ModelWaits | null): void {
    this.#patient.delete(keyOf(model));
    if (waits === null) this.#waits.delete(keyOf(model));
    else this.#waits.set(keyOf(model), waits);
  }

  /** The models that the user named for a provider, without asking it. Never throws. */
  named(id: string): Promise<ListedModel[]> {
    const names = this.#given.get(id)?.provider.modelNames ?? [];
    return this.#described(id, namedModels(names));
  }

  /** The current models of a provider; for `local`, reads its folders again. Never throws. */
  async list(id: string): Promise<Outcome<ListedModel[], ModelFailure>> {
    const provider = this.#providers.get(id);
    if (provider === undefined) return ok([]);
    const listed = await provider.list();
    return listed.ok ? ok(await this.#described(id, listed.value)) : listed;
  }

  async #described(id: string, models: ListedModel[]): Promise<ListedModel[]> {
    const place = this.#where.get(id);
    if (place === undefined) return models;
    return this.#parts.knowledge.describe(place, models, Date.now());
  }

  /** Programs on this machine that currently serve models. */
  async discover(): Promise<FoundProvider[]> {
    return discover(this.#parts.places, this.#parts.fetch);
  }

  /** A model, ready to be called. `onProgress` reports what happens before the first token, if the model reports it. */
  resolve(
    ref: ModelRef,
    onProgress?: (progress: GenerationProgress) => void,
  ): Outcome<ReadyModel, ModelFailure> {
    const provider = this.#providerOf(ref);
    if (provider === undefined) return fail({ kind: "model-gone", model: ref.modelId, detail: "" });
    const model = provider.languageModel(ref.modelId, onProgress);
    if (!model.ok) return model;
    return ok({
      model: model.value,
      traits: traitsOf(provider.kind, ref.modelId),
      patience: patienceFor(provider, this.#waits.get(keyOf(ref))),
      conceal: (failure) => provider.conceal?.(failure) ?? failure,
      optionsFor: (options, document) => provider.optionsFor?.(options, document),
      exactModel: provider.exactModel,
    });
  }
}

const keyOf = ({ providerId, modelId }: ModelRef): string => JSON.stringify([providerId, modelId]);

/** The provider's default timeouts, overridden by the user's. */
function patienceFor({ patience }: Provider, waits: ModelWaits | undefined): ModelPatience {
  const { firstTokenSeconds, idleSeconds } = waits ?? {};
  return {
    firstTokenMs:
      firstTokenSeconds === undefined ? patience.firstTokenMs : firstTokenSeconds * 1000,
    idleMs: idleSeconds === undefined ? patience.idleMs : idleSeconds * 1000,
  };
}
