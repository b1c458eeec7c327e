// `longFetch` by the way that the user's network asks for: proxies, and certificates of their own.
import type http from "node:http";
import type tls from "node:tls";
import { longFetch, NetworkError } from "./longFetch.ts";

/** How an address is reached now. */
export interface NetworkRoute {
  /** Leads through a proxy; null: straight. */
  agent: http.Agent | null;
  /** Whose certificates are trusted; null: those that come with the runtime. */
  secureContext: tls.SecureContext | null;
}

/**
 * Asked before each request. `more.lookup` holds where it leads straight: a proxy looks names up itself, and what this
 * machine knows of a name was checked beforehand.
 */
export function routedFetch(find: (url: URL) => Promise<NetworkRoute>): typeof longFetch {
  return async (url, init, more = {}) => {
    const { agent, secureContext } = await find(new URL(url)).catch((error: unknown) => {
      // Only a proxy that cannot be read has no way at all.
      const detail = error instanceof Error ? error.message : String(error);
      throw new NetworkError(Object.assign(new Error(detail), { code: "EPROXY" }), false);
    });
    const trust = secureContext === null ? {} : { secureContext };
    if (agent === null) {
      return longFetch(url, init, { ...more, ...trust });
    }
    // Who is really connected to is the proxy, which says nothing of the server.
    const { peer: _server, lookup: _straight, ...rest } = more;
    return longFetch(url, init, { ...rest, ...trust, agent });
  };
}
