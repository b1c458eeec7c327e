// Lists each provider's models and tracks its state: on demand, and quietly while the user looks.
import type { FoundProvider, ProviderState } from "#shared/models/model.ts";
import { fail, ok, type Failure, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { isLoopback } from "./modelAddress.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Catalog } from "../catalog.ts";
import { LOCAL_PROVIDER_ID, type StoredProvider } from "../storedModels.ts";
import type { KnownProvider } from "../modelsView.ts";
import type { ProviderKeys } from "./providerKeys.ts";

interface Parts {
  pool: Catalog;
  keys: ProviderKeys;
  nowMs(): number;
  providers(): readonly StoredProvider[];
  /** Stores a provider with the version path that its address lacked. */
  complete(from: StoredProvider, to: StoredProvider): void;
  changed(): void;
}

interface Asked extends KnownProvider {
  /** Grows with each check, so that the response to an older check is ignored. */
  round: number;
}

type Listed = Outcome<ListedModel[], ModelFailure>;

export class ProviderChecks {
  readonly #parts: Parts;
  readonly #known = new Map<string, Asked>();
  #found: FoundProvider[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get known(): ReadonlyMap<string, KnownProvider> {
    return this.#known;
  }
  get found(): readonly FoundProvider[] {
    return this.#found;
  }

  drop(id: string): void {
    this.#known.delete(id);
  }

  /** Checks every provider, and discovers programs on this machine. */
  async all(): Promise<void> {
    const ids = [LOCAL_PROVIDER_ID, ...this.#parts.providers().map(({ id }) => id)];
    const found = this.#discover().then(() => this.#parts.changed());
    await Promise.all([found, ...ids.map((id) => this.one(id))]);
  }

  /** Checks one provider, showing that it is being checked. */
  async one(id: string): Promise<Outcome<null, Failure>> {
    if (id !== LOCAL_PROVIDER_ID && this.#provider(id) === undefined) {
      return fail({ kind: "not-found", what: "provider" });
    }
    const round = this.#next(id, { kind: "checking" });
    this.#parts.changed();
    if (await this.#take(id, round, await this.#list(id))) this.#parts.changed();
    return ok(null);
  }

  /** Checks loopback providers without showing it; true if anything changed. */
  async quietly(): Promise<boolean> {
    const here = this.#parts.providers().filter(({ baseUrl }) => isLoopback(baseUrl));
    const before = JSON.stringify(this.#found);
    const [, ...changes] = await Promise.all([
      this.#discover(),
      ...here.map(({ id }) => this.#quiet(id)),
    ]);
    const changed = changes.includes(true) || JSON.stringify(this.#found) !== before;
    if (changed) this.#parts.changed();
    return changed;
  }

  async #quiet(id: string): Promise<boolean> {
    const before = this.#known.get(id);
    // A check that is running will report by itself.
    if (before?.state.kind === "checking") return false;
    const round = this.#next(id, before?.state ?? { kind: "unchecked" });
    if (!(await this.#take(id, round, await this.#list(id)))) return false;
    const after = this.#known.get(id);
    return told(before) !== told(after);
  }

  /** Starts a new round; known models stay until it has a response. */
  #next(id: string, state: ProviderState): number {
    const known = this.#known.get(id);
    const round = (known?.round ?? 0) + 1;
    this.#known.set(id, { state, models: known?.models ?? [], round });
    return round;
  }

  /** False when a newer round is running or the provider was removed. */
  async #take(id: string, round: number, listed: Listed): Promise<boolean> {
    const named = listed.ok ? [] : await this.#parts.pool.named(id);
    const known = this.#known.get(id);
    if (known?.round !== round) return false;
    const atMs = this.#parts.nowMs();
    if (listed.ok) {
      this.#known.set(id, { state: { kind: "answers", atMs }, models: listed.value, round });
      return true;
    }
    // What it listed before stays, and what the user named needs no list.
    const before = new Set(known.models.map(({ modelId }) => modelId));
    const models = [...named.filter(({ modelId }) => !before.has(modelId)), ...known.models];
    this.#known.set(id, {
      state: { kind: "failed", atMs, failure: listed.failure },
      models,
      round,
    });
    return true;
  }

  async #discover(): Promise<void> {
    this.#found = await this.#parts.pool.discover();
  }

  async #list(id: string): Promise<Listed> {
    const { pool, keys } = this.#parts;
    const provider = this.#provider(id);
    if (provider === undefined) return pool.list(id);
    const ready = await keys.ready(provider);
    if (!ready.ok) return ready;
    const key = ready.value;
    // Reading a login shell's variable takes a while; the provider may have been edited or removed meanwhile.
    const current = this.#provider(id);
    const isSame = current?.baseUrl === provider.baseUrl && current.variable === provider.variable;
    if (isSame && provider.variable !== undefined && key !== keys.now(provider)) {
      pool.put(current, key);
    }
    const listed = await pool.list(id);
    return listed.ok || !needsVersionPath(provider, listed.failure)
      ? listed
      : this.#completed(provider, key, listed);
  }

  /** If only the version path (`/v1`) is missing, finds that out and stores the completed address. */
  async #completed(provider: StoredProvider, key: string | null, before: Listed): Promise<Listed> {
    const { pool } = this.#parts;
    const completed = { ...provider, baseUrl: `${provider.baseUrl}/v1` };
    const again = await pool.trial(completed, key);
    if (!again.ok || !this.#parts.providers().includes(provider)) return before;
    pool.put(completed, key);
    this.#parts.complete(provider, completed);
    return again;
  }

  #provider(id: string): StoredProvider | undefined {
    return this.#parts.providers().find((item) => item.id === id);
  }
}

/** A provider's state without its time, for comparison. */
function told(known: KnownProvider | undefined): string {
  if (known === undefined) return "";
  const { state, models } = known;
  return JSON.stringify([state.kind, state.kind === "failed" ? state.failure : null, models]);
}

export function needsVersionPath(
  { baseUrl, kind }: StoredProvider,
  failure: ModelFailure,
): boolean {
  if (kind !== "openai-compatible" || new URL(baseUrl).pathname !== "/") return false;
  const isNoSuchPath = failure.kind === "model-other" && failure.status === 404;
  return isNoSuchPath || failure.kind === "model-malformed-answer";
}
