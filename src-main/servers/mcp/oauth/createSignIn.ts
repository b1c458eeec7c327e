// Decides whether OAuth applies to a server: only to one with a URL and without credentials in its config.
import type { ConnectionListener, ConnectionSpec } from "../connectionSpec.ts";
import { ServerSignIn } from "./signIn.ts";
import type { SignInEnvironment, SignInParts } from "./signInParts.ts";

type Hooks = Pick<SignInParts, "inSession" | "signedIn" | "secret">;

/** Null for a local server, and for one with a configured `Authorization` header, which takes precedence. */
export function createSignIn(
  { endpoint, serverId, where }: ConnectionSpec,
  listener: ConnectionListener,
  house: SignInEnvironment | undefined,
  hooks: Hooks,
): ServerSignIn | null {
  if (house === undefined) return null;
  if (endpoint.kind !== "http" && endpoint.kind !== "sse") return null;
  if (endpoint.headers.some(({ name }) => name.toLowerCase() === "authorization")) return null;
  return new ServerSignIn({
    ...house,
    ...hooks,
    serverId,
    url: new URL(endpoint.url),
    where,
    changed: (view) => listener.signIn(view),
    nowMs: () => Date.now(),
  });
}
