// Between the pipe and the protocol library: sees every message unparsed. It handles a server's requests and
// notifications; the library only gets responses that it can parse, so that nothing is dropped for its form.
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject, Json } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import { roundedBehind } from "#shared/rounded.ts";
import { BATCH_MAX, MESSAGE_MAX_DEPTH } from "#shared/rpc/readMessage.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { Abilities } from "#shared/servers/protocol.ts";
import type { Era } from "#shared/servers/server.ts";
import { isDeeperThan } from "#shared/request/checks/depth.ts";
import { Captures } from "../session/captures.ts";
import type { Exchange } from "../session/captures.ts";
import { isRequestId, readEnvelope, SAMPLING_METHOD } from "./envelope.ts";
import type { Envelope, JsonRpcId } from "./envelope.ts";
import { SendError } from "../transports/pipe.ts";
import { stubResponse, withoutNulls } from "./rawResponse.ts";
import type { RawResponse } from "./rawResponse.ts";
import { excerptOf, truncate } from "./excerpt.ts";
import { MESSAGE_MAX_VALUES } from "./receiveText.ts";
import { NO_ROOTS } from "../session/declared.ts";
import { hasRoundedId, sourceInBatch, roundedField } from "./roundedNumbers.ts";
import type { PipeListener, Oversized, Pipe, MessageSource } from "../transports/pipe.ts";
import type { Tap } from "./tap.ts";
import type { WireListener } from "./wireListener.ts";

type EnvelopeOf<K extends Envelope["kind"]> = Extract<Envelope, { kind: K }>;

const invalid = (why?: string): string =>
  why === undefined ? "Invalid Request" : `Invalid Request: ${why}`;

export class Wire implements Transport, PipeListener {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #pipe: Pipe;
  readonly #era: Era;
  readonly #listener: WireListener;
  readonly #captures = new Captures();
  #closed = false;
  #started = false;
  #can: Abilities;
  /** Responses to the library's own requests with neither a result nor an error. */
  badResponses = 0;

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

  /** Leaves nothing running if `close` was called before or meanwhile. */
  async start(): Promise<void> {
    if (this.#closed) throw new SendError("closed", false);
    this.tap.opened();
    this.#started = true;
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

  /** Waits until the server can push messages that belong to no call. */
  async pushable(): Promise<void> {
    await this.#pipe.pushReady?.();
  }

  /** Runs `start`, which must make the library send exactly one request synchronously: see `Captures.exchange`. */
  exchange(...call: Parameters<Captures["exchange"]>): Exchange {
    return this.#captures.exchange(...call);
  }

  /** Sends a response or notification without the library. */
  post(message: JSONRPCMessage): Promise<void> {
    return this.#pipe.send(message);
  }

  admit(raw: unknown, from: MessageSource): JSONRPCMessage[] {
    if (Array.isArray(raw)) {
      // A batch is handled in one turn of the loop, so an endless one would block every other server.
      if (raw.length > BATCH_MAX) {
        this.#listener.malformed(
          `[a batch of ${raw.length} messages, more than ${BATCH_MAX}: none was accepted]`,
        );
        return [];
      }
      return this.#can.batches
        ? raw.flatMap((one, at) => this.#admitInBatch(one, at, from))
        : this.#noBatch(raw);
    }
    return this.#admitOne(raw, from);
  }

  malformed(text: string): void {
    this.#listener.malformed(text);
  }
  stderr(text: string): void {
    this.#listener.stderr(text);
  }

  valuesMax(method: string | null): number {
    return method === SAMPLING_METHOD ? this.#listener.samplingValuesMax() : MESSAGE_MAX_VALUES;
  }

  oversized({ id, method, bytes, head, values }: Oversized, from: MessageSource): void {
    const envelope = {
      jsonrpc: "2.0",
      ...(id === null ? {} : { id }),
      ...(method === null ? {} : { method }),
    };
    this.tap.record("in", head, envelope, bytes, true);
    if (id !== null && method === SAMPLING_METHOD && this.#can.pushedRequests) {
      const counted = values === undefined ? {} : { values };
      this.#listener.sampling(id, undefined, { ...from, bytes, ...counted, unread: true });
      return;
    }
    this.#listener.malformed(`[a message of ${bytes} bytes] ${method ?? ""} ${id ?? ""}`.trimEnd());
    if (id === null) return;
    if (method === null) this.#answerCapture(id, { kind: "bad" });
    else this.#refuse(id, -32600, "Request too large", { reason: "too-large" });
  }

  responseLost(id: JsonRpcId): void {
    this.#answerCapture(id, { kind: "lost" });
  }

  sessionForgotten(): void {
    this.#listener.sessionForgotten();
  }

  sessionRenewed(initialized: JsonObject): void {
    this.#listener.sessionRenewed(initialized);
  }

  lost(failure: ServerFailure): void {
    this.#ended();
    this.#listener.lost(failure);
  }

  /** Records the end of the connection in its traffic, once. */
  #ended(): void {
    if (this.#started) this.tap.closed();
    this.#started = false;
  }

  /** One message of a batch (2025-03-26, basic, "Batching"). */
  #admitInBatch(raw: unknown, index: number, from: MessageSource): JSONRPCMessage[] {
    const own = sourceInBatch(from, index);
    if (!hasRoundedId(own.rounded ?? [])) return this.#admitOne(raw, own);
    this.#listener.malformed(excerptOf(raw));
    return [];
  }

  /** Each request in it gets an error; responses to our calls count as invalid. */
  #noBatch(batch: unknown[]): JSONRPCMessage[] {
    this.#listener.malformed(`[a batch of ${batch.length} messages]`);
    return batch.flatMap((raw) => {
      const { id, method } = isJsonObject(raw) ? raw : {};
      if (typeof id !== "string" && typeof id !== "number") return [];
      if (method === undefined) return [this.#bad(id)];
      this.#refuse(id, -32600, invalid("this protocol version has no batches"));
      return [];
    });
  }

  #admitOne(raw: unknown, from: MessageSource): JSONRPCMessage[] {
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
        this.#listener.malformed(excerptOf(raw));
        return [this.#bad(envelope.id)];
      case "broken":
        this.#listener.malformed(excerptOf(raw));
        this.#refuse(envelope.id, -32600, invalid(envelope.why));
        return [];
      case "unreadable":
        this.#listener.malformed(excerptOf(raw));
        return [];
    }
  }

  /** Nothing recursive may process it. The desk refuses a sampling request visibly. */
  #tooDeep(raw: unknown, from: MessageSource): JSONRPCMessage[] {
    const { id, method, params } = isJsonObject(raw) ? raw : {};
    const readable = isRequestId(id) ? id : null;
    if (readable !== null && method === SAMPLING_METHOD) {
      this.#request({ kind: "request", id: readable, method, params }, from);
      return [];
    }
    this.#listener.malformed(`[a message nested deeper than ${MESSAGE_MAX_DEPTH} levels]`);
    if (readable === null) return [];
    if (method === undefined) return [this.#bad(readable)];
    this.#refuse(readable, -32600, "Invalid Request");
    return [];
  }

  #request(request: EnvelopeOf<"request">, from: MessageSource): void {
    if (!this.#can.pushedRequests) {
      // In 2026-07-28 servers send no requests, and a client must not respond to them.
      this.#listener.malformed(excerptOf({ method: request.method, id: request.id }));
      return;
    }
    switch (request.method) {
      case SAMPLING_METHOD:
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
        if (this.#listener.request(request, from)) return;
        this.#refuse(request.id, -32601, "Method not found");
    }
  }

  #notification(notification: EnvelopeOf<"notification">, from: MessageSource): JSONRPCMessage[] {
    const { method, params } = notification;
    if (handleNotification(this.#listener, notification, from)) return [];
    return [{ jsonrpc: "2.0", method, ...(isJsonObject(params) ? { params } : {}) }];
  }

  #result(
    envelope: EnvelopeOf<"result">,
    { rounded = [], bytes = 0 }: MessageSource,
  ): JSONRPCMessage {
    const { id, result } = envelope;
    const own = roundedField(roundedBehind(rounded, "result"));
    const answer: RawResponse = { kind: "result", result, bytes, ...own };
    if (this.#captures.take(id, answer)) return stubResponse(id, answer, true);
    return stubResponse(id, { kind: "result", result: withoutNulls(result) }, false);
  }

  #error(envelope: EnvelopeOf<"error">): JSONRPCMessage {
    const { id, error } = envelope;
    const answer: RawResponse = { kind: "error", error };
    return stubResponse(id, answer, this.#captures.take(id, answer));
  }

  #bad(id: JsonRpcId): JSONRPCMessage {
    const answer: RawResponse = { kind: "bad" };
    const kept = this.#captures.take(id, answer);
    if (!kept) this.badResponses += 1;
    return stubResponse(id, answer, kept);
  }

  #answerCapture(id: JsonRpcId, answer: RawResponse): void {
    this.onmessage?.(stubResponse(id, answer, this.#captures.take(id, answer)));
  }

  #refuse(id: JsonRpcId, code: number, message: string, data?: JsonObject): void {
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    this.#post({ jsonrpc: "2.0", id, error });
  }

  #post(message: JSONRPCMessage): void {
    // If this fails, the connection is lost, which is reported separately.
    this.#pipe.send(message).catch(() => {});
  }
}

/** True if the protocol library need not see it as well. */
function handleNotification(
  listener: WireListener,
  { method, params }: { method: string; params: Json | undefined },
  from: MessageSource,
): boolean {
  switch (method) {
    case "notifications/message":
      listener.log(params, from);
      return true;
    case "notifications/progress":
      if (isJsonObject(params)) listener.progress(params);
      return true;
    case "notifications/cancelled":
      cancelled(listener, params);
      return false;
    case "notifications/elicitation/complete":
      if (isJsonObject(params) && typeof params["elicitationId"] === "string")
        listener.elicitationCompleted(params["elicitationId"]);
      return false;
    case "notifications/tools/list_changed":
      listener.listChanged("tools");
      return false;
    case "notifications/prompts/list_changed":
      listener.listChanged("prompts");
      return false;
    case "notifications/resources/list_changed":
      listener.listChanged("resources");
      return false;
    default:
      return false;
  }
}

/** Longest reason that a server gives for a cancellation. */
const REASON_CHARACTERS = 2000;

function cancelled(listener: WireListener, params: Json | undefined): void {
  if (!isJsonObject(params)) return;
  const { requestId, reason } = params;
  if (typeof requestId !== "string" && typeof requestId !== "number") return;
  listener.cancelled(
    requestId,
    typeof reason === "string" ? truncate(reason, REASON_CHARACTERS) : undefined,
  );
}
