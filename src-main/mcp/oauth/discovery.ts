// From a server that turns a request away to the place where the user signs in: the resource's metadata
// (RFC 9728), then the issuer's (RFC 8414, OpenID Connect Discovery). Nothing is registered and nothing opened.
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
} from "@modelcontextprotocol/client";
import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import { displayAddress } from "./addresses.ts";
import type { AddressGuard } from "./addresses.ts";
import type { Challenge } from "./challenge.ts";
import { detailOf, SignInAborted, SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";

/** Where to sign in, as far as the user has to know it before anything happens. */
export interface SignInTarget {
  /** The server's address: what was asked for. */
  server: URL;
  /** What the token is for (RFC 8707), as the server writes it. */
  resource: string;
  issuer: string;
  /** Null: a server of 2025-03-26 that describes nothing; its paths are then fixed. */
  metadata: AuthorizationServerMetadata | null;
  endpoints: { authorization: URL; token: URL; registration: URL | null; revocation: URL | null };
  /** What the server itself would have asked for; null when it does not say. */
  scopes: string[] | null;
}

interface Parts {
  server: URL;
  challenge: Challenge;
  fetch: GuardedFetch;
  guard: AddressGuard;
}

const PROTOCOL_VERSION = "2025-11-25";

/** Null: nothing says that the user could sign in. Rejects with a `SignInError` or `SignInAborted`. */
export async function discover(parts: Parts): Promise<SignInTarget | null> {
  const { server, challenge } = parts;
  if (server.protocol === "http:") await parts.guard.allowedAddresses(server);
  const described = await describedResource(parts);
  const resource = described?.resource ?? resourceOf(server);
  const issuer = described?.authorization_servers?.[0] ?? String(new URL("/", server));
  const metadata = await issuerMetadata(issuer, parts);
  // Whatever a server that describes nothing answers there, it is no reason to speak of a sign-in.
  if (metadata instanceof SignInError) {
    if (described === null && metadata.failure.kind === "sign-in-bad-metadata") return null;
    throw metadata;
  }
  const scopes = challenge.scopes ?? described?.scopes_supported ?? null;
  if (metadata === null) {
    if (described !== null) {
      throw new SignInError({ kind: "sign-in-no-metadata", address: issuer });
    }
    return discoverByFixedPaths(parts, resource, scopes);
  }
  checkPkce(metadata);
  const endpoints = await endpointsOf(metadata, parts);
  return { server, resource, issuer: metadata.issuer, metadata, endpoints, scopes };
}

/** The server's address as a resource (2025-11-25, basic/authorization, "Canonical Server URI"). */
function resourceOf(server: URL): string {
  const bare = new URL(server);
  bare.hash = "";
  return bare.pathname === "/" && bare.search === "" ? bare.origin : bare.href;
}

async function describedResource({
  server,
  challenge,
  fetch,
}: Parts): Promise<OAuthProtectedResourceMetadata | null> {
  const named = challenge.resourceMetadata;
  const address = named ?? displayAddress(server);
  let described: OAuthProtectedResourceMetadata;
  try {
    const url = named === null ? {} : { resourceMetadataUrl: new URL(named) };
    const options = { ...url, protocolVersion: PROTOCOL_VERSION };
    described = await discoverOAuthProtectedResourceMetadata(server, options, fetch);
  } catch (error) {
    if (error instanceof SignInError || error instanceof SignInAborted) throw error;
    // Servers of 2025-03-26 have none.
    if (named === null) return null;
    throw new SignInError({ kind: "sign-in-bad-metadata", address, detail: detailOf(error) });
  }
  checkResource(server, described.resource);
  return described;
}

/** A token for something else must never be asked for in this server's name (RFC 9728, 3.3). */
function checkResource(server: URL, got: string): void {
  const expected = resourceOf(server);
  try {
    if (checkResourceAllowed({ requestedResource: expected, configuredResource: got })) return;
  } catch {
    // No address at all.
  }
  throw new SignInError({ kind: "sign-in-other-resource", expected, got });
}

async function issuerMetadata(
  issuer: string,
  { fetch }: Parts,
): Promise<AuthorizationServerMetadata | SignInError | null> {
  const options = { fetchFn: fetch, protocolVersion: PROTOCOL_VERSION };
  try {
    return (await discoverAuthorizationServerMetadata(issuer, options)) ?? null;
  } catch (error) {
    if (error instanceof SignInError || error instanceof SignInAborted) throw error;
    if (error instanceof IssuerMismatchError) {
      const { expected = issuer, received = null } = error;
      return new SignInError({ kind: "sign-in-other-issuer", expected, got: received });
    }
    const detail = detailOf(error);
    return new SignInError({ kind: "sign-in-bad-metadata", address: issuer, detail });
  }
}

/** "If absent, the authorization server does not support PKCE and clients MUST refuse" (2025-11-25). */
function checkPkce({
  issuer,
  code_challenge_methods_supported: methods,
}: AuthorizationServerMetadata) {
  if (methods?.includes("S256") !== true) {
    throw new SignInError({ kind: "sign-in-no-pkce", issuer });
  }
}

/** Every address that will be used, checked before the user is asked. */
async function endpointsOf(
  metadata: AuthorizationServerMetadata,
  { guard }: Parts,
): Promise<SignInTarget["endpoints"]> {
  const checked = async (address: string): Promise<URL> => {
    const url = new URL(address);
    await guard.allowedAddresses(url);
    return url;
  };
  const optional = (address: unknown): Promise<URL | null> =>
    typeof address === "string" ? checked(address) : Promise.resolve(null);
  return {
    authorization: await checked(metadata.authorization_endpoint),
    token: await checked(metadata.token_endpoint),
    registration: await optional(metadata.registration_endpoint),
    revocation: await optional("revocation_endpoint" in metadata && metadata.revocation_endpoint),
  };
}

/**
 * A server of 2025-03-26 may describe nothing and use fixed paths. A bare 401 says no such thing, so the paths
 * are looked for, without doing anything there.
 */
async function discoverByFixedPaths(
  { server, fetch }: Parts,
  resource: string,
  scopes: string[] | null,
): Promise<SignInTarget | null> {
  const at = (path: string): URL => new URL(path, server);
  for (const path of ["/authorize", "/token"]) {
    const { ok, status } = await fetch(at(path), { method: "OPTIONS" });
    if (!ok && status !== 405) return null;
  }
  return {
    server,
    resource,
    issuer: server.origin,
    metadata: null,
    endpoints: {
      authorization: at("/authorize"),
      token: at("/token"),
      registration: at("/register"),
      revocation: null,
    },
    scopes,
  };
}
