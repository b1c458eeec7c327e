// What the network service needs: implemented by `model/net` and `store`.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type {
  CertificateView,
  NetworkSettings,
  RouteView,
} from "../../../src-shared/settings/network.ts";

export interface NetworkStore {
  load(): { settings: NetworkSettings; faults: Failure[] };
  save(settings: NetworkSettings): Outcome<null, Failure>;
}

/** The way to providers; it asks for settings and password with each request. */
export interface NetworkRoutes {
  /** Which way a request to this address would take now. */
  route(address: string): Promise<RouteView>;
  /** The files whose certificates are trusted. */
  certificates(): CertificateView[];
  /** Reads the certificates anew with the next request. */
  certificatesChanged(): void;
}
