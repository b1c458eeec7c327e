// OAuth discovery after a server responded 401: the protected resource metadata (RFC 9728), then the issuer's
// metadata (RFC 8414, OpenID Connect Discovery). Registers nothing and opens no page.
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import type { IssuerPair } from "#shared/servers/signIn.ts";
import { displayAddress } from "./addresses.ts";
import type { AddressGuard } from "./addresses.ts";
import type { Challenge } from "./challenge.ts";
import { detailOf, SignInAborted, SignInError } from "./failure.ts";
import { compareIssuers } from "./issuer.ts";
import type { GuardedFetch } from "./guardedFetch.ts";

/** Where to sign in: everything the user must know before it starts. */
export interface SignInTarget {
  /** The server's URL, as requested. */
  server: URL;
  /** The resource that the token is for (RFC 8707), as the server's metadata spells it. */
  resource: string;
  issuer: string;
  /** Null for a server of 2025-03-26 without metadata, which uses fixed paths. */
  metadata: AuthorizationServerMetadata | null;
  endpoints: { authorization: URL; token: URL; registration: URL | null; revocation: URL | null };
  /** The scopes that the server asks for; null if it doesn't say. */
  scopes: string[] | null;
}

interface Parts {
  server: URL;
  challenge: Challenge;
  fetch: GuardedFetch;
  guard: AddressGuard;
  /** True if the user has accepted that these two differ. */
  accepts(pair: IssuerPair): boolean;
}

const PROTOCOL_VERSION = "2025-11-25";

/** Null if nothing indicates that the server offers a sign-in. Rejects with a `SignInError` or `SignInAborted`. */
export async function discover(parts: Parts): Promise<SignInTarget | null> {
  const { server, challenge } = parts;
  if (server.protocol === "http:") await parts.guard.allowedAddresses(server);
  const described = await describedResource(parts);
  const resource = described?.resource ?? resourceOf(server);
  const issuer = described?.authorization_servers?.[0] ?? String(new URL("/", server));
  const metadata = await issuerMetadata(issuer, parts);
  // Without resource metadata, an invalid response at the well-known path does not mean that there is a sign-in.
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
  checkIssuer({ announced: issuer, named: metadata.issuer }, parts);
  checkPkce(metadata);
  const endpoints = await endpointsOf(metadata, parts);
  return { server, resource, issuer: metadata.issuer, metadata, endpoints, scopes };
}

/** The server's canonical URI (2025-11-25, basic/authorization, "Canonical Server URI"). */
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
    // Servers of 2025-03-26 have no resource metadata.
    if (named === null) return null;
    throw new SignInError({ kind: "sign-in-bad-metadata", address, detail: detailOf(error) });
  }
  checkResource(server, described.resource);
  return described;
}

/** Never request a token for another resource on behalf of this server (RFC 9728, 3.3). */
function checkResource(server: URL, got: string): void {
  const expected = resourceOf(server);
  try {
    if (checkResourceAllowed({ requestedResource: expected, configuredResource: got })) return;
  } catch {
    // Not a URL.
  }
  throw new SignInError({ kind: "sign-in-other-resource", expected, got });
}

async function issuerMetadata(
  issuer: string,
  { fetch }: Parts,
): Promise<AuthorizationServerMetadata | SignInError | null> {
  // The library takes `x/` for `x//` too, and says of no other difference what it is: see `checkIssuer`.
  const options = {
    fetchFn: fetch,
    protocolVersion: PROTOCOL_VERSION,
    skipIssuerValidation: true,
  };
  try {
    return (await discoverAuthorizationServerMetadata(issuer, options)) ?? null;
  } catch (error) {
    if (error instanceof SignInError || error instanceof SignInAborted) throw error;
    const detail = detailOf(error);
    return new SignInError({ kind: "sign-in-bad-metadata", address: issuer, detail });
  }
}

function checkIssuer(pair: IssuerPair, { accepts }: Parts): void {
  const { announced: expected, named: got } = pair;
  const compared = compareIssuers(pair);
  if (compared === "other") throw new SignInError({ kind: "sign-in-other-issuer", expected, got });
  if (compared === "slash-more" && !accepts(pair))
    throw new SignInError({ kind: "sign-in-issuer-slash", ...pair });
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

/** The issuer's endpoints, all checked against the guard before the user is asked. */
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
 * A server of 2025-03-26 may have no metadata and use fixed paths instead. A bare 401 does not say so, so the paths
 * are probed without side effects.
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
