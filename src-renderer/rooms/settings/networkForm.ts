// The content of the proxy's form, and its conversion to a patch.
import { z } from "zod";
import type { NetworkPatch, NetworkSettings } from "#shared/settings/network.ts";
import type { T } from "#words/index.ts";

export const networkForm = (t: T) =>
  z
    .object({
      kind: z.enum(["auto", "address", "none"]),
      url: z.string().trim(),
      bypass: z.string().trim(),
      /** `host:port` of the proxy that the login is for; with a proxy address, that one is used. */
      at: z.string(),
      user: z.string().trim(),
      /** Null: keep the stored password. */
      password: z.string().nullable(),
    })
    .transform(({ kind, url, bypass, at, user, password }, { addIssue }) => {
      const named = proxyName(kind === "address" ? url : at);
      if (kind === "address" && named === null)
        addIssue({ code: "custom", path: ["url"], message: t("network.noUrl") });
      const login =
        kind === "none" || user === "" || named === null ? null : { proxy: named, user };
      const patch: NetworkPatch = {
        proxy: kind === "address" ? { kind, url, bypass } : { kind },
        login,
      };
      return { patch, password: login === null ? "" : password };
    });

export const networkFormValues = ({
  proxy,
  login,
}: NetworkSettings): z.input<ReturnType<typeof networkForm>> => ({
  kind: proxy.kind,
  url: proxy.kind === "address" ? proxy.url : "",
  bypass: proxy.kind === "address" ? proxy.bypass : "",
  at: login?.proxy ?? "",
  user: login?.user ?? "",
  password: null,
});

/** Host and port of a proxy address, in main's format; null if invalid. */
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
