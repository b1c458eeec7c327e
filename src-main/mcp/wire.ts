// Between the pipe and the protocol library: sees every message raw. What a server asks and tells is taken
// here; the library sees only answers that it can read, so nothing is dropped for its shape.
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { ServerFailure } from "../../src-shared/outcome.ts";
import { roundedBehind } from "../../src-shared/rounded.ts";
import type { Rounded } from "../../src-shared/rounded.ts";
import type { Era } from "../../src-shared/servers/server.ts";
import { isDeeperThan } from "../../src-shared/sampling/depth.ts";
import { isRequestId, keyOf, readEnvelope } from "./envelope.ts";
import type { Envelope, RequestId, WireError } from "./envelope.ts";
import { SendError } from "./pipe.ts";
import { MESSAGE_MAX_VALUES } from "./takeText.ts";
import { NO_ROOTS } from "./roots.ts";
import { hasRoundedId, sourceInBatch, withRounded } from "./roundedIn.ts";
import type { Inlet, Oversized, Pipe, Source } from "./pipe.ts";
import type { Tap } from "./tap.ts";

/** What the server says that is no answer to a call. All foreign, as it came. */
export interface WireListener {
  /** Sees every message as it stood on the wire, both ways. */
  tap: Tap;
  sampling(id: RequestId, params: Json | undefined, from: Source): void;
  /** JSON values that a sampling request of this server may hold. */
  samplingValuesMax(): number;
  /** `roots/list`: the result, or null when no folder is shared. */
  roots(): JsonObject | null;
  /** Any other request; false when nobody takes it (−32601). */
  asked(
    request: { id: RequestId; method: string; params: Json | undefined },
    from: Source,
  ): boolean;
  cancelled(id: RequestId, reason: string | undefined): void;
  log(params: Json | undefined, from: Source): void;
  progress(params: JsonObject): void;
  listChanged(what: "tools" | "prompts" | "resources"): void;
  stderr(text: string): void;
  /** Something that was not understood and left aside: shown, not swallowed. */
  rubbish(text: string): void;
  lost(failure: ServerFailure): void;
}

/** An answer as it came; `bad` is neither a result nor an error; `lost` can no longer come. */
export type RawAnswer =
  /** `rounded`: numbers of it that could not be kept as they came, with their paths in `result`. */
  | { kind: "result"; result: JsonObject; rounded?: Rounded[] }
  | { kind: "error"; error: WireError }
  | { kind: "bad" }
  | { kind: "lost" };

/** A call under way: when it was handed over, and what came back. Both reject as the library says. */
export interface Exchange {
  sent: Promise<void>;
  answer: Promise<RawAnswer>;
}

interface Capture {
  answer: RawAnswer | null;
  sent: Promise<void>;
  onAnswer: (() => void) | undefined;
}

type EnvelopeOf<K extends Envelope["kind"]> = Extract<Envelope, { kind: K }>;

const SAMPLING = "sampling/createMessage";

/** Deeper than any document may nest (`depth.ts`), less than Electron's bridge takes (1000). */
const MESSAGE_MAX_DEPTH = 500;

/** Longest piece of an odd message that is shown as a line. */
const SHOWN_CHARACTERS = 2000;

export class Wire implements Transport, Inlet {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #pipe: Pipe;
  readonly #era: Era;
  readonly #listener: WireListener;
  readonly #captures = new Map<string, Capture>();
  #starting: ((id: RequestId) => Capture) | null = null;
  #closed = false;
  #begun = false;
  /** Answers to the library's own requests that were neither a result nor an error. */
  badAnswers = 0;

  constructor(pipe: Pipe, era: Era, listener: WireListener) {
    this.#pipe = pipe;
    this.#era = era;
    this.#listener = listener;
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
    if (this.#starting !== null && "method" in message && "id" in message) {
      this.#starting(message.id).sent = sent;
    }
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
    this.#pipe.setProtocolVersion?.(version);
  }

  /** Waits until the server can push what belongs to no call. */
  async pushable(): Promise<void> {
    await this.#pipe.pushable?.();
  }

  /**
   * Runs `start`, which makes the library send exactly one request at once, and gives the answer to it
   * raw. `onId` hears the request's id before it leaves, `onAnswer` its
   * answer before anything that came behind it.
   */
  exchange(
    start: () => Promise<unknown>,
    onId?: (id: RequestId) => void,
    onAnswer?: () => void,
  ): Exchange {
    let key: string | null = null;
    const capture: Capture = { answer: null, sent: Promise.resolve(), onAnswer };
    this.#starting = (id) => {
      this.#starting = null;
      key = keyOf(id);
      this.#captures.set(key, capture);
      onId?.(id);
      return capture;
    };
    let settled: Promise<unknown>;
    try {
      settled = start();
    } finally {
      this.#starting = null;
    }
    const answer = settled
      .then(
        () => capture.answer ?? { kind: "bad" as const },
        (error: unknown) => {
          if (capture.answer !== null) return capture.answer;
          throw error;
        },
      )
      .finally(() => {
        if (key !== null) this.#captures.delete(key);
      });
    // The failure to send is told by `answer` too: nobody has to look at `sent`.
    capture.sent.catch(() => {});
    return { sent: capture.sent, answer };
  }

  /** Sends without the library: an answer, a notification. */
  post(message: JSONRPCMessage): Promise<void> {
    return this.#pipe.send(message);
  }

  admit(raw: unknown, from: Source): JSONRPCMessage[] {
    if (Array.isArray(raw)) return raw.flatMap((one, at) => this.#admitInBatch(one, at, from));
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
    if (id !== null && method === SAMPLING && this.#era === "legacy") {
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
        this.#refuse(envelope.id, -32600, "Invalid Request");
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
    if (this.#era === "modern") {
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
    switch (method) {
      case "notifications/message":
        this.#listener.log(params, from);
        return [];
      case "notifications/progress":
        if (isJsonObject(params)) this.#listener.progress(params);
        return [];
      case "notifications/cancelled":
        this.#cancelled(params);
        break;
      case "notifications/tools/list_changed":
        this.#listener.listChanged("tools");
        break;
      case "notifications/prompts/list_changed":
        this.#listener.listChanged("prompts");
        break;
      case "notifications/resources/list_changed":
        this.#listener.listChanged("resources");
        break;
    }
    return [{ jsonrpc: "2.0", method, ...(isJsonObject(params) ? { params } : {}) }];
  }

  #cancelled(params: Json | undefined): void {
    if (!isJsonObject(params)) return;
    const { requestId, reason } = params;
    if (typeof requestId !== "string" && typeof requestId !== "number") return;
    this.#listener.cancelled(requestId, typeof reason === "string" ? reason : undefined);
  }

  #result(envelope: EnvelopeOf<"result">, { rounded = [] }: Source): JSONRPCMessage {
    const { id, result } = envelope;
    const own = withRounded(roundedBehind(rounded, "result"));
    const answer: RawAnswer = { kind: "result", result, ...own };
    if (this.#take(id, answer)) return stubFor(id, answer, true);
    return stubFor(id, { kind: "result", result: withoutNulls(result) }, false);
  }

  #error(envelope: EnvelopeOf<"error">): JSONRPCMessage {
    const { id, error } = envelope;
    const answer: RawAnswer = { kind: "error", error };
    return stubFor(id, answer, this.#take(id, answer));
  }

  #bad(id: RequestId): JSONRPCMessage {
    const answer: RawAnswer = { kind: "bad" };
    const kept = this.#take(id, answer);
    if (!kept) this.badAnswers += 1;
    return stubFor(id, answer, kept);
  }

  #answerCapture(id: RequestId, answer: RawAnswer): void {
    this.onmessage?.(stubFor(id, answer, this.#take(id, answer)));
  }

  /** Keeps the first answer to a call of ours. True when it was one. */
  #take(id: RequestId, answer: RawAnswer): boolean {
    const capture = this.#captures.get(keyOf(id));
    if (capture === undefined) return false;
    capture.answer ??= answer;
    capture.onAnswer?.();
    return true;
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

/**
 * What the library sees of an answer. One that we keep raw is told to it as an empty one, since the library
 * would reject, strip or dump what does not fit its schemas.
 */
function stubFor(id: RequestId, answer: RawAnswer, kept: boolean): JSONRPCMessage {
  switch (answer.kind) {
    case "result":
      return { jsonrpc: "2.0", id, result: kept ? { resultType: "complete" } : answer.result };
    case "error":
      return {
        jsonrpc: "2.0",
        id,
        error: { ...answer.error, code: Math.trunc(answer.error.code) },
      };
    case "bad":
      return { jsonrpc: "2.0", id, error: { code: BAD_ANSWER_CODE, message: "malformed answer" } };
    case "lost":
      return { jsonrpc: "2.0", id, error: { code: LOST_CODE, message: "connection lost" } };
  }
}

/**
 * What a server says of itself, without members that are null: some serialisers write them for "absent",
 * and the library would then refuse the whole connection.
 */
function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]): [string, Json | undefined][] => {
    if (value === null) return [];
    return [[name, isJsonObject(value) ? withoutNulls(value) : value]];
  });
  return Object.fromEntries(kept);
}

/** Codes that only tell the library; they never leave this process. */
export const BAD_ANSWER_CODE = -32603;
export const LOST_CODE = -32000;

function shown(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)} … [${text.length - SHOWN_CHARACTERS} more characters]`;
}
