// Requests to the issuer that carry secrets: exchange a code, refresh tokens, revoke them (RFC 6749, 7009, 8707,
// 9207).
import type { LongFetchInit } from "../transports/longFetch.ts";
import {
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  refreshAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import type { OAuthTokens } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { SignedOut } from "#shared/servers/signIn.ts";
import { scopesIn } from "./challenge.ts";
import type { SignInTarget } from "./discovery.ts";
import { truncate, SignInAborted, SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import { toClientInformation, toLibraryMetadata } from "./signInRecord.ts";
import type { StoredClient, StoredTokens } from "./signInRecord.ts";
import { redirectUri } from "./registration.ts";

/** Tokens are renewed this long before they expire; short-lived ones at half their lifetime. */
const EARLY_MS = 30_000;

/** What a sign-in was started with, to check the callback against. */
export interface PendingAuthorization {
  offer: SignInTarget;
  client: StoredClient;
  verifier: string;
  scopes: string[];
  nowMs: number;
}

/** Returns the code of the callback after checking its issuer. Throws a `SignInError`. */
export function readCode(
  answer: URLSearchParams,
  { metadata }: SignInTarget,
): { code: string; iss?: string } {
  const iss = answer.get("iss") ?? undefined;
  const supported = metadata?.authorization_response_iss_parameter_supported === true;
  try {
    // First of all: the parameters of another issuer must not be used, not even its error.
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: supported,
    });
  } catch (error) {
    throw toIssuerError(error);
  }
  const error = answer.get("error");
  const code = answer.get("code");
  if (error !== null || code === null) {
    const detail = truncate(answer.get("error_description") ?? "");
    throw new SignInError({ kind: "sign-in-denied", error: truncate(error ?? ""), detail });
  }
  return { code, ...(iss === undefined ? {} : { iss }) };
}

/** Exchanges the code for tokens. Rejects with a `SignInError` or `SignInAborted`. */
export async function exchangeCode(
  begun: PendingAuthorization,
  found: { code: string; iss?: string },
  fetch: GuardedFetch,
): Promise<StoredTokens> {
  const { offer, client, verifier, scopes, nowMs } = begun;
  const { metadata, resource, issuer, endpoints } = offer;
  try {
    const tokens = await exchangeAuthorization(issuer, {
      ...(metadata === null ? {} : { metadata }),
      clientInformation: toClientInformation(client),
      authorizationCode: found.code,
      ...(found.iss === undefined ? {} : { iss: found.iss }),
      codeVerifier: verifier,
      redirectUri: redirectUri(client.port),
      resource,
      fetchFn: fetch,
    });
    return {
      ...toStoredTokens(tokens, scopes, nowMs),
      refresh: tokens.refresh_token ?? null,
      requested: scopes,
      resource,
      as: nameFromIdToken(tokens.id_token),
      sinceMs: nowMs,
      issuer,
      endpoints: {
        token: endpoints.token.href,
        revocation: endpoints.revocation?.href ?? null,
      },
      methods: metadata?.token_endpoint_auth_methods_supported ?? [],
    };
  } catch (error) {
    throw toIssuerError(error);
  }
}

/** Refreshes the tokens. The old refresh token stays if the issuer returns no new one. */
export async function refreshTokens(
  tokens: StoredTokens,
  client: StoredClient,
  nowMs: number,
  fetch: GuardedFetch,
): Promise<StoredTokens> {
  if (tokens.refresh === null) throw new Error("nothing to renew with");
  try {
    const fresh = await refreshAuthorization(tokens.issuer, {
      metadata: toLibraryMetadata(tokens),
      clientInformation: toClientInformation(client),
      refreshToken: tokens.refresh,
      resource: tokens.resource,
      fetchFn: fetch,
    });
    const renewed = {
      ...toStoredTokens(fresh, tokens.scopes, nowMs),
      as: nameFromIdToken(fresh.id_token) ?? tokens.as,
    };
    return { ...tokens, ...renewed, refresh: fresh.refresh_token ?? tokens.refresh };
  } catch (error) {
    throw toIssuerError(error);
  }
}

/** Revokes the tokens at the issuer; the refresh token first, as it could create new access tokens. */
export async function revokeTokens(
  tokens: StoredTokens,
  client: StoredClient,
  fetch: GuardedFetch,
): Promise<SignedOut> {
  const { revocation } = tokens.endpoints;
  if (revocation === null) return "not-offered";
  const all: [string, string | null][] = [
    ["refresh_token", tokens.refresh],
    ["access_token", tokens.access],
  ];
  let done: SignedOut = "revoked";
  for (const [hint, token] of all) {
    if (token === null) continue;
    const form = new URLSearchParams({ token, token_type_hint: hint });
    const headers = clientAuthentication(client, tokens.methods, form);
    try {
      const { ok } = await fetch(revocation, { method: "POST", headers, body: form });
      if (!ok) done = "not-revoked";
    } catch {
      done = "not-revoked";
    }
  }
  return done;
}

/** Client authentication of a revocation request, which the library does not make (RFC 6749, 2.3.1). */
function clientAuthentication(
  client: StoredClient,
  methods: string[],
  form: URLSearchParams,
): Headers {
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  const { id, secret } = client;
  const method =
    client.method ?? (methods.includes("client_secret_post") ? "client_secret_post" : "");
  if (secret === null || method === "client_secret_post") form.set("client_id", id);
  if (secret !== null && method === "client_secret_post") form.set("client_secret", secret);
  else if (secret !== null) {
    const pair = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
    headers.set("authorization", `Basic ${pair.toString("base64")}`);
  }
  return headers;
}

function toStoredTokens(tokens: OAuthTokens, asked: string[], nowMs: number) {
  if (tokens.token_type.toLowerCase() !== "bearer") {
    const detail = truncate(`token_type ${tokens.token_type}`);
    throw new SignInError({ kind: "sign-in-token-refused", error: "", detail });
  }
  const lifeMs = tokens.expires_in === undefined ? null : tokens.expires_in * 1000;
  return {
    access: tokens.access_token,
    expiresAtMs: lifeMs === null ? null : nowMs + lifeMs,
    renewAtMs: lifeMs === null ? null : nowMs + Math.max(lifeMs - EARLY_MS, lifeMs / 2),
    // Absent means: as requested (RFC 6749, 5.1).
    scopes: tokens.scope === undefined ? asked : scopesIn(tokens.scope),
  };
}

/** Reduces an error to the issuer's `error` and `error_description`; a response body may contain a token. */
function toIssuerError(error: unknown): Error {
  if (error instanceof SignInError || error instanceof SignInAborted) return error;
  if (error instanceof IssuerMismatchError) {
    const { expected = "", received = null } = error;
    return new SignInError({ kind: "sign-in-other-issuer", expected, got: received });
  }
  if (error instanceof OAuthError) {
    const { code, message } = error;
    const detail = message.includes("Raw body") ? "" : truncate(message);
    return new SignInError({ kind: "sign-in-token-refused", error: code, detail });
  }
  return new SignInError({ kind: "sign-in-token-refused", error: "", detail: "" });
}

/**
 * A name to show, from an ID token that came directly from the token endpoint. Nothing depends on it, so its
 * signature is not verified (OpenID Connect Core, 3.1.3.7, 6).
 */
function nameFromIdToken(idToken: string | undefined): string | null {
  const [, payload = ""] = idToken?.split(".") ?? [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    if (!isJsonObject(claims)) return null;
    const names = ["email", "preferred_username", "name", "sub"].map((name) => claims[name]);
    const name = names.find((one) => typeof one === "string" && one !== "");
    return typeof name === "string" ? name.slice(0, 200) : null;
  } catch {
    return null;
  }
}

/** Adds the token as an `Authorization` header. */
export function withToken(init: LongFetchInit, token: string | null): LongFetchInit {
  if (token === null) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
