// What is being entered of the proxy, and what is sent of it. Pure.
import type { NetworkPatch, NetworkSettings } from "../../../src-shared/settings/network.ts";

export interface NetworkDraft {
  kind: NetworkSettings["proxy"]["kind"];
  url: string;
  bypass: string;
  /** `host:port` of the proxy that the login is for; of an address that is set it is that one. */
  at: string;
  user: string;
  /** Null: the one that is kept. */
  password: string | null;
}

export function networkDraftOf({ proxy, login }: NetworkSettings): NetworkDraft {
  return {
    kind: proxy.kind,
    url: proxy.kind === "address" ? proxy.url : "",
    bypass: proxy.kind === "address" ? proxy.bypass : "",
    at: login?.proxy ?? "",
    user: login?.user ?? "",
    password: null,
  };
}

/** Host and port of a proxy's address as main names it, or null where it is none. */
export function proxyName(text: string): string | null {
  const trimmed = text.trim();
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
    const usual = USUAL_PORTS.find(([protocol]) => protocol === url.protocol);
    if (usual === undefined || (url.hostname === "" && !/^https?:$/.test(url.protocol)))
      return null;
    return `${url.hostname}:${url.port === "" ? usual[1] : url.port}`;
  } catch {
    return null;
  }
}

const USUAL_PORTS = [
  ["http:", "80"],
  ["https:", "443"],
  ["socks:", "1080"],
  ["socks4:", "1080"],
  ["socks4a:", "1080"],
  ["socks5:", "1080"],
  ["socks5h:", "1080"],
] as const;

/** Null while the address of the proxy is none. */
export function networkPatchOf(
  draft: NetworkDraft,
): { patch: NetworkPatch; password: string | null } | null {
  const named = proxyName(draft.kind === "address" ? draft.url : draft.at);
  if (draft.kind === "address" && named === null) return null;
  const user = draft.user.trim();
  const login =
    draft.kind === "none" || user === "" || named === null ? null : { proxy: named, user };
  const proxy =
    draft.kind === "address"
      ? { kind: draft.kind, url: draft.url.trim(), bypass: draft.bypass.trim() }
      : { kind: draft.kind };
  return { patch: { proxy, login }, password: login === null ? "" : draft.password };
}
