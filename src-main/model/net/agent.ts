// Knows how node:http is led through a proxy: plain requests whole, encrypted ones through a tunnel (RFC 9110, CONNECT).
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import { SocksProxyAgent } from "socks-proxy-agent";
import type { Proxy } from "./route.ts";

/** An agent for one request. `trust` also holds for the proxy's own certificate, where it is spoken to over TLS. */
export function agentOf(
  way: Proxy | null,
  secure: boolean,
  trust: { secureContext?: tls.SecureContext },
): http.Agent {
  const options = { keepAlive: false };
  if (way === null) return secure ? new https.Agent(options) : new http.Agent(options);
  if (way.kind === "socks") return new SocksProxyAgent(way.url, options);
  return secure
    ? new HttpsProxyAgent(way.url, { ...options, ...trust })
    : new HttpProxyAgent(way.url, { ...options, ...trust });
}
