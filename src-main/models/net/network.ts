// Combines routes and certificates: the one network that providers, lists and downloads share, following the user's
// settings.
import type http from "node:http";
import type tls from "node:tls";
import type { CertificateView, NetworkSettings, RouteView } from "#shared/settings/network.ts";
import { agentOf } from "./agent.ts";
import { createFetch } from "./fetch.ts";
import { routeOf, type AskSystem, type Proxy, type Route } from "./route.ts";
import { readTrust, type Trust } from "./trust.ts";
import { proxyError } from "./networkErrors.ts";
import { within } from "../../core/within.ts";

export interface NetworkParts {
  /** The user's current settings. */
  settings(): NetworkSettings;
  /** The password for `settings().login`; null if none is stored. */
  password(): string | null;
  env: Readonly<Record<string, string | undefined>>;
  /** The system's route for an address, including its PAC file. */
  askSystem: AskSystem;
  /** Replaces the usual places of the system's certificates. */
  bundles?: readonly string[];
}

export type Network = ReturnType<typeof openNetwork>;

/** After this time a PAC file counts as missing. */
const ASK_TIMEOUT_MS = 5_000;

export function openNetwork(parts: NetworkParts) {
  let trust: Trust | null = null;
  const trusted = (): Trust => {
    trust ??= readTrust(parts.settings().certificates, parts.env, parts.bundles);
    return trust;
  };
  const find = (url: URL): Promise<Route> =>
    routeOf(url, parts.settings().proxy, parts.env, (address) =>
      within(parts.askSystem(address), ASK_TIMEOUT_MS, "DIRECT"),
    );
  return {
    fetch: createFetch({
      of: async (url) =>
        (await find(url)).routes.map((way) => (way === null ? null : withLogin(way, parts))),
      context: () => trusted().context,
    }),
    /** The same route for callers that use node:http themselves; the first one if there are several. */
    async agentFor(
      url: URL,
    ): Promise<{ agent: http.Agent | null; secureContext: tls.SecureContext | null }> {
      const secure = url.protocol === "https:";
      const [way] = (await find(url)).routes;
      if (way === undefined) throw proxyError({ name: url.host }, "unreadable");
      const context = secure || way?.url.protocol === "https:" ? trusted().context : null;
      const trust = context === null ? {} : { secureContext: context };
      return {
        agent: way === null ? null : await agentOf(withLogin(way, parts), secure, trust),
        secureContext: secure ? context : null,
      };
    },
    /** The route that a request to this address would take now. */
    async route(address: string): Promise<RouteView> {
      const { routes, from } = await find(new URL(address));
      const unreadable = routes.length === 0 ? { unreadable: true as const } : {};
      return { address, proxy: routes[0]?.name ?? null, ...unreadable, from };
    },
    /** The files whose certificates are trusted. */
    certificates: (): CertificateView[] => trusted().files,
    /** Reloads the certificates for the next request. */
    certificatesChanged() {
      trust = null;
    },
  };
}

/** The name and password that the user entered for this proxy; those in the address itself take precedence. */
function withLogin(
  way: Proxy,
  { settings, password }: Pick<NetworkParts, "settings" | "password">,
): Proxy {
  const { login } = settings();
  if (way.url.username !== "" || login?.proxy !== way.name) return way;
  const url = new URL(way.url);
  url.username = encodeURIComponent(login.user);
  url.password = encodeURIComponent(password() ?? "");
  return { ...way, url };
}
