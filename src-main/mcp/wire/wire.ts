// Between the pipe and the protocol library: sees every message raw. What a server asks and tells is taken
// here; the library sees only answers that it can read, so nothing is dropped for its shape.
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { JsonObject } from "../../../src-shared/json.ts";
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import { roundedBehind } from "../../../src-shared/rounded.ts";
import { abilitiesOf } from "../../../src-shared/servers/protocol.ts";
import type { Abilities } from "../../../src-shared/servers/protocol.ts";
import type { Era } from "../../../src-shared/servers/server.ts";
import { isDeeperThan } from "../../../src-shared/sampling/checks/depth.ts";
import { Captures } from "../session/captures.ts";
import type { Exchange } from "../session/captures.ts";
import { isRequestId, readEnvelope } from "./envelope.ts";
import type { Envelope, RequestId } from "./envelope.ts";
import { SAMPLING } from "../session/names.ts";
import { SendError } from "../transports/pipe.ts";
import { stubFor, withoutNulls } from "./rawAnswer.ts";
import type { RawAnswer } from "./rawAnswer.ts";
import { shown } from "./shown.ts";
import { takeNotification } from "../session/notified.ts";
import { MESSAGE_MAX_VALUES } from "./takeText.ts";
import { NO_ROOTS } from "../session/roots.ts";
import { hasRoundedId, sourceInBatch, withRounded } from "./roundedIn.ts";
import type { Inlet, Oversized, Pipe, Source } from "../transports/pipe.ts";
import type { Tap } from "./tap.ts";
import type { WireListener } from "./wireListener.ts";

type EnvelopeOf<K extends Envelope["kind"]> = Extract<Envelope, { kind: K }>;

/** Deeper than any document may nest (`depth.ts`), less than Electron's bridge takes (1000). */
const MESSAGE_MAX_DEPTH = 500;

const invalid = (why?: string): string =>
  why === undefined ? "Invalid Request" : `Invalid Request: ${why}`;

/** Messages of one batch; a longer one is not taken. */
const BATCH_MOST = 1000;

export class Wire implements Transport, Inlet {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #pipe: Pipe;
  readonly #era: Era;
  readonly #listener: WireListener;
  readonly #captures = new Captures();
  #closed = false;
  #begun = false;
  #can: Abilities;
  /** Answers to the library's own requests that were neither a result nor an error. */
  badAnswers = 0;

  constructor(pipe: Pipe, era: Era, listener: WireListener) {
    this.#pipe = pipe;
    this.#era = era;
    this.#listener = listener;
    this.#can = abilitiesOf({ protocolVersion: "", era });
  }

  get tap(): Tap {
    return this.#listener.tap;
  }

  get hasPerRequestStream(): boolean {
    return this.#pipe.hasPerRequestStream === true;
  }

  /** Never leaves anything started behind a `close` that came first or meanwhile. */
  async start(): Promise<void> {
    if (this.#closed) throw new SendError("closed", false);
    this.tap.began();
    this.#begun = true;
    await this.#pipe.start(this, (message) => this.onmessage?.(message));
    if (!this.#closed) return;
    await this.#pipe.close();
    throw new SendError("closed", false);
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sent = this.#pipe.send(message, options);
    if ("method" in message && "id" in message) this.#captures.sent(message.id, sent);
    return sent;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#pipe.close();
    this.#ended();
    this.onclose?.();
  }

  setProtocolVersion(version: string): void {
    this.#can = abilitiesOf({ protocolVersion: version, era: this.#era });
    this.#pipe.setProtocolVersion?.(version);
  }

  /** Waits until the server can push what belongs to no call. */
  async pushable(): Promise<void> {
    await this.#pipe.pushable?.();
  }

  /** Runs `start`, which makes the library send exactly one request at once: see `Captures.exchange`. */
  exchange(...call: Parameters<Captures["exchange"]>): Exchange {
    return this.#captures.exchange(...call);
  }

  /** Sends without the library: an answer, a notification. */
  post(message: JSONRPCMessage): Promise<void> {
    return this.#pipe.send(message);
  }

  admit(raw: unknown, from: Source): JSONRPCMessage[] {
    if (Array.isArray(raw)) {
      // All of a batch is handled in one turn of the loop: one without end would hold up every other server.
      if (raw.length > BATCH_MOST) {
        this.#listener.rubbish(
          `[a batch of ${raw.length} messages, more than ${BATCH_MOST}: none was taken]`,
        );
        return [];
      }
      return this.#can.batches
        ? raw.flatMap((one, at) => this.#admitInBatch(one, at, from))
        : this.#noBatch(raw);
    }
    return this.#admitOne(raw, from);
  }

  rubbish(text: string): void {
    this.#listener.rubbish(text);
  }
  stderr(text: string): void {
    this.#listener.stderr(text);
  }

  valuesMax(method: string | null): number {
    return method === SAMPLING ? this.#listener.samplingValuesMax() : MESSAGE_MAX_VALUES;
  }

  oversized({ id, method, bytes, head, values }: Oversized, from: Source): void {
    const envelope = {
      jsonrpc: "2.0",
      ...(id === null ? {} : { id }),
      ...(method === null ? {} : { method }),
    };
    this.tap.passed("in", head, envelope, bytes, true);
    if (id !== null && method === SAMPLING && this.#can.pushedRequests) {
      const counted = values === undefined ? {} : { values };
      this.#listener.sampling(id, undefined, { ...from, bytes, ...counted, unread: true });
      return;
    }
    this.#listener.rubbish(`[a message of ${bytes} bytes] ${method ?? ""} ${id ?? ""}`.trimEnd());
    if (id === null) return;
    if (method === null) this.#answerCapture(id, { kind: "bad" });
    else this.#refuse(id, -32600, "Request too large", { reason: "too-large" });
  }

  answerLost(id: RequestId): void {
    this.#answerCapture(id, { kind: "lost" });
  }

  lost(failure: ServerFailure): void {
    this.#ended();
    this.#listener.lost(failure);
  }

  /** Marks the end of the connection in its traffic, once. */
  #ended(): void {
    if (this.#begun) this.tap.ended();
    this.#begun = false;
  }

  /** One message of a batch (2025-03-26, basic, "Batching"). */
  #admitInBatch(raw: unknown, index: number, from: Source): JSONRPCMessage[] {
    const own = sourceInBatch(from, index);
    if (!hasRoundedId(own.rounded ?? [])) return this.#admitOne(raw, own);
    this.#listener.rubbish(shown(raw));
    return [];
  }

  /** Each of it that waits for an answer is told; what answers a call of ours is no answer. */
  #noBatch(batch: unknown[]): JSONRPCMessage[] {
    this.#listener.rubbish(`[a batch of ${batch.length} messages]`);
    return batch.flatMap((raw) => {
      const { id, method } = isJsonObject(raw) ? raw : {};
      if (typeof id !== "string" && typeof id !== "number") return [];
      if (method === undefined) return [this.#bad(id)];
      this.#refuse(id, -32600, invalid("this protocol version has no batches"));
      return [];
    });
  }

  #admitOne(raw: unknown, from: Source): JSONRPCMessage[] {
    if (isDeeperThan(raw, MESSAGE_MAX_DEPTH)) return this.#tooDeep(raw, from);
    const envelope = readEnvelope(raw);
    switch (envelope.kind) {
      case "request":
        this.#request(envelope, from);
        return [];
      case "notification":
        return this.#notification(envelope, from);
      case "result":
        return [this.#result(envelope, from)];
      case "error":
        return [this.#error(envelope)];
      case "bad-answer":
        this.#listener.rubbish(shown(raw));
        return [this.#bad(envelope.id)];
      case "broken":
        this.#listener.rubbish(shown(raw));
        this.#refuse(envelope.id, -32600, invalid(envelope.why));
        return [];
      case "unreadable":
        this.#listener.rubbish(shown(raw));
        return [];
    }
  }

  /** Nothing that recurses may look at it. A sampling request is refused by the desk, on screen. */
  #tooDeep(raw: unknown, from: Source): JSONRPCMessage[] {
    const { id, method, params } = isJsonObject(raw) ? raw : {};
    const readable = isRequestId(id) ? id : null;
    if (readable !== null && method === SAMPLING) {
      this.#request({ kind: "request", id: readable, method, params }, from);
      return [];
    }
    this.#listener.rubbish(`[a message nested deeper than ${MESSAGE_MAX_DEPTH} levels]`);
    if (readable === null) return [];
    if (method === undefined) return [this.#bad(readable)];
    this.#refuse(readable, -32600, "Invalid Request");
    return [];
  }

  #request(request: EnvelopeOf<"request">, from: Source): void {
    if (!this.#can.pushedRequests) {
      // 2026-07-28 has no requests from the server, and a client must not answer them.
      this.#listener.rubbish(shown({ method: request.method, id: request.id }));
      return;
    }
    switch (request.method) {
      case SAMPLING:
        this.#listener.sampling(request.id, request.params, from);
        return;
      case "ping":
        this.#post({ jsonrpc: "2.0", id: request.id, result: {} });
        return;
      case "roots/list": {
        const result = this.#listener.roots();
        if (result !== null) this.#post({ jsonrpc: "2.0", id: request.id, result });
        else this.#refuse(request.id, NO_ROOTS.code, NO_ROOTS.message, NO_ROOTS.data);
        return;
      }
      default:
        if (this.#listener.asked(request, from)) return;
        this.#refuse(request.id, -32601, "Method not found");
    }
  }

  #notification(notification: EnvelopeOf<"notification">, from: Source): JSONRPCMessage[] {
    const { method, params } = notification;
    if (takeNotification(this.#listener, notification, from)) return [];
    return [{ jsonrpc: "2.0", method, ...(isJsonObject(params) ? { params } : {}) }];
  }

  #result(envelope: EnvelopeOf<"result">, { rounded = [], bytes = 0 }: Source): JSONRPCMessage {
    const { id, result } = envelope;
    const own = withRounded(roundedBehind(rounded, "result"));
    const answer: RawAnswer = { kind: "result", result, bytes, ...own };
    if (this.#captures.take(id, answer)) return stubFor(id, answer, true);
    return stubFor(id, { kind: "result", result: withoutNulls(result) }, false);
  }

  #error(envelope: EnvelopeOf<"error">): JSONRPCMessage {
    const { id, error } = envelope;
    const answer: RawAnswer = { kind: "error", error };
    return stubFor(id, answer, this.#captures.take(id, answer));
  }

  #bad(id: RequestId): JSONRPCMessage {
    const answer: RawAnswer = { kind: "bad" };
    const kept = this.#captures.take(id, answer);
    if (!kept) this.badAnswers += 1;
    return stubFor(id, answer, kept);
  }

  #answerCapture(id: RequestId, answer: RawAnswer): void {
    this.onmessage?.(stubFor(id, answer, this.#captures.take(id, answer)));
  }

  #refuse(id: RequestId, code: number, message: string, data?: JsonObject): void {
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    this.#post({ jsonrpc: "2.0", id, error });
  }

  #post(message: JSONRPCMessage): void {
    // A message that cannot be sent shows when the connection is lost.
    this.#pipe.send(message).catch(() => {});
  }
}
