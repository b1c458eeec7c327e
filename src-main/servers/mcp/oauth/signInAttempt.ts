// One sign-in from the user's start to tokens: register the client if needed, open the browser, wait for the
// callback, exchange the code. Can be aborted at every step and then leaves nothing behind.
import { randomBytes } from "node:crypto";
import { startAuthorization } from "@modelcontextprotocol/client";
import type { SignInStep } from "#shared/servers/signIn.ts";
import type { SignInTarget } from "./discovery.ts";
import { detailOf, SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import type { StoredClient, StoredTokens } from "./signInRecord.ts";
import { listenForCallback } from "./callbackListener.ts";
import type { CallbackListener, CallbackWords } from "./callbackListener.ts";
import { clientFor, redirectUri } from "./registration.ts";
import type { ManualClient } from "./registration.ts";
import { readCode, exchangeCode } from "./tokens.ts";

/** How long to wait for the browser's callback. */
export const CALLBACK_TIMEOUT_MS = 10 * 60_000;

interface AttemptParts {
  target: SignInTarget;
  scopes: string[];
  /** The client stored for this issuer. */
  client: StoredClient | null;
  manualClient: ManualClient | null;
  /** The callback port that was shown to the user. */
  port: number;
  fetch: GuardedFetch;
  signal: AbortSignal;
  /** Opens a page in the system's browser. Rejects if the system cannot be asked to. */
  openBrowser(url: string): Promise<void>;
  nowMs(): number;
  callbackTimeoutMs?: number | undefined;
  callbackWords: CallbackWords;
  working(what: Extract<SignInStep, { kind: "working" }>["what"]): void;
  waiting(page: WaitingPage): void;
  /** Called with a newly registered client, also if the sign-in fails afterwards. */
  registered(client: StoredClient): void;
}

/** What the user sees while waiting; `foreign` counts ignored callbacks with another state. */
export interface WaitingPage {
  url: string;
  untilMs: number;
  opened: boolean;
  foreign: number;
  redirect: string;
}

/** Resolves to the tokens. Rejects with a `SignInError` or `SignInAborted`. */
export async function runSignIn(parts: AttemptParts): Promise<StoredTokens> {
  const { target, scopes, signal, callbackTimeoutMs = CALLBACK_TIMEOUT_MS } = parts;
  const state = randomBytes(32).toString("base64url");
  parts.working("registration");
  const listener = await listenForCallback(parts.port, {
    state,
    timeMs: callbackTimeoutMs,
    signal,
    words: parts.callbackWords,
  });
  try {
    const scope = scopes.length === 0 ? undefined : scopes.join(" ");
    const { fetch } = parts;
    const nowMs = parts.nowMs();
    const known = { fetch, nowMs, scope };
    const client = await clientFor(target, parts.client, parts.manualClient, listener.port, known);
    parts.registered(client);
    const { url, verifier } = await pageOf(target, client, { scope, state, port: listener.port });
    const untilMs = parts.nowMs() + callbackTimeoutMs;
    const redirect = redirectUri(listener.port);
    const page: WaitingPage = { url, untilMs, opened: true, foreign: 0, redirect };
    const answer = await browsed(parts, page, listener);
    parts.working("token");
    const begun = { offer: target, client, verifier, scopes, nowMs: parts.nowMs() };
    return await exchangeCode(begun, readCode(answer, target), fetch);
  } finally {
    listener.close();
  }
}

/** The URL of the issuer's page, and the PKCE code verifier (RFC 7636). */
async function pageOf(
  offer: SignInTarget,
  client: StoredClient,
  { scope, state, port }: { scope: string | undefined; state: string; port: number },
): Promise<{ url: string; verifier: string }> {
  const { issuer, metadata, resource } = offer;
  try {
    const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
      ...(metadata === null ? {} : { metadata }),
      clientInformation: { client_id: client.id },
      redirectUrl: redirectUri(port),
      ...(scope === undefined ? {} : { scope }),
      state,
      resource,
    });
    return { url: authorizationUrl.href, verifier: codeVerifier };
  } catch (error) {
    const detail = detailOf(error);
    throw new SignInError({ kind: "sign-in-bad-metadata", address: issuer, detail });
  }
}

/**
 * Opens the page and waits for the callback. If the browser fails to open, the wait goes on: the user may open the
 * page by hand.
 */
async function browsed(
  parts: AttemptParts,
  page: WaitingPage,
  listener: CallbackListener,
): Promise<URLSearchParams> {
  let now = page;
  let over = false;
  const tell = (change: Partial<WaitingPage>): void => {
    now = { ...now, ...change };
    // The browser may report after its callback came; ignore that.
    if (!over) parts.waiting(now);
  };
  tell({});
  listener.onForeign = (foreign) => tell({ foreign });
  parts.openBrowser(page.url).catch(() => tell({ opened: false }));
  try {
    return await listener.parameters;
  } finally {
    over = true;
  }
}
