// Sends node:http requests through a proxy: plain requests as they are, encrypted ones through a tunnel (RFC 9110,
// CONNECT).
import type http from "node:http";
import type tls from "node:tls";
import type { Proxy } from "./route.ts";

/**
 * An agent for one request through a proxy, whose connection is not reused. `trust` also applies to the proxy's own
 * certificate, if it is reached over TLS.
 */
export async function agentOf(
  way: Proxy,
  secure: boolean,
  trust: { secureContext?: tls.SecureContext },
): Promise<http.Agent> {
  const options = { keepAlive: false };
  // Loaded with the first request through such a proxy: most users have none.
  if (way.kind === "socks") {
    const { SocksProxyAgent } = await import("socks-proxy-agent");
    return new SocksProxyAgent(way.url, options);
  }
  if (secure) {
    const { HttpsProxyAgent } = await import("https-proxy-agent");
    return new HttpsProxyAgent(way.url, { ...options, ...trust });
  }
  const { HttpProxyAgent } = await import("http-proxy-agent");
  return new HttpProxyAgent(way.url, { ...options, ...trust });
}
