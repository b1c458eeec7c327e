// The three things done at an issuer with what must stay secret: a code for tokens, new tokens for old, and
// their end (RFC 6749, 7009, 8707, 9207).
import type { LongFetchInit } from "../transports/longFetch.ts";
import {
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  refreshAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import type { OAuthTokens } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { SignedOut } from "../../../src-shared/servers/signIn.ts";
import { scopesIn } from "./challenge.ts";
import type { SignInTarget } from "./discovery.ts";
import { truncate, SignInAborted, SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import { toClientInformation, toLibraryMetadata } from "./signInRecord.ts";
import type { StoredClient, StoredTokens } from "./signInRecord.ts";
import { redirectUri } from "./registration.ts";

/** A token is renewed so long before its end, a short-lived one at half its life. */
const EARLY_MS = 30_000;

/** What one sign-in was begun with, to be held against its answer. */
export interface PendingAuthorization {
  offer: SignInTarget;
  client: StoredClient;
  verifier: string;
  scopes: string[];
  nowMs: number;
}

/** The answer of the issuer's page: a code, once it is sure whose it is. Rejects with a `SignInError`. */
export function readCode(
  answer: URLSearchParams,
  { metadata }: SignInTarget,
): { code: string; iss?: string } {
  const iss = answer.get("iss") ?? undefined;
  const supported = metadata?.authorization_response_iss_parameter_supported === true;
  try {
    // Before anything else of the answer is looked at: another issuer's words are no words of this one.
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

/** Tokens for the code. Rejects with a `SignInError` or `SignInAborted`. */
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

/** New tokens for old. The old refresh token stays where the issuer gives no other. */
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

/** Tells the issuer that the tokens have ended; the refresh token first, since it could make others. */
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

/** How the client proves itself in a request of our own making (RFC 6749, 2.3.1). */
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
    // Absent means: as asked (RFC 6749, 5.1).
    scopes: tokens.scope === undefined ? asked : scopesIn(tokens.scope),
  };
}

/** What is told of an error: the issuer's own two words, never an answer that may hold a token. */
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
 * A name to show, from an ID token that came straight from the issuer's token endpoint. It decides nothing, so
 * its signature is not looked at (OpenID Connect Core, 3.1.3.7, 6).
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

/** A request that carries the token. */
export function withToken(init: LongFetchInit, token: string | null): LongFetchInit {
  if (token === null) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
