// One server's sign-in: puts the token on what goes to this server and nowhere else, renews it once for all
// that need it, and asks the user when the server wants one, or more than was granted.
import { SignInAborted, SignInError, toSignInFailure } from "./failure.ts";
import type { SignInAsk, SignInFailure, SignInStep } from "../../../src-shared/servers/signIn.ts";
import type { SignedOut, SignInView } from "../../../src-shared/servers/signIn.ts";
import { longFetch } from "../transports/longFetch.ts";
import type { LongFetchInit } from "../transports/longFetch.ts";
import { AddressGuard, isConfidentialUrl, resolveWithSystem } from "./addresses.ts";
import type { ResolveHost } from "./addresses.ts";
import type { CallbackWords } from "./callbackListener.ts";
import { runSignIn } from "./signInAttempt.ts";
import { challengeIn } from "./challenge.ts";
import type { Challenge } from "./challenge.ts";
import { discover } from "./discovery.ts";
import type { SignInTarget } from "./discovery.ts";
import { guardedFetch, type GuardedFetch } from "./guardedFetch.ts";
import { SignInRecord } from "./signInRecord.ts";
import type { SignInStore } from "./signInRecord.ts";
import { signInPromptFor } from "./signInPrompt.ts";
import type { SignInPrompt } from "./signInPrompt.ts";
import type { ManualClient } from "./registration.ts";
import { UNKNOWN_CLIENT_ERRORS, TokenRenewal } from "./tokenRenewal.ts";
import { revokeTokens, withToken } from "./tokens.ts";

/** What the house provides for signing in. */
export interface SignInEnvironment {
  /** How requests to the server leave, where not plainly. */
  send?: typeof longFetch;
  store: SignInStore;
  /** Opens a page in the system's browser. Rejects when the system cannot be told to. */
  openBrowser(url: string): Promise<void>;
  resolve?: ResolveHost;
  callbackTimeoutMs?: number;
  callbackWords: CallbackWords;
}

export interface SignInParts extends SignInEnvironment {
  serverId: string;
  url: URL;
  /** The address as shown. */
  where: string;
  /** A session is open: what is turned away waits for the user instead of ending the connection. */
  inSession(): boolean;
  changed(view: SignInView): void;
  /** There is a new token: what failed without it can be done again. */
  signedIn(): void;
  /** Never to be shown. */
  secret(value: string): void;
  nowMs(): number;
}

/** How often one request is sent again after a sign-in or a renewal. */
const ROUNDS_MAX = 3;

/** What the server wants, and who waits for it. */
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
  /** The server has not taken any token of the last sign-in yet. */
  #untested = false;
  /** Ends whatever is under way. */
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

  /** A question, or an answer to it, is on screen. */
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
   * The connection could not be made because the server turned it away. True when the user can do something
   * about it, which is then on screen.
   */
  async offerSignIn(): Promise<boolean> {
    if (this.#closed || this.#demand === null) return false;
    if (this.#signingIn) return true;
    this.#discovering ??= this.#discover(this.#demand).finally(() => {
      this.#discovering = null;
    });
    return this.#discovering;
  }

  /** The user's word for what is on screen; after a failure also to look anew. */
  start(byHand: ManualClient | null): boolean {
    const step = this.#step?.kind;
    if (step !== "asks" && step !== "failed" && step !== "declined") return false;
    if (this.#prepared !== null) void this.#signIn(this.#prepared, byHand);
    else if (this.#demand !== null) void this.offerSignIn();
    return true;
  }

  /** "Not now", or breaks off what is under way. */
  cancel(): void {
    this.#restart();
    const prepared = this.#prepared;
    if (prepared === null) this.#show(null);
    else if (this.#step?.kind === "asks" || this.#step?.kind === "failed") {
      this.#show({ kind: "declined", ask: prepared.ask });
    } else this.#show({ kind: "asks", ask: prepared.ask });
    if (this.#step?.kind !== "asks") this.#settle(false);
  }

  /** Ends the sign-in at the issuer where it can be told, and forgets it here in any case. */
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

  /** The connection is over: nothing waits and nothing is opened any more. */
  close(): void {
    this.#closed = true;
    this.#abort.abort();
    this.#prepared = null;
    this.#demand?.waiters.forEach((resolve) => resolve(false));
    this.#demand = null;
    if (this.#step !== null) this.#show(null);
  }

  /** The token to send, renewed where it is about to end. */
  async #token(): Promise<string | null> {
    const { tokens } = this.#record;
    const due = tokens?.renewAtMs ?? null;
    if (due !== null && due <= this.#parts.nowMs() && tokens?.refresh !== null) {
      await this.#renewal.renew();
    }
    return this.#record.tokens?.access ?? null;
  }

  /** True when the request is worth sending again. */
  async #canRetry(
    challenge: Challenge,
    token: string | null,
    once: { renewed: boolean },
    signal: AbortSignal | null,
  ): Promise<boolean> {
    const { tokens } = this.#record;
    if (challenge.status === 401) {
      // Another request has got a new one meanwhile.
      if (tokens !== null && tokens.access !== token) return true;
      const renewable = !once.renewed && tokens !== null && tokens.refresh !== null;
      if (renewable && (await this.#renewal.renew())) {
        once.renewed = true;
        return true;
      }
      return this.#requireSignIn(challenge, tokens === null ? "first" : "again", signal);
    }
    // Scopes that were asked for already and not granted are not asked for again and again.
    const missing = (challenge.scopes ?? []).filter(
      (one) => tokens?.requested.includes(one) !== true,
    );
    return missing.length > 0 && this.#requireSignIn(challenge, "more", signal);
  }

  /** Puts the question on screen; in a session it waits for the answer. */
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
      const offer = await discover({ server, challenge, fetch, guard: this.#guard });
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
        // The next time the app comes as somebody else.
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

  /** Ends what is under way, for something new. */
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
