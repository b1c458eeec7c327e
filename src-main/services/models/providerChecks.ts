// Knows how each provider stands: asks for its models, again when told to, quietly while somebody looks.
import type { FoundProvider, ProviderState } from "../../../src-shared/models/model.ts";
import {
  fail,
  ok,
  type Failure,
  type ModelFailure,
  type Outcome,
} from "../../../src-shared/outcome.ts";
import { isLoopback } from "./modelAddress.ts";
import {
  LOCAL_PROVIDER_ID,
  type ListedModel,
  type ProviderPool,
  type StoredProvider,
} from "./modelPorts.ts";
import type { KnownProvider } from "./modelsView.ts";
import type { ProviderKeys } from "./providerKeys.ts";

export interface ChecksParts {
  pool: ProviderPool;
  keys: ProviderKeys;
  nowMs(): number;
  providers(): readonly StoredProvider[];
  /** Keeps a provider whose address turned out to lack its version path. */
  complete(from: StoredProvider, to: StoredProvider): void;
  changed(): void;
}

interface Asked extends KnownProvider {
  /** Grows with each check: an answer to an older one no longer counts. */
  round: number;
}

type Listed = Outcome<ListedModel[], ModelFailure>;

export class ProviderChecks {
  readonly #parts: ChecksParts;
  readonly #known = new Map<string, Asked>();
  #found: FoundProvider[] = [];

  constructor(parts: ChecksParts) {
    this.#parts = parts;
  }

  get known(): ReadonlyMap<string, KnownProvider> {
    return this.#known;
  }
  get found(): readonly FoundProvider[] {
    return this.#found;
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Asks everybody, and looks for programs on this machine. */
  async all(): Promise<void> {
    const ids = [LOCAL_PROVIDER_ID, ...this.#parts.providers().map(({ id }) => id)];
    const found = this.#discover().then(() => this.#parts.changed());
    await Promise.all([found, ...ids.map((id) => this.one(id))]);
  }

  /** Asks one provider, and says that it does. */
  async one(id: string): Promise<Outcome<null, Failure>> {
    if (id !== LOCAL_PROVIDER_ID && this.#provider(id) === undefined) {
      return fail({ kind: "not-found", what: "provider" });
    }
    const round = this.#next(id, { kind: "checking" });
    this.#parts.changed();
    const listed = await this.#list(id);
    if (this.#take(id, round, listed)) this.#parts.changed();
    return ok(null);
  }

  /** Asks what is on this machine without a word, unless something is otherwise; true when it is. */
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
    // One that is being asked already will say it by itself.
    if (before?.state.kind === "checking") return false;
    const round = this.#next(id, before?.state ?? { kind: "unchecked" });
    if (!this.#take(id, round, await this.#list(id))) return false;
    const after = this.#known.get(id);
    return told(before) !== told(after);
  }

  /** A new round; what is known stays until it has an answer. */
  #next(id: string, state: ProviderState): number {
    const known = this.#known.get(id);
    const round = (known?.round ?? 0) + 1;
    this.#known.set(id, { state, models: known?.models ?? [], round });
    return round;
  }

  /** False when a newer round runs, or the provider is gone. */
  #take(id: string, round: number, listed: Listed): boolean {
    const known = this.#known.get(id);
    if (known?.round !== round) return false;
    const atMs = this.#parts.nowMs();
    this.#known.set(
      id,
      listed.ok
        ? { state: { kind: "answers", atMs }, models: listed.value, round }
        : { state: { kind: "failed", atMs, failure: listed.failure }, models: known.models, round },
    );
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
    // The variable of a login shell is known only now; what was edited or removed meanwhile stays so.
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

  /** Where only the version path was forgotten, finds it and has the address kept. */
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

/** How a provider stands, without the time. */
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
