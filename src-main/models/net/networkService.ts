// Network settings for providers: a proxy with its login, and extra certificates.
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import { defaultNetwork, networkSchema } from "#shared/settings/network.ts";
import type {
  NetworkPatch,
  NetworkSettings,
  NetworkView,
  ProxyLogin,
} from "#shared/settings/network.ts";
import { openNetwork, type Network, type NetworkParts } from "./network.ts";
import { jsonStore, type JsonStore } from "../../profile/jsonFile.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { withoutLogin, separateLogin } from "./proxyLogin.ts";

const PASSWORD = "network:proxy-password";

/** What the password is bound to. It is written before the settings, so it has to carry this itself. */
const addressOf = ({ proxy, user }: ProxyLogin): string => JSON.stringify([proxy, user]);

/** A file of the profile, or the defaults on the command line. */
export type NetworkStore = JsonStore<NetworkSettings>;

/** `network.json`: the user's proxy and certificates. It does not contain the proxy's password. */
export const openNetworkStore = (file: string): NetworkStore =>
  jsonStore(file, networkSchema, defaultNetwork);

export class NetworkService {
  readonly #store: NetworkStore;
  readonly #secrets: Secrets;
  #settings: NetworkSettings;
  #changed: () => void = () => {};
  /** The network that these settings make. */
  readonly routes: Network;
  /** What was wrong with the settings file when it was read. */
  readonly faults: Failure[];

  constructor(
    store: NetworkStore,
    secrets: Secrets,
    system: Pick<NetworkParts, "env" | "askSystem">,
  ) {
    this.#store = store;
    this.#secrets = secrets;
    const { value, faults } = store.load();
    this.#settings = value;
    this.faults = faults;
    this.routes = openNetwork({
      ...system,
      settings: () => this.#settings,
      password: () => this.password,
    });
    this.#separate();
  }

  /** Called when the route to any address may have changed. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  get settings(): NetworkSettings {
    return this.#settings;
  }

  /** Only for the proxy of `settings.login`; null if none is stored. */
  get password(): string | null {
    const { login } = this.#settings;
    if (login === null) return null;
    return this.#secrets.get(PASSWORD, (address) => address === addressOf(login));
  }

  /** All settings, and the route that each of `addresses` would take now. */
  async look(addresses: readonly string[]): Promise<NetworkView> {
    return {
      settings: this.#settings,
      passwordKept: this.password !== null,
      routes: await Promise.all(addresses.map((address) => this.routes.route(address))),
      certificates: this.routes.certificates(),
    };
  }

  /**
   * Stores a change. A password is only sent to the proxy that it was entered for. Credentials in the proxy's address
   * are moved to the secrets and `login` before anything is stored.
   */
  set(patch: NetworkPatch, entered: string | null): Outcome<null, Failure> {
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const read = separateLogin({ ...this.#settings, ...Object.fromEntries(given) });
    if (!read.ok) return read;
    const { settings: next, held } = read.value;
    const password = held?.login ? held.password : entered;
    const moved =
      next.login?.proxy !== this.#settings.login?.proxy ||
      next.login?.user !== this.#settings.login?.user;
    if (moved || password === "") this.#secrets.remove(PASSWORD);
    if (next.login !== null && password !== null && password !== "") {
      const kept = this.#secrets.set(PASSWORD, password, addressOf(next.login));
      if (!kept.ok) return kept;
    }
    return this.#save(next);
  }

  /** Trusts the certificates in a file; fails if it holds none. */
  addCertificate(file: string): Outcome<null, Failure> {
    const { certificates } = this.#settings;
    if (certificates.includes(file)) return ok(null);
    const saved = this.#save({ ...this.#settings, certificates: [...certificates, file] });
    if (!saved.ok) return saved;
    const view = this.routes.certificates().find((item) => item.file === file);
    if (view?.fault === null) return saved;
    this.dropCertificate(file);
    return fail({ kind: "certificate-unusable", file, reason: view?.fault ?? "unreadable" });
  }

  /** Stops trusting a certificate file; the file itself is not deleted. */
  dropCertificate(file: string): Outcome<null, Failure> {
    const certificates = this.#settings.certificates.filter((item) => item !== file);
    return this.#save({ ...this.#settings, certificates });
  }

  /** An edited file may hold credentials in the proxy's address: move them to the secrets, and never show them. */
  #separate(): void {
    const read = separateLogin(this.#settings);
    if (!read.ok) {
      this.#settings = withoutLogin(this.#settings);
      return;
    }
    const { settings, held } = read.value;
    if (held === null) return;
    this.#settings = settings;
    if (held.login !== null && held.password !== null) {
      const kept = this.#secrets.set(PASSWORD, held.password, addressOf(held.login));
      // Remove the password from the file only once it is stored as a secret, or it would be lost.
      if (!kept.ok) return void this.faults.push(kept.failure);
    }
    const saved = this.#store.save(settings);
    if (!saved.ok) this.faults.push(saved.failure);
  }

  #save(next: NetworkSettings): Outcome<null, Failure> {
    const saved = this.#store.save(next);
    if (!saved.ok) return saved;
    const certificates = next.certificates !== this.#settings.certificates;
    this.#settings = next;
    if (certificates) this.routes.certificatesChanged();
    this.#changed();
    return saved;
  }
}
