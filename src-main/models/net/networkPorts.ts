// Interfaces of the network service: implemented by `model/net` and `store`.
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { CertificateView, NetworkSettings, RouteView } from "#shared/settings/network.ts";

export interface NetworkStore {
  load(): { settings: NetworkSettings; faults: Failure[] };
  save(settings: NetworkSettings): Outcome<null, Failure>;
}

/** Routes to providers; settings and password are read for each request. */
export interface NetworkRoutes {
  /** The route that a request to this address would take now. */
  route(address: string): Promise<RouteView>;
  /** The files whose certificates are trusted. */
  certificates(): CertificateView[];
  /** Reloads the certificates for the next request. */
  certificatesChanged(): void;
}
