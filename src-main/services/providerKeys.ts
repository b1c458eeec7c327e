// Knows where the key of each provider comes from: kept in the key store, or read from a variable at each start.
import { knownVariables } from "../../src-shared/models/providerInput.ts";
import {
  fail,
  ok,
  type Failure,
  type ModelFailure,
  type Outcome,
} from "../../src-shared/outcome.ts";
import { sameAddress } from "./modelAddress.ts";
import type { Environment, StoredProvider } from "./modelPorts.ts";
import type { Secrets } from "./ports.ts";
import { hasKeyNeeded, isKeyUsable } from "./providerEntry.ts";

type Kept = Pick<StoredProvider, "id" | "baseUrl">;
type Keyed = Kept & Pick<StoredProvider, "variable">;

export class ProviderKeys {
  readonly #secrets: Secrets;
  readonly #environment: Environment;

  constructor(secrets: Secrets, environment: Environment) {
    this.#secrets = secrets;
    this.#environment = environment;
  }

  /** The key as it is known at once; null also for one that cannot be sent. */
  now(provider: Keyed): string | null {
    const { variable } = provider;
    const key =
      variable === undefined
        ? this.stored(provider)
        : (this.#environment.peek(variable)?.trim() ?? null);
    return key !== null && isKeyUsable(key) ? key : null;
  }

  /** The key, asking the login shell too where the app was started without its variables. */
  async read(provider: Keyed): Promise<string | null> {
    const { variable } = provider;
    if (variable === undefined) return this.stored(provider);
    return (await this.#environment.read(variable))?.trim() ?? null;
  }

  /** The key to ask the provider with: `key` where it is known, else `read`; or why it cannot be asked. */
  async ready(
    provider: Keyed & Pick<StoredProvider, "kind">,
    given?: string | null,
  ): Promise<Outcome<string | null, ModelFailure>> {
    const { variable, kind } = provider;
    const key = given === undefined ? await this.read(provider) : given;
    if (key === null && variable !== undefined)
      return fail({ kind: "model-no-variable", variable });
    if (key !== null && !isKeyUsable(key)) {
      return fail({
        kind: "model-key-unusable",
        ...(variable === undefined ? {} : { variable }),
      });
    }
    return hasKeyNeeded(kind, key) ? ok(key) : fail({ kind: "model-no-key" });
  }

  /** Null also for one that was entered for another address: the two files are written one after the other. */
  stored({ id, baseUrl }: Kept): string | null {
    return this.#secrets.get(secretName(id), (address) => isFor(address, baseUrl));
  }

  keep({ id, baseUrl }: Kept, key: string): Outcome<null, Failure> {
    return this.#secrets.set(secretName(id), key, baseUrl);
  }

  /** Binds a key to its address that an older version kept without one. */
  bind(provider: Kept): Outcome<null, Failure> {
    const key = this.stored(provider);
    return key === null ? ok(null) : this.keep(provider, key);
  }

  forget(id: string): void {
    this.#secrets.remove(secretName(id));
  }

  /** The known variables that are set, by name. */
  async set(): Promise<string[]> {
    const read = await Promise.all(
      knownVariables().map(async (name) => [name, await this.#environment.read(name)] as const),
    );
    return read.flatMap(([name, value]) => (value === null ? [] : [name]));
  }
}

const secretName = (id: string): string => `provider:${id}`;

/** The version path is added by Countersign itself where it was forgotten. */
function isFor(entered: string, baseUrl: string): boolean {
  return sameAddress(entered, baseUrl) || sameAddress(`${entered}/v1`, baseUrl);
}
