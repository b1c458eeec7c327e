// Knows how node:http is led through a proxy: plain requests whole, encrypted ones through a tunnel (RFC 9110, CONNECT).
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import type { Proxy } from "./route.ts";

/** An agent for one request. `trust` also holds for the proxy's own certificate, where it is spoken to over TLS. */
export async function agentOf(
  way: Proxy | null,
  secure: boolean,
  trust: { secureContext?: tls.SecureContext },
): Promise<http.Agent> {
  const options = { keepAlive: false };
  if (way === null) return secure ? new https.Agent(options) : new http.Agent(options);
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
