// Where each provider's key comes from: stored as a secret, or read from an environment variable.
import { AWS_VARIABLES, awsKeysOf, joinedAwsKeys } from "#shared/models/providers/awsKeys.ts";
import { isVariablesOwn, knownVariables } from "#shared/models/providers/providerInput.ts";
import { fail, ok, type Failure, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { sameAddress } from "./modelAddress.ts";
import type { Hasher } from "../../core/ports.ts";
import type { StoredProvider } from "../storedModels.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { hasKeyNeeded, isKeyUsable } from "./providerEntry.ts";

/** The environment variables that keys may be read from. */
export interface Environment {
  /** The value in this process; null if it is not set. */
  peek(name: string): string | null;
  /** The same, or else the value in the login shell, which an app started from a desktop does not inherit. */
  read(name: string): Promise<string | null>;
}

type Kept = Pick<StoredProvider, "id" | "baseUrl">;
type Keyed = Kept & Pick<StoredProvider, "variable" | "variableMark" | "kind">;

/** The provider with the mark that its variable was chosen for its address. */
export function withVariableMark<P extends Keyed>(provider: P, keyed: Hasher): P {
  const { id, baseUrl, variable } = provider;
  if (variable === undefined) return provider;
  return { ...provider, variableMark: keyed.hash({ reads: variable, id, baseUrl }) };
}

export class ProviderKeys {
  readonly #secrets: Secrets;
  readonly #environment: Environment;

  readonly #keyed: Hasher;

  /** @param keyed makes hashes that only Countersign can make */
  constructor(secrets: Secrets, environment: Environment, keyed: Hasher) {
    this.#secrets = secrets;
    this.#keyed = keyed;
    this.#environment = environment;
  }

  /** The key available without waiting; null also for one that cannot be sent. */
  now(provider: Keyed): string | null {
    const { variable } = provider;
    if (variable !== undefined && !this.mayRead(provider)) return null;
    const key =
      variable === undefined
        ? this.stored(provider)
        : keyIn(readFor(variable).map((name) => this.#environment.peek(name)));
    return key !== null && isKeyUsable(key) ? key : null;
  }

  /**
   * The key, asking the login shell too if the app was started without its variables. `chosen`: the user has just
   * chosen the variable.
   */
  async read(provider: Keyed, chosen = this.mayRead(provider)): Promise<string | null> {
    const { variable } = provider;
    if (variable === undefined) return this.stored(provider);
    if (!chosen) return null;
    return keyIn(await Promise.all(readFor(variable).map((name) => this.#environment.read(name))));
  }

  /** The key to call the provider with: `given` if it is passed, otherwise from `read`; or why there is none. */
  async ready(
    provider: Keyed & Pick<StoredProvider, "keyId">,
    given?: string | null,
  ): Promise<Outcome<string | null, ModelFailure>> {
    const { variable, kind } = provider;
    if (given === undefined && variable !== undefined && !this.mayRead(provider))
      return fail({ kind: "model-variable-elsewhere", variable });
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
        variable,
      });
    }
    return hasKeyNeeded(kind, key) ? ok(key) : fail({ kind: "model-no-key" });
  }

  /**
   * Anybody with write access can edit the providers file to send a key elsewhere. So a variable is read only for an
   * address that it belongs to, or for which the user chose it.
   */
  mayRead(provider: Keyed): boolean {
    const { kind, baseUrl, variable, variableMark } = provider;
    if (variable === undefined || isVariablesOwn(variable, kind, baseUrl)) return true;
    return variableMark === withVariableMark(provider, this.#keyed).variableMark;
  }

  /** The provider with the mark that the user chose its variable for its address. */
  chosen<P extends Keyed>(provider: P): P {
    return withVariableMark(provider, this.#keyed);
  }

  /**
   * Null also for a key entered for another address: providers and secrets are two files, written one after the
   * other.
   */
  stored({ id, baseUrl }: Kept): string | null {
    const fits = (address: string): boolean => isFor(address, baseUrl);
    const secret = this.#secrets.get(secretName(id), fits);
    const sessionToken = this.#secrets.get(sessionName(id), fits) ?? undefined;
    return secret === null ? null : joinedAwsKeys({ secret, sessionToken });
  }

  /**
   * Each part is a secret of its own, so that masking finds it. Both are written at once: a secret with another one's
   * session token, or without its own, does not work.
   */
  keep({ id, baseUrl }: Kept, key: string): Outcome<null, Failure> {
    const { secret, sessionToken } = awsKeysOf(key);
    const both = { [secretName(id)]: secret, [sessionName(id)]: sessionToken ?? null };
    return this.#secrets.setAll(both, baseUrl);
  }

  drop(id: string): void {
    this.#secrets.remove(secretName(id));
    this.#secrets.remove(sessionName(id));
  }

  /** Names of the known variables that are set. */
  async set(): Promise<string[]> {
    const read = await Promise.all(
      knownVariables().map(async (name) => [name, await this.#environment.read(name)] as const),
    );
    return read.flatMap(([name, value]) => (value === null ? [] : [name]));
  }
}

const secretName = (id: string): string => `provider:${id}`;
const sessionName = (id: string): string => `provider:${id}:session`;

/** AWS's secret key needs the key id and session token from the variables beside it. */
const readFor = (variable: string): string[] =>
  variable === AWS_VARIABLES.secret
    ? [variable, AWS_VARIABLES.keyId, AWS_VARIABLES.sessionToken]
    : [variable];

/** The values of `readFor`'s variables, joined into one key. */
function keyIn(values: readonly (string | null)[]): string | null {
  const [secret, keyId, sessionToken] = values.map((value) => value?.trim() || undefined);
  return secret === undefined ? null : joinedAwsKeys({ keyId, secret, sessionToken });
}

/** Countersign appends `/v1` itself where the user left it out. */
function isFor(entered: string, baseUrl: string): boolean {
  return sameAddress(entered, baseUrl) || sameAddress(`${entered}/v1`, baseUrl);
}
