// `longFetch` with the user's network settings: proxies and additional certificates.
import type http from "node:http";
import type tls from "node:tls";
import { longFetch, NetworkError } from "./longFetch.ts";

/** How an address is currently reached. */
export interface NetworkRoute {
  /** An agent for a proxy; null: direct. */
  agent: http.Agent | null;
  /** The trusted certificates; null: the runtime's own. */
  secureContext: tls.SecureContext | null;
}

/**
 * Called before each request. `more.lookup` only applies to a direct connection: a proxy resolves names itself, and
 * this machine's knowledge of the name was checked before.
 */
export function routedFetch(find: (url: URL) => Promise<NetworkRoute>): typeof longFetch {
  return async (url, init, more = {}) => {
    const { agent, secureContext } = await find(new URL(url)).catch((error: unknown) => {
      // There is no route only if the proxy's address cannot be parsed.
      const detail = error instanceof Error ? error.message : String(error);
      throw new NetworkError(Object.assign(new Error(detail), { code: "EPROXY" }), false);
    });
    const trust = secureContext === null ? {} : { secureContext };
    if (agent === null) {
      return longFetch(url, init, { ...more, ...trust });
    }
    // The peer is the proxy, which says nothing about the server.
    const { peer: _server, lookup: _straight, ...rest } = more;
    return longFetch(url, init, { ...rest, ...trust, agent });
  };
}
