// Chooses a request's route: direct, or through which proxies, and which setting decided it. Pure, but for the
// system's answer.
import net from "node:net";
import type { ProxySetting, RouteSource } from "#shared/settings/network.ts";

/** A proxy to connect to; `url` may contain the name and password of an environment variable. */
export interface Proxy {
  kind: "http" | "socks";
  url: URL;
  /** `host:port`, for display and for finding its login. */
  name: string;
}

/** Routes to try in order, `null` being direct. Empty: the proxy's address is invalid. */
export interface Route {
  routes: readonly (Proxy | null)[];
  from: RouteSource;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The system's route for an address, as Chromium formats it: `PROXY a:1; SOCKS5 b:2; DIRECT`. */
export type AskSystem = (url: string) => Promise<string>;

/**
 * The route to `url`. This machine's own addresses are always reached directly: to a proxy they would mean another
 * machine. `auto` follows the environment variables if one is set, else the system (with its PAC file).
 */
export async function routeOf(
  url: URL,
  setting: ProxySetting,
  env: Environment,
  askSystem: AskSystem,
): Promise<Route> {
  if (isOwn(url.hostname)) return { routes: [null], from: { kind: "here" } };
  if (setting.kind === "none") return { routes: [null], from: { kind: "person" } };
  if (setting.kind === "address") {
    if (isBypassed(url, setting.bypass)) return { routes: [null], from: { kind: "bypass" } };
    return { routes: only(readProxy(setting.url)), from: { kind: "person" } };
  }
  return fromVariables(url, env) ?? fromSystem(await askSystem(url.href));
}

/** True for names of this machine (RFC 6761: `localhost` and below) and its loopback addresses. */
export function isOwn(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost") || host === "[::1]") return true;
  return net.isIPv4(host) && host.startsWith("127.");
}

/** A proxy from a setting or variable; `host:port` alone means http. Null if it can't be parsed. */
export function readProxy(text: string): Proxy | null {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
  } catch {
    return null;
  }
  const kind = KINDS[url.protocol];
  if (kind === undefined || url.hostname === "") return null;
  return { kind, url, name: `${url.hostname}:${portOf(url)}` };
}

const KINDS: Readonly<Record<string, Proxy["kind"]>> = {
  "http:": "http",
  "https:": "http",
  "socks:": "socks",
  "socks4:": "socks",
  "socks4a:": "socks",
  "socks5:": "socks",
  "socks5h:": "socks",
};

function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  return url.protocol === "http:" ? "80" : url.protocol === "https:" ? "443" : "1080";
}

/** A configured proxy that can't be parsed never means a direct connection. */
const only = (proxy: Proxy | null): Proxy[] => (proxy === null ? [] : [proxy]);

/** The route by environment variables, lower case first as in curl. Null if none applies to this scheme. */
function fromVariables(url: URL, env: Environment): Route | null {
  const scheme = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  for (const name of [scheme, scheme.toUpperCase(), "all_proxy", "ALL_PROXY"]) {
    const value = env[name];
    if (value === undefined || value.trim() === "") continue;
    const bypass = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
    if (isBypassed(url, bypass)) return { routes: [null], from: { kind: "bypass" } };
    return { routes: only(readProxy(value)), from: { kind: "variable", name } };
  }
  return null;
}

/** Parses the list of a PAC file or of the system's settings; unsupported entries are skipped. */
function fromSystem(answer: string): Route {
  const routes = answer.split(";").flatMap((entry): (Proxy | null)[] => {
    const [word = "", address = ""] = entry.trim().split(/\s+/);
    if (word.toUpperCase() === "DIRECT") return [null];
    const scheme = SYSTEM_SCHEMES[word.toUpperCase()];
    const proxy = scheme === undefined ? null : readProxy(`${scheme}://${address}`);
    return proxy === null ? [] : [proxy];
  });
  return { routes: routes.length === 0 ? [null] : routes, from: { kind: "system" } };
}

const SYSTEM_SCHEMES: Readonly<Record<string, string>> = {
  PROXY: "http",
  HTTP: "http",
  HTTPS: "https",
  SOCKS: "socks4a",
  SOCKS4: "socks4a",
  SOCKS5: "socks5h",
};

/**
 * Whether a list in the form of `NO_PROXY` contains this host: `*`, `host`, `.suffix`, `*.suffix`, `host:port`, an
 * address, or a network such as `10.0.0.0/8`. A plain name also matches every name below it, as in curl and Go.
 */
export function isBypassed(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((entry) => entry !== "")
    .some((entry) => entryNames(entry, host, port));
}

function entryNames(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry === "<local>") return !host.includes(".") && net.isIP(host) === 0;
  const network = /^(.+)\/(\d{1,3})$/.exec(entry);
  if (network !== null) return isInNetwork(host, network[1] ?? "", Number(network[2]));
  const [, name = entry, wantedPort] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const wanted = name.replace(/^\[|\]$/g, "").replace(/^\*?\./, "");
  return host === wanted || (net.isIP(host) === 0 && host.endsWith(`.${wanted}`));
}

function isInNetwork(host: string, address: string, bits: number): boolean {
  const family = net.isIP(host);
  if (family === 0 || net.isIP(address) !== family || bits > (family === 4 ? 32 : 128))
    return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new net.BlockList();
  list.addSubnet(address, bits, type);
  return list.check(host, type);
}
