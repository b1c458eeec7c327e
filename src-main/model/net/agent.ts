// Knows how node:http is led through a proxy: plain requests whole, encrypted ones through a tunnel (RFC 9110, CONNECT).
import type http from "node:http";
import type tls from "node:tls";
import type { Proxy } from "./route.ts";

/** An agent for one request by a proxy, whose connection is not kept. `trust` also holds for the proxy's own certificate, where it is spoken to over TLS. */
export async function agentOf(
  way: Proxy,
  secure: boolean,
  trust: { secureContext?: tls.SecureContext },
): Promise<http.Agent> {
  const options = { keepAlive: false };
  // Their code is read with the first request by a proxy of that kind: most people have none.
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
