// What the user may set of the way to providers: a proxy, and certificates of their own. No password is in it.
import { z } from "zod";

/** `auto`: as the environment or the system says. `bypass` is a list as `NO_PROXY` has it. */
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

/** The name that a proxy asks for; the password is a secret and goes to this proxy (`host:port`) only. */
export const proxyLoginSchema = z.strictObject({
  proxy: z.string().min(1).max(300),
  user: z.string().min(1).max(300),
});
export type ProxyLogin = z.infer<typeof proxyLoginSchema>;

export const networkSchema = z.strictObject({
  proxy: proxySettingSchema,
  login: proxyLoginSchema.nullable(),
  /** PEM files that the user chose: their certificates are trusted as well. */
  certificates: z.array(z.string().min(1).max(4000)).max(50),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

export const defaultNetwork: NetworkSettings = {
  proxy: { kind: "auto" },
  login: null,
  certificates: [],
};

/** What the window may change; certificates are picked and dropped by main. */
export const networkPatchSchema = networkSchema.omit({ certificates: true }).partial().strict();
export type NetworkPatch = z.infer<typeof networkPatchSchema>;

/** The way that a request to `address` takes now. `from`: who says so; a proxy is `host:port`. */
export interface RouteView {
  address: string;
  proxy: string | null;
  /** There is a proxy, but its address cannot be read: nothing goes there. */
  unreadable?: true;
  from: RouteSource;
}
/** `person`: the setting. `variable`: an environment variable. `here`: this machine, never by a proxy. */
export type RouteSource =
  | { kind: "person" | "system" | "here" | "bypass" }
  | { kind: "variable"; name: string };

/** A file whose certificates are trusted beside those that come with the app. Times in milliseconds. */
export interface CertificateView {
  file: string;
  from: { kind: "person" | "system" } | { kind: "variable"; name: string };
  count: number;
  /** Of the first one: whom it names, and until when it holds. */
  subject: string;
  expiresAtMs: number | null;
  /** Why it cannot be used; null when it can. */
  fault: "unreadable" | "no-certificate" | "too-large" | null;
}

/** Everything of the network screen. */
export interface NetworkView {
  settings: NetworkSettings;
  /** A password is kept for `settings.login`. */
  passwordKept: boolean;
  routes: RouteView[];
  certificates: CertificateView[];
}
