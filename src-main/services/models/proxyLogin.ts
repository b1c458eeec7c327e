// Knows how a name and password that stand in a proxy's address are taken out of it: an address is no place for a secret. Pure.
import { fail, ok, type Failure, type Outcome } from "../../../src-shared/outcome.ts";
import {
  proxyLoginSchema,
  type NetworkSettings,
  type ProxyLogin,
} from "../../../src-shared/settings/network.ts";

/** Settings whose proxy address holds no name and password, and what it held. */
export interface Separated {
  settings: NetworkSettings;
  /** Null where the address held nothing. */
  held: { login: ProxyLogin | null; password: string | null } | null;
}

/**
 * Moves what stands before the `@` of the proxy's address into `login` and `password`. Fails with `model-proxy`,
 * `unreadable`, where it cannot be told apart for sure.
 */
export function separated(settings: NetworkSettings): Outcome<Separated, Failure> {
  const { proxy } = settings;
  if (proxy.kind !== "address" || !proxy.url.includes("@")) return ok({ settings, held: null });
  const url = bareAddress(proxy.url);
  const held = heldIn(proxy.url);
  if (held === null || url.includes("@")) {
    return fail({ kind: "model-proxy", proxy: "", reason: "unreadable", detail: "" });
  }
  const login = held.login ?? settings.login;
  return ok({ settings: { ...settings, proxy: { ...proxy, url }, login }, held });
}

/** The same settings without anything that may be a secret, where it cannot be told what is one. */
export function bare(settings: NetworkSettings): NetworkSettings {
  const { proxy } = settings;
  if (proxy.kind !== "address") return settings;
  const url = proxy.url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1");
  return { ...settings, proxy: { ...proxy, url: url === "" ? "?" : url } };
}

const bareAddress = (text: string): string =>
  text.trim().replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#\\]*@/i, "$1");

function heldIn(text: string): Separated["held"] {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
  } catch {
    return null;
  }
  const usual = USUAL_PORTS[url.protocol];
  if (usual === undefined || url.hostname === "") return null;
  if (url.username === "" && url.password === "") return { login: null, password: null };
  const login = proxyLoginSchema.safeParse({
    proxy: `${url.hostname}:${url.port === "" ? usual : url.port}`,
    user: decoded(url.username),
  });
  if (!login.success) return null;
  return { login: login.data, password: url.password === "" ? null : decoded(url.password) };
}

const USUAL_PORTS: Readonly<Record<string, string>> = {
  "http:": "80",
  "https:": "443",
  "socks:": "1080",
  "socks4:": "1080",
  "socks4a:": "1080",
  "socks5:": "1080",
  "socks5h:": "1080",
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
