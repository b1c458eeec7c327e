// Knows where the key of each provider comes from: kept in the key store, or read from a variable at each start.
import { knownVariables } from "../../src-shared/models/providerInput.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Environment, StoredProvider } from "./modelPorts.ts";
import type { Secrets } from "./ports.ts";

export class ProviderKeys {
  readonly #secrets: Secrets;
  readonly #environment: Environment;

  constructor(secrets: Secrets, environment: Environment) {
    this.#secrets = secrets;
    this.#environment = environment;
  }

  /** The key as it is known at once. */
  now(provider: Pick<StoredProvider, "id" | "variable">): string | null {
    const { id, variable } = provider;
    return variable === undefined ? this.stored(id) : this.#environment.peek(variable);
  }

  /** The key, asking the login shell too where the app was started without its variables. */
  async read(provider: Pick<StoredProvider, "id" | "variable">): Promise<string | null> {
    const { id, variable } = provider;
    return variable === undefined ? this.stored(id) : this.#environment.read(variable);
  }

  stored(id: string): string | null {
    return this.#secrets.get(secretName(id));
  }

  keep(id: string, key: string): Outcome<null, Failure> {
    return this.#secrets.set(secretName(id), key);
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
