// The models service: providers with their keys, models turned on and off, files, downloads and the default model.
import { sameModel } from "#shared/models/model.ts";
import type { Hasher } from "../core/ports.ts";
import type { ModelAbilities, ModelRef, ModelsView } from "#shared/models/model.ts";
import type { ProviderInput } from "#shared/models/providers/providerInput.ts";
import type { ModelWaits } from "#shared/models/waits.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { Catalog } from "./catalog.ts";
import type { LocalModels } from "./local/files/localModels.ts";
import {
  LOCAL_PROVIDER_ID,
  type ModelStore,
  type StoredModels,
  type StoredProvider,
} from "./storedModels.ts";
import { ModelFiles } from "./modelFiles.ts";
import { isEnabled, switched } from "./modelSwitches.ts";
import { modelsView } from "./modelsView.ts";
import type { Audience } from "../audience.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import { needsVersionPath, ProviderChecks } from "./providers/providerChecks.ts";
import { enteredKey, keepsKey, provided } from "./providers/providerEntry.ts";
import { ProviderKeys, type Environment } from "./providers/providerKeys.ts";
import { removedFrom, withRestoredProvider, withoutProvider } from "./providers/removedProvider.ts";
import type { RemovedProvider } from "./providers/removedProvider.ts";
import { RefreshSchedule } from "./refreshSchedule.ts";

/** The service's dependencies. */
interface Parts {
  store: ModelStore;
  secrets: Secrets;
  /** Makes keyed hashes that only Countersign can make. */
  keyed: Hasher;
  environment: Environment;
  pool: Catalog;
  local: LocalModels;
  audience: Pick<Audience, "set">;
  fault(failure: Failure): void;
  /** Measured tokens per second of models. */
  speeds(): NonNullable<ModelsView["speeds"]>;
  newId(): string;
  nowMs(): number;
}

/** Nothing is requested until `refresh`. For what each method does see also `ipc/contract`. */
export class ModelsService {
  readonly #parts: Parts;
  readonly #keys: ProviderKeys;
  readonly #checks: ProviderChecks;
  readonly #watching: RefreshSchedule;
  readonly #files: ModelFiles;
  #stored: StoredModels;
  #removed: RemovedProvider | null = null;
  #listener: () => void = () => {};
  /** The view since the last change; null if it has to be built again. */
  #kept: ModelsView | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#keys = new ProviderKeys(parts.secrets, parts.environment, parts.keyed);
    this.#checks = new ProviderChecks({
      pool: parts.pool,
      keys: this.#keys,
      nowMs: () => parts.nowMs(),
      providers: () => this.#stored.providers,
      complete: (from, to) => void this.#save({ providers: replaced(this.#stored, from, to) }),
      changed: () => this.#changed(),
    });
    this.#watching = new RefreshSchedule(() => this.#checks.quietly());
    const { value, faults } = parts.store.load();
    this.#stored = value;
    for (const fault of faults) parts.fault(fault);
    for (const provider of value.providers) parts.pool.put(provider, this.#keys.now(provider));
    for (const { model, waits } of value.waits ?? []) parts.pool.setWaits(model, waits);
    this.#files = new ModelFiles({
      local: parts.local,
      paths: () => this.#stored.files,
      save: (files) => this.#save({ files }),
      look: () => this.check(LOCAL_PROVIDER_ID),
    });
    parts.local.setPicked(value.files);
    parts.local.onDownload((finished) => {
      if (finished) void this.check(LOCAL_PROVIDER_ID);
      else this.#changed();
    });
  }

  /** Called after the window has heard of a change. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  view(): ModelsView {
    const removed = this.#removed?.provider;
    return modelsView({
      stored: this.#stored,
      removed: removed === undefined ? null : { id: removed.id, name: removed.name },
      known: this.#checks.known,
      found: this.#checks.found,
      local: this.#parts.local,
      keyOf: (provider) => this.#keys.now(provider),
      speeds: this.#parts.speeds(),
    });
  }

  /** The same view, cached until the next change and without reading any file; used to decide on each request. */
  latest(): ModelsView {
    this.#kept ??= this.view();
    return { ...this.#kept, speeds: this.#parts.speeds() };
  }

  /** Whether the user has turned the model on, listed or not. */
  isEnabled(model: ModelRef): boolean {
    return isEnabled(this.#stored, model);
  }

  refresh(): Promise<void> {
    return this.#checks.all();
  }

  check(id: string): Promise<Outcome<null, Failure>> {
    return this.#checks.one(id);
  }

  /** While the user looks at models, programs on this machine are polled. */
  watch(looking: boolean): void {
    this.#watching.set(looking);
  }

  /** Names of the known environment variables that are set; their values stay in main. */
  variables(): Promise<string[]> {
    return this.#keys.set();
  }

  async addProvider(input: ProviderInput): Promise<Outcome<string, Failure>> {
    const made = provided(this.#parts.newId(), input);
    if (!made.ok) return made;
    const provider = this.#keys.chosen(made.value);
    const key = enteredKey(input);
    if (key !== null) {
      const kept = this.#keys.keep(provider, key);
      if (!kept.ok) return kept;
    }
    const saved = this.#save({ providers: [...this.#stored.providers, provider] });
    if (!saved.ok) {
      this.#keys.drop(provider.id);
      return saved;
    }
    this.#put(provider);
    return ok(provider.id);
  }

  async updateProvider(id: string, input: ProviderInput): Promise<Outcome<null, Failure>> {
    const current = this.#stored.providers.find((item) => item.id === id);
    if (current === undefined) return fail({ kind: "not-found", what: "provider" });
    const made = provided(id, input, current);
    if (!made.ok) return made;
    // The form shows the address beside the variable, so the user has chosen it for this address.
    const next = this.#keys.chosen(made.value);
    const key = enteredKey(input);
    const before = this.#keys.stored(current);
    const loses = key === null && !keepsKey(input, current, next);
    if (key !== null) {
      const kept = this.#keys.keep(next, key);
      if (!kept.ok) return kept;
    }
    const saved = this.#save({ providers: replaced(this.#stored, current, next) });
    if (!saved.ok) {
      if (before !== null) this.#keys.keep(current, before);
      else this.#keys.drop(id);
      return saved;
    }
    if (loses) this.#keys.drop(id);
    this.#put(next);
    return ok(null);
  }

  /** How many models the provider lists, without storing it. `id` names the provider being edited, or is null. */
  async tryProvider(input: ProviderInput, id: string | null): Promise<Outcome<number, Failure>> {
    const current = this.#stored.providers.find((item) => item.id === id);
    const made = provided(id ?? this.#parts.newId(), input, current);
    if (!made.ok) return made;
    const provider = made.value;
    const kept = current !== undefined && keepsKey(input, current, provider);
    const key =
      enteredKey(input) ??
      (provider.variable !== undefined || kept
        ? await this.#keys.read(provider, input.variable !== undefined || undefined)
        : null);
    const ready = await this.#keys.ready(provider, key);
    if (!ready.ok) return ready;
    const { pool } = this.#parts;
    const listed = await pool.trial(provider, key);
    if (listed.ok) return ok(listed.value.length);
    if (!needsVersionPath(provider, listed.failure)) return listed;
    const again = await pool.trial({ ...provider, baseUrl: `${provider.baseUrl}/v1` }, key);
    return again.ok ? ok(again.value.length) : listed;
  }

  removeProvider(id: string): Outcome<null, Failure> {
    const provider = this.#stored.providers.find((item) => item.id === id);
    if (provider === undefined) return fail({ kind: "not-found", what: "provider" });
    const removed = removedFrom(this.#stored, provider, this.#keys.stored(provider));
    const saved = this.#save(withoutProvider(this.#stored, provider));
    if (!saved.ok) return saved;
    this.#removed = removed;
    this.#keys.drop(id);
    this.#parts.pool.remove(id);
    this.#checks.drop(id);
    this.#changed();
    return ok(null);
  }

  /** Restores the provider that was removed last. */
  restoreProvider(id: string): Outcome<null, Failure> {
    const removed = this.#removed;
    if (removed?.provider.id !== id) return fail({ kind: "not-found", what: "provider" });
    if (removed.key !== null) {
      const kept = this.#keys.keep(removed.provider, removed.key);
      if (!kept.ok) return kept;
    }
    const saved = this.#save(withRestoredProvider(this.#stored, removed));
    if (!saved.ok) return saved;
    this.#removed = null;
    this.#put(removed.provider);
    return ok(null);
  }

  /** Drops the provider that was removed last, with its key, for good. */
  dropRemoved(): void {
    if (this.#removed === null) return;
    this.#removed = null;
    this.#changed();
  }

  enable({ providerId, modelId }: ModelRef, enabled: boolean): Outcome<null, Failure> {
    return this.enableMany(providerId, [modelId], enabled);
  }

  /** Turns these models of one provider on or off; `all` includes every model it lists later. */
  enableMany(
    providerId: string,
    modelIds: string[] | "all",
    enabled: boolean,
  ): Outcome<null, Failure> {
    if (!this.#exists(providerId)) return fail({ kind: "not-found", what: "provider" });
    if (modelIds === "all" && providerId === LOCAL_PROVIDER_ID) {
      const own = this.#checks.known.get(providerId)?.models ?? [];
      const names = own.map(({ modelId }) => modelId);
      return this.#saveAndTell(switched(this.#stored, providerId, names, enabled));
    }
    return this.#saveAndTell(switched(this.#stored, providerId, modelIds, enabled));
  }

  setDefault(model: ModelRef | null): Outcome<null, Failure> {
    if (model !== null && !this.#exists(model.providerId)) {
      return fail({ kind: "not-found", what: "model" });
    }
    return this.#saveAndTell({ defaultModel: model });
  }

  /** What the user says of a model's abilities; null or an empty object removes it. */
  override(model: ModelRef, abilities: ModelAbilities | null): Outcome<null, Failure> {
    if (!this.#exists(model.providerId)) return fail({ kind: "not-found", what: "model" });
    const before = this.#stored.overrides ?? [];
    const others = before.filter((item) => !sameModel(item.model, model));
    const said = abilities === null || Object.keys(abilities).length === 0 ? null : abilities;
    const overrides = said === null ? others : [...others, { model, abilities: said }];
    return this.#saveAndTell({ overrides });
  }

  wait(model: ModelRef, waits: ModelWaits | null): Outcome<null, Failure> {
    if (!this.#exists(model.providerId)) return fail({ kind: "not-found", what: "model" });
    const others = (this.#stored.waits ?? []).filter((item) => !sameModel(item.model, model));
    const said = waits === null || Object.keys(waits).length === 0 ? null : waits;
    const saved = this.#saveAndTell({
      waits: said === null ? others : [...others, { model, waits: said }],
    });
    if (saved.ok) this.#parts.pool.setWaits(model, said);
    return saved;
  }

  addFile(path: string): Promise<Outcome<ModelRef, Failure>> {
    return this.#files.add(path);
  }

  removeFile(modelId: string): Outcome<null, Failure> {
    return this.#files.remove(modelId);
  }

  download(id: string): Outcome<null, Failure> {
    return this.#parts.local.startDownload(id);
  }

  cancelDownload(id: string): Outcome<null, Failure> {
    return this.#parts.local.cancelDownload(id);
  }

  /** Stops downloads, and polling. */
  async close(): Promise<void> {
    this.#watching.set(false);
    await this.#parts.local.close();
  }

  #put(provider: StoredProvider): void {
    this.#parts.pool.put(provider, this.#keys.now(provider));
    void this.check(provider.id);
  }

  #exists(id: string): boolean {
    return id === LOCAL_PROVIDER_ID || this.#stored.providers.some((item) => item.id === id);
  }

  #save(change: Partial<StoredModels>): Outcome<null, Failure> {
    const next = { ...this.#stored, ...change };
    const saved = this.#parts.store.save(next);
    if (saved.ok) this.#stored = next;
    this.#kept = null;
    return saved;
  }

  #saveAndTell(change: Partial<StoredModels>): Outcome<null, Failure> {
    const saved = this.#save(change);
    if (saved.ok) this.#changed();
    return saved;
  }

  #changed(): void {
    this.#kept = null;
    this.#parts.audience.set("models", () => this.view());
    this.#listener();
  }
}

const replaced = (
  { providers }: StoredModels,
  from: StoredProvider,
  to: StoredProvider,
): StoredProvider[] => providers.map((item) => (item === from ? to : item));
