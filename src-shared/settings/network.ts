// Network settings: the proxy and additional certificates. Contains no passwords.
import { z } from "zod";

/** `auto`: from the environment or the system. `bypass` has the format of `NO_PROXY`. */
export const proxySettingSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("auto") }),
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({
    kind: z.literal("address"),
    url: z.string().min(1).max(2000),
    bypass: z.string().max(4000),
  }),
]);
export type ProxySetting = z.infer<typeof proxySettingSchema>;

/** The user name for a proxy. The password is a secret and is sent to this proxy (`host:port`) only. */
export const proxyLoginSchema = z.strictObject({
  proxy: z.string().min(1).max(300),
  user: z.string().min(1).max(300),
});
export type ProxyLogin = z.infer<typeof proxyLoginSchema>;

export const networkSchema = z.strictObject({
  proxy: proxySettingSchema,
  login: proxyLoginSchema.nullable(),
  /** PEM files chosen by the user, trusted in addition. */
  certificates: z.array(z.string().min(1).max(4000)).max(50),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

export const defaultNetwork: NetworkSettings = {
  proxy: { kind: "auto" },
  login: null,
  certificates: [],
};

/** What the window can change; certificates are added and removed by main. */
export const networkPatchSchema = networkSchema.omit({ certificates: true }).partial().strict();
export type NetworkPatch = z.infer<typeof networkPatchSchema>;

/** The current route to `address`. `from`: what determines it; a proxy is `host:port`. */
export interface RouteView {
  address: string;
  proxy: string | null;
  /** The proxy's address is invalid, so nothing is sent. */
  unreadable?: true;
  from: RouteSource;
}
/** `person`: the setting. `variable`: an environment variable. `here`: this machine, never through a proxy. */
export type RouteSource =
  | { kind: "person" | "system" | "here" | "bypass" }
  | { kind: "variable"; name: string };

/** A file of certificates trusted in addition to the bundled ones. Times in milliseconds. */
export interface CertificateView {
  file: string;
  from: { kind: "person" | "system" } | { kind: "variable"; name: string };
  count: number;
  /** Of the first certificate: subject and expiry. */
  subject: string;
  expiresAtMs: number | null;
  /** Why the file cannot be used; null if it can. */
  fault: "unreadable" | "no-certificate" | "too-large" | null;
}

/** Everything that the network settings show. */
export interface NetworkView {
  settings: NetworkSettings;
  /** A password for `settings.login` is stored. */
  passwordKept: boolean;
  routes: RouteView[];
  certificates: CertificateView[];
}
