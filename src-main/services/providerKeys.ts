// Knows where the key of each provider comes from: kept in the key store, or read from a variable at each start.
import { AWS_VARIABLES, awsKeysOf, joinedAwsKeys } from "../../src-shared/models/awsKeys.ts";
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
        : keyIn(readFor(variable).map((name) => this.#environment.peek(name)));
    return key !== null && isKeyUsable(key) ? key : null;
  }

  /** The key, asking the login shell too where the app was started without its variables. */
  async read(provider: Keyed): Promise<string | null> {
    const { variable } = provider;
    if (variable === undefined) return this.stored(provider);
    return keyIn(await Promise.all(readFor(variable).map((name) => this.#environment.read(name))));
  }

  /** The key to ask the provider with: `key` where it is known, else `read`; or why it cannot be asked. */
  async ready(
    provider: Keyed & Pick<StoredProvider, "kind" | "keyId">,
    given?: string | null,
  ): Promise<Outcome<string | null, ModelFailure>> {
    const { variable, kind } = provider;
    const key = given === undefined ? await this.read(provider) : given;
    if (key === null && variable !== undefined)
      return fail({ kind: "model-no-variable", variable });
    if (variable === AWS_VARIABLES.secret && key !== null && provider.keyId === undefined) {
      const variable = AWS_VARIABLES.keyId;
      if (awsKeysOf(key).keyId === undefined) return fail({ kind: "model-no-variable", variable });
    }
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
    const fits = (address: string): boolean => isFor(address, baseUrl);
    const secret = this.#secrets.get(secretName(id), fits);
    const sessionToken = this.#secrets.get(sessionName(id), fits) ?? undefined;
    return secret === null ? null : joinedAwsKeys({ secret, sessionToken });
  }

  /**
   * Each part is a secret of its own: wherever secrets are looked for, it is found as it is. Both are written at once: a
   * secret beside another one's session token, or without its own, is no key.
   */
  keep({ id, baseUrl }: Kept, key: string): Outcome<null, Failure> {
    const { secret, sessionToken } = awsKeysOf(key);
    const both = { [secretName(id)]: secret, [sessionName(id)]: sessionToken ?? null };
    return this.#secrets.setAll(both, baseUrl);
  }

  /**
   * Keys that an older version kept without an address belong to the one that stands in the file now: whatever is written
   * there later is given none of them.
   */
  bind(providers: readonly Kept[]): Outcome<null, Failure> {
    return this.#secrets.bind(
      new Map(
        providers.flatMap(({ id, baseUrl }) => [
          [secretName(id), baseUrl],
          [sessionName(id), baseUrl],
        ]),
      ),
    );
  }

  forget(id: string): void {
    this.#secrets.remove(secretName(id));
    this.#secrets.remove(sessionName(id));
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
const sessionName = (id: string): string => `provider:${id}:session`;

/** AWS's secret key says nothing without what stands in the variables beside it. */
const readFor = (variable: string): string[] =>
  variable === AWS_VARIABLES.secret
    ? [variable, AWS_VARIABLES.keyId, AWS_VARIABLES.sessionToken]
    : [variable];

/** What stands in the variables of `readFor`, as one key. */
function keyIn(values: readonly (string | null)[]): string | null {
  const [secret, keyId, sessionToken] = values.map((value) => value?.trim() || undefined);
  return secret === undefined ? null : joinedAwsKeys({ keyId, secret, sessionToken });
}

/** The version path is added by Countersign itself where it was forgotten. */
function isFor(entered: string, baseUrl: string): boolean {
  return sameAddress(entered, baseUrl) || sameAddress(`${entered}/v1`, baseUrl);
}
