// Streamable HTTP with sessions. If the server forgets its session (it restarted, or the session expired), a new one is
// opened with the client's own `initialize`, and a request that certainly did not run is sent once more (2025-11-25,
// basic/transports, "Session Management"). A request that may have run is never repeated.
import type { JSONRPCMessage, TransportSendOptions } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { HttpPipe } from "./http.ts";
import { HttpStatusError } from "./httpRefusal.ts";
import { isRequest } from "./outbox.ts";
import { NotConnectedError, PipeError, SendError } from "./pipe.ts";
import type { Pipe, PipeListener } from "./pipe.ts";
import { SessionIds } from "./sessionIds.ts";
import { isForgotten, post, UNSENT, unsentError, SessionOpening } from "./sessionOpening.ts";
import type { Carrier, Outgoing, Pending } from "./sessionOpening.ts";
import { Unsent } from "./unsent.ts";

/** If a session is forgotten faster than this while nothing was asked, it is not renewed at once. */
const SESSION_LIFETIME_MIN_MS = 5000;

export interface RenewedPipeParts {
  /** Opens a pipe that reports a forgotten session. */
  open(forgotSession: (id: JsonRpcId | null) => boolean): HttpPipe;
  /** True: while the server cannot be reached, requests fail, and the session goes on once it is back. */
  outlastsOutage: boolean;
  /** For display. */
  where: string;
}

export class RenewedPipe implements Pipe {
  readonly hasPerRequestStream = true;
  readonly #parts: RenewedPipeParts;
  readonly #pending = new Map<string, Pending>();
  readonly #retired = new Set<Carrier>();
  readonly #opener = new SessionOpening();
  readonly #unsent = new Unsent();
  #carrier: Carrier;
  #inlet: PipeListener | null = null;
  #deliver: (message: JSONRPCMessage) => void = () => {};
  #opening: Promise<void> = Promise.resolve();
  #renewing: Promise<void> | null = null;
  #renewedTick = -Infinity;
  #isStale = false;
  #ended = false;

  constructor(parts: RenewedPipeParts) {
    this.#parts = parts;
    this.#carrier = this.#newCarrier(0);
  }

  start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    this.#inlet = inlet;
    this.#deliver = deliver;
    return this.#carrier.pipe.start(this.#inletOf(this.#carrier, inlet), deliver);
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#send({ message, text: null, options });
  }

  sendText(text: string, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const onUploaded = this.#unsent.begin(text.length);
    return this.#send({ message, text, options, onUploaded }).finally(onUploaded);
  }

  ready(): Promise<void> | null {
    return this.#unsent.ready();
  }

  async close(): Promise<void> {
    this.#ended = true;
    const carriers = [this.#carrier, ...this.#retired];
    await Promise.all(carriers.map(({ pipe }) => pipe.close()));
  }

  setProtocolVersion(version: string): void {
    this.#opener.version = version;
    this.#carrier.pipe.setProtocolVersion(version);
  }

  pushReady(): Promise<void> {
    return this.#carrier.pipe.pushReady();
  }

  async #send(out: Outgoing): Promise<void> {
    if (this.#opener.remember(out)) this.#opening = Promise.resolve();
    if (!isRequest(out.message)) return this.#sendOther(out);
    const entry: Pending = { ...out, carrier: this.#carrier, ...UNSENT };
    const key = keyOf((out.message as { id: JsonRpcId }).id);
    this.#pending.set(key, entry);
    const sent = this.#attempt(entry);
    // Whoever reads the result may be faster than the library that takes the session's id from its headers.
    if (out === this.#opener.initialize) this.#opening = sent.catch(() => {});
    try {
      await sent;
    } catch (error) {
      this.#settled(key, entry);
      throw error;
    }
  }

  /** A response or notification. One for a forgotten session concerns nobody. */
  async #sendOther(out: Outgoing): Promise<void> {
    if (this.#cancels(out.message)) return;
    await this.#usable();
    const carrier = this.#carrier;
    const sent = carrier.ids.outgoing(out.message, out.text);
    if (sent === null) throw new SendError("the session was forgotten", false);
    try {
      await post(carrier.pipe, { ...out, ...sent });
    } catch (error) {
      if (isForgotten(error)) this.#forgotIdle(carrier);
      throw error;
    }
  }

  async #attempt(entry: Pending): Promise<void> {
    await this.#usable();
    if (entry.isCancelled) throw new SendError("cancelled", false);
    const carrier = this.#carrier;
    entry.carrier = carrier;
    entry.isPosted = true;
    try {
      await post(carrier.pipe, entry);
      entry.isAccepted = true;
    } catch (error) {
      if (!isForgotten(error) || !this.#opener.isInitialized) throw error;
      entry.isPosted = false;
      if (entry.wasForgotten) {
        this.#forgotIdle(carrier);
        throw error;
      }
      entry.wasForgotten = true;
      await this.#renewed(carrier);
      await this.#attempt(entry);
    }
  }

  /** Resolves when there is a session, which may have to be opened first. */
  async #usable(): Promise<void> {
    if (this.#ended) throw new SendError("disconnected", false);
    await this.#opening;
    if (this.#renewing !== null) await this.#renewing;
    else if (this.#isStale) await this.#renewed(this.#carrier);
  }

  /** The host gave up a request that is not on its way: the server never hears of it. */
  #cancels(message: JSONRPCMessage): boolean {
    if (!("method" in message) || message.method !== "notifications/cancelled") return false;
    const { requestId } = (message.params ?? {}) as { requestId?: JsonRpcId };
    const entry = requestId === undefined ? undefined : this.#pending.get(keyOf(requestId));
    if (entry === undefined || entry.isPosted) return false;
    entry.isCancelled = true;
    return true;
  }

  // A forgotten session

  /** The server answered a request that had been sent, or its stream for pushes, like this. True: it is sent again. */
  #forgot(carrier: Carrier, id: JsonRpcId | null): boolean {
    const entry = id === null ? undefined : this.#pending.get(keyOf(id));
    if (id === null || entry === undefined) {
      this.#forgotIdle(carrier);
      return true;
    }
    if (entry.wasForgotten || !this.#opener.isInitialized) {
      this.#forgotIdle(carrier);
      return false;
    }
    entry.wasForgotten = true;
    entry.isPosted = false;
    entry.isAccepted = false;
    this.#renewed(carrier)
      .then(() => this.#attempt(entry))
      .catch((error: unknown) => this.#notSentAgain(id, entry, error));
    return true;
  }

  /** Sending it had succeeded, so its failure can only be told as a response. */
  #notSentAgain(id: JsonRpcId, entry: Pending, failure: unknown): void {
    if (this.#ended || this.#pending.get(keyOf(id)) !== entry) return;
    this.#settled(keyOf(id), entry);
    const error = unsentError(failure);
    for (const one of this.#inlet?.admit({ jsonrpc: "2.0", id, error }, { postId: id }) ?? [])
      this.#deliver(one);
  }

  /** Nothing has to be sent again. A server that keeps forgetting gets a new session when something is asked. */
  #forgotIdle(carrier: Carrier): void {
    if (carrier !== this.#carrier || this.#renewing !== null || this.#ended) return;
    if (performance.now() - this.#renewedTick > SESSION_LIFETIME_MIN_MS) {
      this.#renewed(carrier).catch(() => {});
    } else if (this.#parts.outlastsOutage) this.#retire(carrier);
    else this.#end({ kind: "server-forgot-session", address: this.#parts.where });
  }

  /** Opens a session in place of this one, once. Rejects with a `SendError`. */
  async #renewed(carrier: Carrier): Promise<void> {
    if (carrier !== this.#carrier) return this.#usable();
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
  }

  /** The session is gone: what the server asked in it ends, and so do the calls that wait for that. */
  #retire(carrier: Carrier): void {
    this.#isStale = true;
    if (carrier.isRetired) return;
    carrier.isRetired = true;
    this.#retired.add(carrier);
    this.#inlet?.sessionForgotten();
    for (const [key, entry] of this.#pending)
      if (entry.carrier === carrier && carrier.asked.has(key)) this.#lose(key, entry);
  }

  /** Its response can no longer come. */
  #lose(key: string, entry: Pending): void {
    this.#settled(key, entry);
    this.#inlet?.responseLost((entry.message as { id: JsonRpcId }).id);
  }

  async #renew(): Promise<void> {
    const inlet = this.#inlet;
    const old = this.#carrier;
    if (inlet === null || !this.#opener.isInitialized) throw new SendError("disconnected", false);
    this.#retire(old);
    const fresh = this.#newCarrier(old.ids.session + 1);
    try {
      await fresh.pipe.start(this.#inletOf(fresh, inlet), this.#deliver);
      const result = await this.#opener.open(fresh.pipe);
      // The client goes by the version of its own session.
      if (result === null) throw new PipeError(this.#forgotten);
      if (this.#ended) throw new SendError("disconnected", false);
      this.#carrier = fresh;
      this.#isStale = false;
      this.#renewedTick = performance.now();
      inlet.sessionRenewed(result);
    } catch (error) {
      await fresh.pipe.close();
      const failure = this.#failureOf(error);
      if (!this.#outlasts(failure)) this.#end(failure);
      throw new NotConnectedError(failure);
    } finally {
      this.#closeUnused();
    }
  }

  get #forgotten(): ServerFailure {
    return { kind: "server-forgot-session", address: this.#parts.where };
  }

  #failureOf(error: unknown): ServerFailure {
    if (error instanceof PipeError || error instanceof HttpStatusError) return error.failure;
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: "server-unreachable", address: this.#parts.where, detail };
  }

  /** Whether the server may come back while the client keeps its session. */
  #outlasts({ kind }: ServerFailure): boolean {
    if (!this.#opener.isInitialized || !this.#parts.outlastsOutage) return false;
    return kind !== "server-unauthorised" && kind !== "server-forgot-session";
  }

  #gone(carrier: Carrier, failure: ServerFailure): void {
    if (carrier.isRetired || this.#ended) return;
    if (!this.#outlasts(failure)) {
      this.#end(failure);
      return;
    }
    this.#retire(carrier);
    for (const [key, entry] of this.#pending)
      if (entry.carrier === carrier && entry.isAccepted) this.#lose(key, entry);
  }

  #end(failure: ServerFailure): void {
    if (this.#ended) return;
    void this.close();
    this.#inlet?.lost(failure);
  }

  // From the server

  #newCarrier(session: number): Carrier {
    const carrier: Carrier = {
      pipe: this.#parts.open((id) => this.#forgot(carrier, id)),
      ids: new SessionIds(session),
      isRetired: false,
      asked: new Set(),
    };
    return carrier;
  }

  #inletOf(carrier: Carrier, inlet: PipeListener): PipeListener {
    return {
      tap: inlet.tap,
      admit: (raw, from) => {
        const all = (Array.isArray(raw) ? raw : [raw]) as unknown[];
        if (all.some((one) => this.#opener.takes(one))) return [];
        const asks = all.filter((one) => isJsonObject(one) && one["method"] !== undefined);
        if (carrier.isRetired && asks.length > 0) return [];
        if (asks.length > 0 && from.postId !== null) carrier.asked.add(keyOf(from.postId));
        const { raw: told, from: source } = carrier.ids.incoming(raw, from);
        for (const one of all) this.#responded(one);
        return inlet.admit(told, source);
      },
      malformed: (text) => inlet.malformed(text),
      oversized: (found, from) => {
        if (found.id !== null && found.method === null) this.#responded({ id: found.id });
        inlet.oversized(found, from);
      },
      ready: () => inlet.ready?.() ?? null,
      valuesMax: (method) => inlet.valuesMax(method),
      stderr: (text) => inlet.stderr(text),
      responseLost: (id) => {
        const entry = this.#pending.get(keyOf(id));
        if (entry?.carrier === carrier && entry.isPosted) this.#lose(keyOf(id), entry);
      },
      sessionForgotten: () => {},
      sessionRenewed: () => {},
      lost: (failure) => this.#gone(carrier, failure),
    };
  }

  /** A response has come. */
  #responded(message: unknown): void {
    if (!isJsonObject(message) || message["method"] !== undefined) return;
    const { id } = message;
    const key = typeof id === "string" || typeof id === "number" ? keyOf(id) : "";
    const entry = this.#pending.get(key);
    if (entry !== undefined) this.#settled(key, entry);
  }

  #settled(key: string, entry: Pending): void {
    if (this.#pending.get(key) === entry) this.#pending.delete(key);
    entry.carrier.asked.delete(key);
    this.#closeUnused();
  }

  /** Sessions that are gone stay open only for what was sent on them. */
  #closeUnused(): void {
    const used = new Set([...this.#pending.values()].map(({ carrier }) => carrier));
    for (const carrier of this.#retired) {
      if (used.has(carrier) || carrier === this.#carrier) continue;
      this.#retired.delete(carrier);
      void carrier.pipe.close();
    }
  }
}
