// OAuth sign-in for one server: adds the token to requests to this server only, shares one renewal among concurrent
// requests, and asks the user when the server requires a sign-in or more scopes.
import { SignInAborted, SignInError, toSignInFailure } from "./failure.ts";
import type {
  IssuerPair,
  SignInAsk,
  SignInFailure,
  SignInStep,
  SignedOut,
  SignInView,
} from "#shared/servers/signIn.ts";
import { longFetch } from "../transports/longFetch.ts";
import type { LongFetchInit } from "../transports/longFetch.ts";
import { AddressGuard, isConfidentialUrl, resolveWithSystem } from "./addresses.ts";
import { runSignIn } from "./signInAttempt.ts";
import { challengeIn } from "./challenge.ts";
import type { Challenge } from "./challenge.ts";
import { discover } from "./discovery.ts";
import type { SignInTarget } from "./discovery.ts";
import { guardedFetch } from "./guardedFetch.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import { SignInRecord } from "./signInRecord.ts";
import { signInPromptFor } from "./signInPrompt.ts";
import type { SignInPrompt } from "./signInPrompt.ts";
import type { ManualClient } from "./registration.ts";
import { revokeTokens, withToken, refreshTokens } from "./tokens.ts";
import type { ResolveHost } from "./addresses.ts";
import type { CallbackWords } from "./callbackListener.ts";
import type { SignInStore } from "./signInRecord.ts";
import type { ConnectionListener, ConnectionSpec } from "../connectionSpec.ts";

/** What the app provides for signing in. */
export interface SignInEnvironment {
  /** Replaces `longFetch`, to use the user's proxy and certificates. */
  send?: typeof longFetch;
  store: SignInStore;
  /** Opens a page in the system's browser. Rejects if the system cannot be asked to. */
  openBrowser(url: string): Promise<void>;
  resolve?: ResolveHost;
  callbackTimeoutMs?: number;
  callbackWords: CallbackWords;
}

interface SignInParts extends SignInEnvironment {
  serverId: string;
  url: URL;
  /** The server's address, as shown. */
  where: string;
  /**
   * True while a session is open: a request that gets a 401 then waits for the user instead of ending the connection.
   */
  inSession(): boolean;
  changed(view: SignInView): void;
  /** Called when there is a new token, so that requests which failed without it can be retried. */
  signedIn(): void;
  /** Registers a value to be masked everywhere. */
  secret(value: string): void;
  nowMs(): number;
}

/** How often one request is retried after a sign-in or a renewal. */
const ROUNDS_MAX = 3;

/** The server's challenge, and the requests that wait for the sign-in. */
interface Demand {
  challenge: Challenge;
  why: SignInAsk["why"];
  waiters: Set<(signedIn: boolean) => void>;
}
export class ServerSignIn {
  readonly #parts: SignInParts;
  readonly #record: SignInRecord;
  readonly #guard: AddressGuard;
  readonly #renewal: TokenRenewal;
  #step: SignInStep | null = null;
  #demand: Demand | null = null;
  #prepared: SignInPrompt | null = null;
  #discovering: Promise<boolean> | null = null;
  #signingIn = false;
  /** True until the server accepts a token of the last sign-in. */
  #untested = false;
  /** Aborts the current discovery or sign-in. */
  #abort = new AbortController();
  #closed = false;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#record = new SignInRecord(parts.store, parts.serverId, parts.url);
    this.#guard = new AddressGuard(parts.url, parts.resolve ?? resolveWithSystem);
    this.#renewal = new TokenRenewal({
      record: this.#record,
      nowMs: parts.nowMs,
      fetch: () => this.#guarded(this.#abort.signal),
      renewed: () => this.#addSecrets(),
      changed: () => this.#tell(),
    });
    this.#addSecrets();
    if (this.#record.tokens !== null) this.#tell();
  }

  /** True while a sign-in is shown to the user. */
  get pending(): boolean {
    return this.#step !== null;
  }

  #guarded(signal: AbortSignal): GuardedFetch {
    return guardedFetch(this.#guard, signal, this.#parts.send ?? longFetch);
  }

  readonly #peer = (ip: string): void => this.#guard.addServerAddress(ip);

  /** `fetch` with the token, for requests to the server itself. */
  readonly fetch = async (url: string | URL, init: LongFetchInit = {}): Promise<Response> => {
    const target = new URL(url);
    if (target.origin !== this.#parts.url.origin || !isConfidentialUrl(target)) {
      return (this.#parts.send ?? longFetch)(url, init);
    }
    const once = { renewed: false };
    for (let round = 0; ; round += 1) {
      const token = await this.#token();
      const send = this.#parts.send ?? longFetch;
      const response = await send(url, withToken(init, token), { peer: this.#peer });
      const challenge = challengeIn(response);
      if (token !== null && response.status !== 401) this.#untested = false;
      if (challenge === null || round === ROUNDS_MAX || this.#closed) return response;
      if (!(await this.#canRetry(challenge, token, once, init.signal ?? null))) return response;
      await response.body?.cancel().catch(() => {});
    }
  };

  /**
   * Starts discovery after a connection failed with a 401. Resolves to true if the user is now shown something they
   * can act on.
   */
  async offerSignIn(): Promise<boolean> {
    if (this.#closed || this.#demand === null) return false;
    if (this.#signingIn) return true;
    this.#discovering ??= this.#discover(this.#demand).finally(() => {
      this.#discovering = null;
    });
    return this.#discovering;
  }

  /** The user starts the sign-in that is shown; after a failure without a prepared sign-in, runs discovery again. */
  start(byHand: ManualClient | null): boolean {
    const step = this.#step?.kind;
    if (step !== "asks" && step !== "failed" && step !== "declined") return false;
    if (this.#prepared !== null) void this.#signIn(this.#prepared, byHand);
    else if (this.#demand !== null) void this.offerSignIn();
    return true;
  }

  /** The user accepts the two spellings that are shown, for this server. False if others are shown, or none. */
  acceptIssuer({ announced, named }: IssuerPair): boolean {
    const failure = this.#step?.kind === "failed" ? this.#step.failure : null;
    if (failure?.kind !== "sign-in-issuer-slash") return false;
    if (failure.announced !== announced || failure.named !== named) return false;
    const detail = this.#record.save({ acceptedIssuer: { announced, named } });
    if (detail !== null) this.#failed({ kind: "sign-in-not-kept", detail });
    else void this.offerSignIn();
    return true;
  }

  /** The user chose "Not now" or cancelled the current step. */
  cancel(): void {
    this.#restart();
    const prepared = this.#prepared;
    if (prepared === null) this.#show(null);
    else if (this.#step?.kind === "asks" || this.#step?.kind === "failed") {
      this.#show({ kind: "declined", ask: prepared.ask });
    } else this.#show({ kind: "asks", ask: prepared.ask });
    if (this.#step?.kind !== "asks") this.#settle(false);
  }

  /** Deletes the tokens here, and revokes them at the issuer where it supports that. */
  async signOut(): Promise<SignedOut> {
    this.#restart();
    const { tokens } = this.#record;
    const client = tokens === null ? null : this.#record.clientAt(tokens.issuer);
    this.#record.delete();
    this.#show(null);
    this.#settle(false);
    if (tokens === null || client === null) return "not-offered";
    const { signal } = new AbortController();
    return revokeTokens(tokens, client, this.#guarded(signal));
  }

  /** The connection ended: aborts everything and lets the waiting requests fail. */
  close(): void {
    this.#closed = true;
    this.#abort.abort();
    this.#prepared = null;
    this.#demand?.waiters.forEach((resolve) => resolve(false));
    this.#demand = null;
    if (this.#step !== null) this.#show(null);
  }

  /** The access token, renewed first if it is about to expire. */
  async #token(): Promise<string | null> {
    const { tokens } = this.#record;
    const due = tokens?.renewAtMs ?? null;
    if (due !== null && due <= this.#parts.nowMs() && tokens?.refresh !== null) {
      await this.#renewal.renew();
    }
    return this.#record.tokens?.access ?? null;
  }

  /** True if the request should be sent again. */
  async #canRetry(
    challenge: Challenge,
    token: string | null,
    once: { renewed: boolean },
    signal: AbortSignal | null,
  ): Promise<boolean> {
    const { tokens } = this.#record;
    if (challenge.status === 401) {
      // Another request got a new token in the meantime.
      if (tokens !== null && tokens.access !== token) return true;
      const renewable = !once.renewed && tokens !== null && tokens.refresh !== null;
      if (renewable && (await this.#renewal.renew())) {
        once.renewed = true;
        return true;
      }
      return this.#requireSignIn(challenge, tokens === null ? "first" : "again", signal);
    }
    // Scopes that were requested before and not granted are not requested again, or this would never end.
    const missing = (challenge.scopes ?? []).filter(
      (one) => tokens?.requested.includes(one) !== true,
    );
    return missing.length > 0 && this.#requireSignIn(challenge, "more", signal);
  }

  /** Requires a sign-in. In a session, resolves once the user has signed in or declined; otherwise false at once. */
  #requireSignIn(
    challenge: Challenge,
    why: SignInAsk["why"],
    signal: AbortSignal | null,
  ): Promise<boolean> {
    const open = this.#demand;
    if (open === null || this.#step?.kind === "declined" || this.#step === null) {
      this.#demand = { challenge, why, waiters: open?.waiters ?? new Set() };
      this.#prepared = null;
    }
    if (!this.#parts.inSession()) return Promise.resolve(false);
    const demand = this.#demand ?? { challenge, why, waiters: new Set() };
    return new Promise((resolve) => {
      demand.waiters.add(resolve);
      signal?.addEventListener("abort", () => resolve(false), { once: true });
      if (this.#step !== null && this.#step.kind !== "declined") return;
      void this.offerSignIn().then((asked) => (asked ? undefined : this.#settle(false)));
    });
  }

  async #discover(demand: Demand): Promise<boolean> {
    const { signal } = this.#abort;
    this.#show({ kind: "working", what: "metadata" });
    try {
      const { url: server } = this.#parts;
      const fetch = this.#guarded(signal);
      const { challenge } = demand;
      const accepts = (pair: IssuerPair): boolean => this.#record.accepts(pair);
      const offer = await discover({ server, challenge, fetch, guard: this.#guard, accepts });
      if (signal.aborted) return false;
      this.#prepared = offer === null ? null : await this.#question(demand, offer);
      if (signal.aborted) return false;
      const ask = this.#prepared?.ask;
      if (ask === undefined) this.#show(null);
      else if (this.#untested) {
        const { status } = demand.challenge;
        this.#failed({ kind: "sign-in-still-refused", status });
      } else this.#show({ kind: "asks", ask });
      return ask !== undefined;
    } catch (error) {
      if (signal.aborted || error instanceof SignInAborted) return false;
      this.#failed(toSignInFailure(error));
      return true;
    }
  }

  #question({ challenge, why }: Demand, offer: SignInTarget): Promise<SignInPrompt> {
    const { where, nowMs } = this.#parts;
    const seen = { where, ended: this.#renewal.ended, nowMs: nowMs() };
    return signInPromptFor({ ...seen, challenge, why, offer, record: this.#record });
  }

  async #signIn(prepared: SignInPrompt, byHand: ManualClient | null): Promise<void> {
    this.#restart();
    this.#signingIn = true;
    const { signal } = this.#abort;
    const { offer, ask, port } = prepared;
    const sinceMs = this.#parts.nowMs();
    const current = (step: SignInStep): void => {
      if (!signal.aborted) this.#show(step);
    };
    try {
      const tokens = await runSignIn({
        target: offer,
        scopes: ask.scopes,
        client: this.#record.clientAt(offer.issuer),
        manualClient: byHand,
        port,
        fetch: this.#guarded(signal),
        signal,
        openBrowser: this.#parts.openBrowser,
        nowMs: this.#parts.nowMs,
        callbackTimeoutMs: this.#parts.callbackTimeoutMs,
        callbackWords: this.#parts.callbackWords,
        working: (what) => current({ kind: "working", what }),
        waiting: ({ redirect, ...page }) =>
          current({ kind: "waiting", ask: { ...ask, redirect }, sinceMs, ...page }),
        registered: (client) => this.#keep({ client }),
      });
      if (signal.aborted) return;
      this.#keep({ tokens });
      this.#addSecrets();
      this.#untested = true;
      this.#renewal.ended = null;
      this.#signingIn = false;
      this.#prepared = null;
      this.#show(null);
      this.#settle(true);
      this.#parts.signedIn();
    } catch (error) {
      if (signal.aborted || error instanceof SignInAborted) return;
      this.#signingIn = false;
      const failure = toSignInFailure(error);
      if (failure.kind === "sign-in-token-refused" && UNKNOWN_CLIENT_ERRORS.has(failure.error)) {
        // The issuer does not know this client: use another one next time.
        this.#record.save({ client: null });
        this.#prepared = null;
      }
      this.#failed(failure);
    }
  }

  #keep(change: Parameters<SignInRecord["save"]>[0]): void {
    const detail = this.#record.save(change);
    if (detail !== null) throw new SignInError({ kind: "sign-in-not-kept", detail });
  }

  #failed(failure: SignInFailure): void {
    const ask = this.#prepared?.ask ?? null;
    this.#show({ kind: "failed", ask, atMs: this.#parts.nowMs(), failure });
  }

  /** Aborts the current step so that a new one can start. */
  #restart(): void {
    this.#signingIn = false;
    this.#abort.abort();
    this.#abort = new AbortController();
    if (this.#closed) this.#abort.abort();
  }

  #settle(signedIn: boolean): void {
    const waiters = this.#demand?.waiters;
    if (signedIn) this.#demand = null;
    const all = [...(waiters ?? [])];
    waiters?.clear();
    for (const resolve of all) resolve(signedIn);
  }

  #addSecrets(): void {
    const { tokens } = this.#record;
    if (tokens === null) return;
    this.#parts.secret(tokens.access);
    if (tokens.refresh !== null) this.#parts.secret(tokens.refresh);
  }

  #show(step: SignInStep | null): void {
    this.#step = step;
    this.#tell();
  }

  #tell(): void {
    this.#parts.changed({ step: this.#step, signedIn: this.#record.view() });
  }
}

/** The refresh token expired; the client is unknown (RFC 6749, 5.2). */
const EXPIRED_GRANT_ERRORS: ReadonlySet<string> = new Set(["invalid_grant"]);
const UNKNOWN_CLIENT_ERRORS: ReadonlySet<string> = new Set([
  "invalid_client",
  "unauthorized_client",
]);

interface RenewalParts {
  record: SignInRecord;
  nowMs(): number;
  fetch(): GuardedFetch;
  /** Called with new tokens stored, so that they can be masked. */
  renewed(): void;
  changed(): void;
}

class TokenRenewal {
  readonly #parts: RenewalParts;
  #renewing: Promise<boolean> | null = null;
  /** Why the last renewal was refused. */
  ended: string | null = null;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Shares one renewal among callers. Resolves to false if the user has to sign in again or the renewal failed. */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<boolean> {
    const { record, nowMs, renewed, changed } = this.#parts;
    const { tokens } = record;
    const client = tokens === null ? null : record.clientAt(tokens.issuer);
    if (tokens === null || client === null) return false;
    const fetch = this.#parts.fetch();
    try {
      const fresh = await refreshTokens(tokens, client, nowMs(), fetch);
      // Signed out in the meantime: discard the new tokens.
      if (record.tokens !== tokens) return false;
      record.save({ tokens: fresh });
      renewed();
      changed();
      return true;
    } catch (error) {
      if (!(error instanceof SignInError) || error.failure.kind !== "sign-in-token-refused")
        return false;
      const { error: gone, detail } = error.failure;
      this.ended = detail === "" || detail === gone ? gone : `${gone}: ${detail}`;
      if (UNKNOWN_CLIENT_ERRORS.has(gone)) record.delete();
      else if (EXPIRED_GRANT_ERRORS.has(gone))
        record.save({ tokens: { ...tokens, refresh: null } });
      changed();
      return false;
    }
  }
}

type Hooks = Pick<SignInParts, "inSession" | "signedIn" | "secret">;

/** Null for a local server, and for one with a configured `Authorization` header, which takes precedence. */
export function createSignIn(
  { endpoint, serverId, where }: ConnectionSpec,
  listener: ConnectionListener,
  house: SignInEnvironment | null,
  hooks: Hooks,
): ServerSignIn | null {
  if (house === null) return null;
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
