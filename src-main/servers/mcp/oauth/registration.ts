// The OAuth client to use at an issuer: an id that the user typed in, a stored one, or dynamic registration (RFC
// 7591). The typed-in id takes precedence; an id is only used at the issuer it belongs to.
import { registerClient, RegistrationRejectedError } from "@modelcontextprotocol/client";
import type { OAuthClientMetadata } from "@modelcontextprotocol/client";
import type { SignInClient } from "#shared/servers/signIn.ts";
import type { SignInTarget } from "./discovery.ts";
import { detailOf, truncate, SignInAborted, SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import type { StoredClient } from "./signInRecord.ts";

export const CLIENT_NAME = "Countersign";
export const CALLBACK_PATH = "/callback";

/** A client that the user typed in. An https URL as the id is a client ID metadata document. */
export interface ManualClient {
  id: string;
  secret: string | null;
}

export const redirectUri = (port: number): string => `http://127.0.0.1:${port}${CALLBACK_PATH}`;

/** True if the id is the URL of a client ID metadata document (2025-11-25). */
function isDocument(id: string): boolean {
  try {
    const { protocol, pathname } = new URL(id);
    return protocol === "https:" && pathname !== "/";
  } catch {
    return false;
  }
}

/** True if the stored client has not expired and its registered redirect URI has this port. */
function isUsable(
  client: StoredClient | null,
  port: number,
  nowMs: number,
): client is StoredClient {
  if (client === null) return false;
  const expired = client.secretExpiresAtMs !== null && client.secretExpiresAtMs <= nowMs;
  return !expired && (client.by !== "registration" || client.port === port);
}

/** How the client would be obtained, to show the user beforehand. */
export function plannedClient(
  offer: SignInTarget,
  kept: StoredClient | null,
  port: number,
  nowMs: number,
): SignInClient {
  if (isUsable(kept, port, nowMs)) {
    const { id, by, secret } = kept;
    return by === "registration"
      ? { kind: "registered", id }
      : { kind: "by-hand", id, hasSecret: secret !== null };
  }
  const { registration } = offer.endpoints;
  return registration === null
    ? { kind: "needed" }
    : { kind: "registers", host: registration.host };
}

/** Returns the client to sign in with. Rejects with a `SignInError`. */
export async function clientFor(
  offer: SignInTarget,
  kept: StoredClient | null,
  byHand: ManualClient | null,
  port: number,
  parts: { fetch: GuardedFetch; nowMs: number; scope: string | undefined },
): Promise<StoredClient> {
  if (byHand !== null) return fromManualClient(offer, byHand, port);
  if (isUsable(kept, port, parts.nowMs)) return { ...kept, port };
  if (offer.endpoints.registration === null) {
    throw new SignInError({ kind: "sign-in-no-registration", issuer: offer.issuer });
  }
  return register(offer, port, parts);
}

function fromManualClient(
  { issuer, metadata }: SignInTarget,
  { id, secret }: ManualClient,
  port: number,
): StoredClient {
  const taken = metadata?.client_id_metadata_document_supported === true;
  const document = taken && isDocument(id);
  return {
    issuer,
    id,
    secret: document ? null : secret,
    // A metadata-document client is public unless it authenticates with keys, which Countersign does not have.
    method: document ? "none" : null,
    by: document ? "document" : "hand",
    port,
    secretExpiresAtMs: null,
  };
}

async function register(
  offer: SignInTarget,
  port: number,
  { fetch, scope }: { fetch: GuardedFetch; scope: string | undefined },
): Promise<StoredClient> {
  const { issuer, metadata } = offer;
  try {
    const made = await registerClient(issuer, {
      ...(metadata === null ? {} : { metadata }),
      clientMetadata: clientMetadata(offer, port),
      ...(scope === undefined ? {} : { scope }),
      fetchFn: fetch,
    });
    const until = made.client_secret_expires_at;
    return {
      issuer,
      id: made.client_id,
      secret: made.client_secret ?? null,
      method: made.token_endpoint_auth_method ?? null,
      by: "registration",
      port,
      // In seconds; 0 means that it never expires (RFC 7591, 3.2.1).
      secretExpiresAtMs: until === undefined || until === 0 ? null : until * 1000,
    };
  } catch (error) {
    if (error instanceof SignInError || error instanceof SignInAborted) throw error;
    const refused = error instanceof RegistrationRejectedError;
    const [status, detail] = refused
      ? [error.status, truncate(error.body)]
      : [200, detailOf(error)];
    throw new SignInError({ kind: "sign-in-registration-refused", status, detail });
  }
}

/** Asks for a public client where the issuer supports one: a desktop app cannot keep a client secret. */
function clientMetadata({ metadata }: SignInTarget, port: number): OAuthClientMetadata {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? [];
  const known = ["none", "client_secret_basic", "client_secret_post"];
  const method = known.find((name) => methods.includes(name)) ?? "none";
  return {
    client_name: CLIENT_NAME,
    redirect_uris: [redirectUri(port)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: method,
    application_type: "native",
  };
}
