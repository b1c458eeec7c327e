// Moves a name and password out of a proxy's address, since addresses are shown and stored as plain text. Pure.
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import {
  proxyLoginSchema,
  type NetworkSettings,
  type ProxyLogin,
} from "#shared/settings/network.ts";

/** Settings whose proxy address has no credentials, and the credentials it had. */
export interface SeparatedLogin {
  settings: NetworkSettings;
  /** Null if the address had none. */
  held: { login: ProxyLogin | null; password: string | null } | null;
}

/**
 * Moves what precedes the `@` of the proxy's address into `login` and `password`. Fails with `model-proxy`,
 * `unreadable`, if it cannot be parsed unambiguously.
 */
export function separateLogin(settings: NetworkSettings): Outcome<SeparatedLogin, Failure> {
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

/** The settings without anything before the last `@`, for an address that cannot be parsed. */
export function withoutLogin(settings: NetworkSettings): NetworkSettings {
  const { proxy } = settings;
  if (proxy.kind !== "address") return settings;
  const url = proxy.url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1");
  return { ...settings, proxy: { ...proxy, url: url === "" ? "?" : url } };
}

const bareAddress = (text: string): string =>
  text.trim().replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#\\]*@/i, "$1");

function heldIn(text: string): SeparatedLogin["held"] {
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
