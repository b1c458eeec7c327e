// Builds the sign-in prompt from the server's challenge, the discovered target and the stored sign-in.
import type { SignInAsk } from "#shared/servers/signIn.ts";
import type { Challenge } from "./challenge.ts";
import type { SignInTarget } from "./discovery.ts";
import { truncate } from "./failure.ts";
import type { SignInRecord } from "./signInRecord.ts";
import { freePort } from "./callbackListener.ts";
import { CLIENT_NAME, plannedClient, redirectUri } from "./registration.ts";

/** What the user is shown, and what is needed to start the sign-in. */
export interface SignInPrompt {
  offer: SignInTarget;
  ask: SignInAsk;
  port: number;
}

interface Parts {
  challenge: Challenge;
  why: SignInAsk["why"];
  offer: SignInTarget;
  record: SignInRecord;
  /** The server's address, as shown. */
  where: string;
  /** Why the previous sign-in could not be renewed. */
  ended: string | null;
  nowMs: number;
}

export async function signInPromptFor(parts: Parts): Promise<SignInPrompt> {
  const { challenge, why, offer, record } = parts;
  const { tokens } = record;
  // Tokens of another issuer are useless here, and must not be disclosed to this one.
  const before = tokens?.issuer === offer.issuer ? tokens : null;
  const wanted = [...(before?.requested ?? []), ...(offer.scopes ?? [])];
  const scopes = [...new Set([...wanted, ...offlineOf(offer, wanted)])];
  const kept = record.clientAt(offer.issuer);
  const port = kept?.port ?? (await freePort());
  const ask: SignInAsk = {
    why: before === null && why === "more" ? "first" : why,
    server: parts.where,
    resource: offer.resource,
    issuer: offer.issuer,
    formerIssuer: tokens === null || before !== null ? null : tokens.issuer,
    pageHost: offer.endpoints.authorization.host,
    scopes,
    added: scopes.filter((scope) => before !== null && !before.requested.includes(scope)),
    clientName: CLIENT_NAME,
    client: plannedClient(offer, kept, port, parts.nowMs),
    takesDocuments: offer.metadata?.client_id_metadata_document_supported === true,
    redirect: redirectUri(port),
    said: challenge.description === null ? null : truncate(challenge.description),
    ended: parts.ended,
  };
  return { offer, ask, port };
}

const OFFLINE = "offline_access";

/** `offline_access` makes the issuer return a refresh token; requested only if the issuer lists it (2026-07-28). */
function offlineOf({ metadata }: SignInTarget, wanted: readonly string[]): string[] {
  const known = metadata?.scopes_supported?.includes(OFFLINE) === true;
  return known && wanted.length > 0 ? [OFFLINE] : [];
}
