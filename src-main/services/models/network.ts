// Knows what the user sets of the way to providers: a proxy with its login, certificates of their own.
import { fail, ok, type Failure, type Outcome } from "../../../src-shared/outcome.ts";
import type {
  NetworkPatch,
  NetworkSettings,
  NetworkView,
  ProxyLogin,
} from "../../../src-shared/settings/network.ts";
import type { NetworkStore, NetworkRoutes } from "./networkPorts.ts";
import type { Secrets } from "../ports.ts";
import { bare, separated } from "./proxyLogin.ts";

export interface NetworkParts {
  store: NetworkStore;
  secrets: Secrets;
  ways(): NetworkRoutes;
  /** Something is reached otherwise from now on. */
  changed(): void;
}

const PASSWORD = "network:proxy-password";

/** What the password is for: it is written before the settings, so it must say so itself. */
const addressOf = ({ proxy, user }: ProxyLogin): string => JSON.stringify([proxy, user]);

export class NetworkService {
  readonly #parts: NetworkParts;
  #settings: NetworkSettings;
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(parts: NetworkParts) {
    this.#parts = parts;
    const { settings, faults } = parts.store.load();
    this.#settings = settings;
    this.faults = faults;
    this.#separate();
  }

  get settings(): NetworkSettings {
    return this.#settings;
  }

  /** For the proxy of `settings.login` alone; null where none is kept. */
  get password(): string | null {
    const { login } = this.#settings;
    if (login === null) return null;
    return this.#parts.secrets.get(PASSWORD, (address) => address === addressOf(login));
  }

  /** Everything that is set, and the way that each of `addresses` would take now. */
  async look(addresses: readonly string[]): Promise<NetworkView> {
    const ways = this.#parts.ways();
    return {
      settings: this.#settings,
      passwordKept: this.password !== null,
      routes: await Promise.all(addresses.map((address) => ways.route(address))),
      certificates: ways.certificates(),
    };
  }

  /**
   * Keeps a change. A password is only ever sent to the proxy that it was entered for; one that stands in the proxy's
   * address goes to the secrets, with its name to `login`, before anything is kept.
   */
  set(patch: NetworkPatch, entered: string | null): Outcome<null, Failure> {
    const { secrets } = this.#parts;
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const read = separated({ ...this.#settings, ...Object.fromEntries(given) });
    if (!read.ok) return read;
    const { settings: next, held } = read.value;
    const password = held?.login ? held.password : entered;
    const moved =
      next.login?.proxy !== this.#settings.login?.proxy ||
      next.login?.user !== this.#settings.login?.user;
    if (moved || password === "") secrets.remove(PASSWORD);
    if (next.login !== null && password !== null && password !== "") {
      const kept = secrets.set(PASSWORD, password, addressOf(next.login));
      if (!kept.ok) return kept;
    }
    return this.#save(next);
  }

  /** Trusts the certificates of a file; refused where it holds none. */
  addCertificate(file: string): Outcome<null, Failure> {
    const { certificates } = this.#settings;
    if (certificates.includes(file)) return ok(null);
    const saved = this.#save({ ...this.#settings, certificates: [...certificates, file] });
    if (!saved.ok) return saved;
    const view = this.#parts
      .ways()
      .certificates()
      .find((item) => item.file === file);
    if (view?.fault === null) return saved;
    this.dropCertificate(file);
    return fail({ kind: "certificate-unusable", file, reason: view?.fault ?? "unreadable" });
  }

  /** No longer trusts them; the file stays where it is. */
  dropCertificate(file: string): Outcome<null, Failure> {
    const certificates = this.#settings.certificates.filter((item) => item !== file);
    return this.#save({ ...this.#settings, certificates });
  }

  /** A file may hold a login in the proxy's address: it goes to the secrets, and never to the window. */
  #separate(): void {
    const read = separated(this.#settings);
    if (!read.ok) {
      this.#settings = bare(this.#settings);
      return;
    }
    const { settings, held } = read.value;
    if (held === null) return;
    this.#settings = settings;
    if (held.login !== null && held.password !== null) {
      const kept = this.#parts.secrets.set(PASSWORD, held.password, addressOf(held.login));
      // Only a password that is kept elsewhere goes from the file: nobody else may know it any more.
      if (!kept.ok) return void this.faults.push(kept.failure);
    }
    const saved = this.#parts.store.save(settings);
    if (!saved.ok) this.faults.push(saved.failure);
  }

  #save(next: NetworkSettings): Outcome<null, Failure> {
    const saved = this.#parts.store.save(next);
    if (!saved.ok) return saved;
    const certificates = next.certificates !== this.#settings.certificates;
    this.#settings = next;
    if (certificates) this.#parts.ways().certificatesChanged();
    this.#parts.changed();
    return saved;
  }
}
