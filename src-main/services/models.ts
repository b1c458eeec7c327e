// Knows what a person does with models: providers with their keys and states, files, downloads, the default model.
import type { FoundProvider, ModelRef, ModelsView } from "../../src-shared/models/model.ts";
import { sameModel } from "../../src-shared/models/model.ts";
import { fail, ok, type Failure, type Outcome } from "../../src-shared/outcome.ts";
import { readBaseUrl, sameAddress } from "./modelAddress.ts";
import {
  LOCAL_PROVIDER_ID,
  type LocalModels,
  type ModelStore,
  type ModelsService,
  type ProviderPool,
  type StoredModels,
  type StoredProvider,
} from "./modelPorts.ts";
import { modelsView, type KnownProvider } from "./modelsView.ts";
import type { Secrets, ServiceAudience } from "./ports.ts";

/** What the service works with. */
export interface ModelsParts {
  store: ModelStore;
  secrets: Secrets;
  pool: ProviderPool;
  local: LocalModels;
  audience: Pick<ServiceAudience, "modelsChanged" | "fault">;
  newId(): string;
  nowMs(): number;
}

interface Asked extends KnownProvider {
  /** Grows with each check: an answer to an older one no longer counts. */
  round: number;
}

type ProviderInput = { name: string; baseUrl: string; key: string | null };

/** The service; `refresh` asks every provider for the first time. */
export function createModelsService(parts: ModelsParts): ModelsService {
  return new Service(parts);
}

class Service implements ModelsService {
  readonly #parts: ModelsParts;
  readonly #known = new Map<string, Asked>();
  #stored: StoredModels;
  #found: FoundProvider[] = [];

  constructor(parts: ModelsParts) {
    this.#parts = parts;
    const { models, faults } = parts.store.load();
    this.#stored = models;
    for (const fault of faults) parts.audience.fault(fault);
    for (const provider of models.providers) parts.pool.put(provider, this.#key(provider.id));
    parts.local.setPicked(models.files);
    parts.local.onDownload((finished) => {
      if (finished) void this.check(LOCAL_PROVIDER_ID);
      else this.#changed();
    });
  }

  view(): ModelsView {
    return modelsView({
      stored: this.#stored,
      known: this.#known,
      found: this.#found,
      local: this.#parts.local,
      keyOf: (id) => this.#key(id),
    });
  }

  async refresh(): Promise<void> {
    const discovery = this.#parts.pool.discover().then((found) => {
      this.#found = found;
      this.#changed();
    });
    const ids = [LOCAL_PROVIDER_ID, ...this.#stored.providers.map((provider) => provider.id)];
    await Promise.all([discovery, ...ids.map((id) => this.check(id))]);
  }

  async addProvider(input: ProviderInput): Promise<Outcome<string, Failure>> {
    const address = readBaseUrl(input.baseUrl);
    if (!address.ok) return address;
    const id = this.#parts.newId();
    if (input.key !== null && input.key !== "") {
      const kept = this.#parts.secrets.set(secretName(id), input.key);
      if (!kept.ok) return kept;
    }
    const provider: StoredProvider = {
      id,
      kind: "openai-compatible",
      name: input.name,
      baseUrl: address.value,
    };
    const saved = this.#save({ providers: [...this.#stored.providers, provider] });
    if (!saved.ok) {
      this.#parts.secrets.remove(secretName(id));
      return saved;
    }
    this.#parts.pool.put(provider, this.#key(id));
    void this.check(id);
    return ok(id);
  }

  async updateProvider(id: string, input: ProviderInput): Promise<Outcome<null, Failure>> {
    const address = readBaseUrl(input.baseUrl);
    if (!address.ok) return address;
    const current = this.#stored.providers.find((item) => item.id === id);
    if (current === undefined) return fail({ kind: "not-found", what: "provider" });
    // A key belongs to the address it was entered for: it is never sent to another one.
    const moved = !sameAddress(current.baseUrl, address.value);
    if (input.key === "" || (input.key === null && moved))
      this.#parts.secrets.remove(secretName(id));
    else if (input.key !== null) {
      const kept = this.#parts.secrets.set(secretName(id), input.key);
      if (!kept.ok) return kept;
    }
    const provider = { ...current, name: input.name, baseUrl: address.value };
    const saved = this.#save({
      providers: this.#stored.providers.map((item) => (item.id === id ? provider : item)),
    });
    if (!saved.ok) return saved;
    this.#parts.pool.put(provider, this.#key(id));
    void this.check(id);
    return ok(null);
  }

  removeProvider(id: string): Outcome<null, Failure> {
    if (!this.#stored.providers.some((item) => item.id === id)) {
      return fail({ kind: "not-found", what: "provider" });
    }
    const { defaultModel } = this.#stored;
    const saved = this.#save({
      providers: this.#stored.providers.filter((item) => item.id !== id),
      disabled: this.#stored.disabled.filter((item) => item.providerId !== id),
      defaultModel: defaultModel?.providerId === id ? null : defaultModel,
    });
    if (!saved.ok) return saved;
    this.#parts.secrets.remove(secretName(id));
    this.#parts.pool.remove(id);
    this.#known.delete(id);
    this.#changed();
    return ok(null);
  }

  async check(id: string): Promise<Outcome<null, Failure>> {
    if (!this.#exists(id)) return fail({ kind: "not-found", what: "provider" });
    const round = (this.#known.get(id)?.round ?? 0) + 1;
    const models = this.#known.get(id)?.models ?? [];
    this.#known.set(id, { state: { kind: "checking" }, models, round });
    this.#changed();
    const listed = await this.#list(id);
    if (this.#known.get(id)?.round !== round) return ok(null);
    const atMs = this.#parts.nowMs();
    this.#known.set(
      id,
      listed.ok
        ? { state: { kind: "answers", atMs }, models: listed.value, round }
        : { state: { kind: "failed", atMs, failure: listed.failure }, models, round },
    );
    this.#changed();
    return ok(null);
  }

  enable(model: ModelRef, enabled: boolean): Outcome<null, Failure> {
    if (!this.#exists(model.providerId)) return fail({ kind: "not-found", what: "provider" });
    const others = this.#stored.disabled.filter((item) => !sameModel(item, model));
    return this.#saveAndTell({ disabled: enabled ? others : [...others, model] });
  }

  setDefault(model: ModelRef | null): Outcome<null, Failure> {
    if (model !== null && !this.#exists(model.providerId)) {
      return fail({ kind: "not-found", what: "model" });
    }
    return this.#saveAndTell({ defaultModel: model });
  }

  async addFile(path: string): Promise<Outcome<ModelRef, Failure>> {
    const files = [...this.#stored.files.filter((file) => file !== path), path];
    this.#parts.local.setPicked(files);
    const checked = await this.#parts.local.check(path);
    if (!checked.ok) {
      this.#parts.local.setPicked(this.#stored.files);
      return checked;
    }
    const saved = this.#save({ files });
    if (!saved.ok) {
      this.#parts.local.setPicked(this.#stored.files);
      return saved;
    }
    await this.check(LOCAL_PROVIDER_ID);
    return ok({ providerId: LOCAL_PROVIDER_ID, modelId: checked.value.modelId });
  }

  removeFile(modelId: string): Outcome<null, Failure> {
    const file = this.#parts.local.fileOf(modelId);
    if (file === null || file.from === "found") return fail({ kind: "not-found", what: "model" });
    if (file.from === "fetched") {
      const removed = this.#parts.local.removeFetched(modelId);
      if (!removed.ok) return removed;
    } else {
      // The file is the person's own: only forgotten, never deleted.
      const files = this.#stored.files.filter((path) => path !== file.path);
      const saved = this.#save({ files });
      if (!saved.ok) return saved;
      this.#parts.local.setPicked(files);
    }
    void this.check(LOCAL_PROVIDER_ID);
    return ok(null);
  }

  download(id: string): Outcome<null, Failure> {
    return this.#parts.local.startDownload(id);
  }

  cancelDownload(id: string): Outcome<null, Failure> {
    return this.#parts.local.cancelDownload(id);
  }

  async close(): Promise<void> {
    await this.#parts.local.close();
  }

  /** Asks for the models; where only the version path was forgotten, finds it and keeps the address. */
  async #list(id: string) {
    const listed = await this.#parts.pool.list(id);
    const provider = this.#stored.providers.find((item) => item.id === id);
    if (listed.ok || provider === undefined || !isBareAddress(provider.baseUrl)) return listed;
    const { failure } = listed;
    const isNoSuchPath = failure.kind === "model-other" && failure.status === 404;
    if (!isNoSuchPath && failure.kind !== "model-malformed-answer") return listed;
    const completed = { ...provider, baseUrl: `${provider.baseUrl}/v1` };
    this.#parts.pool.put(completed, this.#key(id));
    const again = await this.#parts.pool.list(id);
    const unchanged = this.#stored.providers.includes(provider);
    if (again.ok && unchanged) {
      this.#save({
        providers: this.#stored.providers.map((item) => (item === provider ? completed : item)),
      });
      return again;
    }
    if (unchanged) this.#parts.pool.put(provider, this.#key(id));
    return listed;
  }

  #exists(id: string): boolean {
    return id === LOCAL_PROVIDER_ID || this.#stored.providers.some((item) => item.id === id);
  }

  #key(id: string): string | null {
    return this.#parts.secrets.get(secretName(id));
  }

  #save(change: Partial<StoredModels>): Outcome<null, Failure> {
    const next = { ...this.#stored, ...change };
    const saved = this.#parts.store.save(next);
    if (saved.ok) this.#stored = next;
    return saved;
  }

  #saveAndTell(change: Partial<StoredModels>): Outcome<null, Failure> {
    const saved = this.#save(change);
    if (saved.ok) this.#changed();
    return saved;
  }

  #changed(): void {
    this.#parts.audience.modelsChanged(this.view());
  }
}

function secretName(id: string): string {
  return `provider:${id}`;
}

function isBareAddress(baseUrl: string): boolean {
  return new URL(baseUrl).pathname === "/";
}
