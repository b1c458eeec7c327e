// A host that speaks 2026-07-28 alone, before a server that knows only `initialize`: the desk initializes the server, and
// writes each message as the other side reads it. Whatever host and server can agree on by themselves passes untouched.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { RpcMessage } from "#shared/rpc/readMessage.ts";
import type { HostFallback } from "../../../services/gateway/gatewayPorts.ts";
import { keyOf, readEnvelope } from "../../wire/envelope.ts";
import type { RequestId } from "../../wire/envelope.ts";
import { CLIENT_META, VERSION_META } from "../declaredByDesk.ts";
import { errorFor } from "../hostMessages.ts";
import {
  discoverResult,
  initializeParams,
  isModernError,
  metaOf,
  MODERN_VERSION,
  modernResponse,
  olderRequest,
  UNSUPPORTED_VERSION,
} from "./crossedMessages.ts";
import { ListenStreams } from "./listenStreams.ts";
import { RequestedLogs } from "./requestedLogs.ts";

/** How long a server may be silent to `server/discover` while requests wait: some older ones never answer it. */
const SILENCE_MS = 3000;
/** What a host may send until the server is ready. */
const WAITING_MAX = 1000;
const WAITING_MAX_BYTES = 64 * 1024 * 1024;
/** Open requests whose method is remembered; the response to one that is not gets no caching fields. */
const METHODS_MAX = 10_000;

type Request = Extract<RpcMessage, { kind: "request" }>;
type Notification = Extract<RpcMessage, { kind: "notification" }>;
type Response = Extract<RpcMessage, { kind: "result" | "error" }>;

export interface VersionCrossingParts {
  /** The host's working folder: the only root. */
  folder: string;
  fallback: HostFallback;
  /** Takes a message of the host as if it had come like this. */
  admit(text: string, envelope: RpcMessage): void;
  /** `id`: of a request, which gets an error by way of `dressed` if it cannot be sent. */
  toServer(text: string, id?: RequestId): void;
  toHost(text: string, requestId?: RequestId): void;
}

/**
 * `open`: the host has not said what it speaks, or was refused. `asking`: `server/discover` is with the server.
 * `starting`: the desk initializes the server. `agreed`: nothing is crossed.
 */
type State = "open" | "asking" | "starting" | "crossed" | "agreed";

/** Notifications of an older server that mean nothing to a host of 2026-07-28. */
const DROPPED: ReadonlySet<string> = new Set([
  "notifications/cancelled",
  "notifications/elicitation/complete",
  "notifications/tasks/status",
]);

const OWN = "countersign-";
const OWN_KEY = keyOf(OWN);
const ownId = (): string => `${OWN}${randomUUID()}`;
const request = (id: RequestId, method: string, params: JsonObject): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export class VersionCrossing {
  readonly #parts: VersionCrossingParts;
  #state: State = "open";
  /** The server has refused `server/discover`. */
  #isRefused = false;
  #host = "";
  /** The id under which `server/discover` is with the server. */
  #discoverKey: string | null = null;
  /** Messages of the host that wait until the server is ready. */
  #waiting: { text: string; envelope: RpcMessage }[] = [];
  #waitingBytes = 0;
  #silence: NodeJS.Timeout | undefined;
  /** The desk's own requests to the server. */
  readonly #own = new Map<string, (response: Response) => void>();
  readonly #methods = new Map<string, string>();
  readonly #logs = new RequestedLogs();
  #initialized: JsonObject = {};
  #streams: ListenStreams | null = null;

  constructor(parts: VersionCrossingParts) {
    this.#parts = parts;
  }

  /** The server speaks to the desk rather than to the host, so the desk answers all that it asks. */
  get isCrossed(): boolean {
    return this.#state === "starting" || this.#state === "crossed";
  }

  // From the host

  /** Takes a message of the host; false for one that goes its usual way. */
  fromHost(text: string, envelope: RpcMessage): boolean {
    if (this.#state === "agreed") return false;
    if (envelope.kind === "request" && envelope.method === "initialize")
      return this.#initializes(envelope);
    switch (this.#state) {
      case "crossed":
        this.#cross(text, envelope);
        return true;
      case "asking":
      case "starting":
        this.#wait(text, envelope);
        return true;
      case "open":
        return envelope.kind === "request" && this.#opens(text, envelope);
    }
  }

  /** The first request, or one after a refusal. */
  #opens(text: string, envelope: Request): boolean {
    const { method, params } = envelope;
    const meta = metaOf(params);
    if (meta[VERSION_META] !== MODERN_VERSION) return false;
    this.#host = nameIn(meta[CLIENT_META]);
    const { isExpected } = this.#parts.fallback;
    if (method === "server/discover" && isExpected(this.#host)) {
      this.#state = "asking";
      this.#discoverKey = keyOf(envelope.id);
      return false;
    }
    const isKnown = this.#isRefused || !isExpected(this.#host);
    this.#state = isKnown ? "starting" : "asking";
    this.#wait(text, envelope);
    if (isKnown) this.#start(params);
    else this.#askVersion(meta);
    return true;
  }

  /** Asks the server in the host's name, for a host that has not. */
  #askVersion(meta: JsonObject): void {
    const id = ownId();
    this.#discoverKey = keyOf(id);
    const method = "server/discover";
    const params = { _meta: meta };
    const envelope: Request = { kind: "request", id, method, params };
    this.#parts.admit(request(id, method, params), envelope);
  }

  #initializes({ id, params }: Request): boolean {
    if (this.isCrossed) {
      const message = `This session already speaks ${MODERN_VERSION}, which has no initialize.`;
      this.#parts.toHost(errorFor(id, message, -32600));
      return true;
    }
    this.#parts.fallback.initialized(nameIn(isJsonObject(params) ? params["clientInfo"] : null));
    this.#agree();
    return false;
  }

  #wait(text: string, envelope: RpcMessage): void {
    this.#waitingBytes += text.length;
    if (this.#waiting.length >= WAITING_MAX || this.#waitingBytes > WAITING_MAX_BYTES) {
      if (envelope.kind !== "request") return;
      this.#parts.toHost(errorFor(envelope.id, "The server is not ready yet.", -32603));
      return;
    }
    this.#waiting.push({ text, envelope });
    if (this.#state === "asking")
      this.#silence ??= setTimeout(() => this.#refused(), SILENCE_MS).unref();
  }

  /** Initializes the server in the name of the host whose request this is. */
  #start(params: Json | undefined): void {
    this.#state = "starting";
    const id = ownId();
    this.#own.set(keyOf(id), (response) => {
      if (response.kind === "error") {
        // A server without `initialize` speaks for itself.
        this.#agree();
        return;
      }
      this.#initialized = response.result;
      this.#streams = new ListenStreams({
        capabilities: capabilitiesIn(response.result),
        toHost: (text) => this.#parts.toHost(text),
        ask: (method, asked) => this.#ask(method, asked),
      });
      this.#parts.toServer('{"jsonrpc":"2.0","method":"notifications/initialized"}');
      this.#state = "crossed";
      for (const { text, envelope } of this.#taken()) this.#cross(text, envelope);
    });
    const method = "initialize";
    const asked = initializeParams(params);
    this.#parts.admit(request(id, method, asked), { kind: "request", id, method, params: asked });
  }

  /** Host and server speak for themselves. */
  #agree(): void {
    this.#state = "agreed";
    for (const { text, envelope } of this.#taken()) this.#parts.admit(text, envelope);
  }

  #taken(): { text: string; envelope: RpcMessage }[] {
    clearTimeout(this.#silence);
    this.#waitingBytes = 0;
    return this.#waiting.splice(0);
  }

  #cross(text: string, envelope: RpcMessage): void {
    if (envelope.kind === "notification") this.#crossNotification(text, envelope);
    // The server asks the desk alone, so no response of the host belongs to anything.
    if (envelope.kind !== "request") return;
    const { id, method, params } = envelope;
    const version = metaOf(params)[VERSION_META];
    if (version !== undefined && version !== MODERN_VERSION) {
      const data = { supported: [MODERN_VERSION], requested: version };
      const error = { code: UNSUPPORTED_VERSION, message: "Unsupported protocol version", data };
      this.#parts.toHost(JSON.stringify({ jsonrpc: "2.0", id, error }));
    } else if (method === "server/discover") {
      const result = discoverResult(this.#initialized);
      this.#parts.toHost(JSON.stringify({ jsonrpc: "2.0", id, result }));
    } else if (method === "subscriptions/listen") void this.#streams?.open(id, params);
    else {
      if (this.#methods.size < METHODS_MAX) this.#methods.set(keyOf(id), method);
      const level = this.#logs.requested(id, params);
      if (level !== null && "logging" in capabilitiesIn(this.#initialized))
        void this.#ask("logging/setLevel", { level });
      const older = olderRequest(text, params);
      this.#parts.admit(older.text, { ...envelope, params: older.params });
    }
  }

  #crossNotification(text: string, envelope: Notification): void {
    const { method, params } = envelope;
    const requestId = isJsonObject(params) ? params["requestId"] : undefined;
    const isId = typeof requestId === "string" || typeof requestId === "number";
    if (method === "notifications/cancelled" && isId && this.#streams?.close(requestId) === true)
      return;
    if (method === "notifications/cancelled" && isId) this.#ended(requestId);
    // The desk has initialized the server, and shares the folder itself.
    if (!["notifications/initialized", "notifications/roots/list_changed"].includes(method))
      this.#parts.admit(text, envelope);
  }

  /** Sends a request of the desk to the server; resolves with whether it succeeded. */
  #ask(method: string, params: JsonObject): Promise<boolean> {
    const id = ownId();
    return new Promise((resolve) => {
      this.#own.set(keyOf(id), ({ kind }) => resolve(kind === "result"));
      this.#parts.toServer(request(id, method, params), id);
    });
  }

  // From the server

  /** Takes a message of the server; false for one that goes its usual way. */
  fromServer(envelope: RpcMessage, callId: RequestId | null): boolean {
    switch (envelope.kind) {
      case "result":
      case "error":
        return this.#responded(envelope);
      case "bad-answer":
        return this.lostResponse(envelope.id);
      case "request":
        if (!this.isCrossed) return false;
        this.#answer(envelope);
        return true;
      case "notification":
        return this.isCrossed && this.#notified(envelope, callId);
      case "unaddressed-error":
        return this.isCrossed;
    }
  }

  /** The response to this request is none, or will not come; false for one of the host. */
  lostResponse(id: RequestId): boolean {
    return this.#responded({ kind: "error", id, error: { code: -32603, message: "" } });
  }

  #responded(response: Response): boolean {
    const key = keyOf(response.id);
    const own = this.#own.get(key);
    this.#own.delete(key);
    own?.(response);
    if (own !== undefined) return true;
    if (key !== this.#discoverKey) return false;
    this.#discoverKey = null;
    if (this.#state === "asking") {
      if (response.kind === "result" || isModernError(response.error.code)) this.#agree();
      else this.#refused();
    }
    return key.startsWith(OWN_KEY);
  }

  /** What the server asks for, beyond what the user is asked. */
  #answer({ id, method }: Request): void {
    const roots = [{ uri: pathToFileURL(this.#parts.folder).href }];
    const answer =
      method === "ping"
        ? { result: {} }
        : method === "roots/list"
          ? { result: { roots } }
          : { error: { code: -32601, message: "Method not found" } };
    this.#parts.toServer(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }

  #notified({ method, params }: Notification, callId: RequestId | null): boolean {
    if (DROPPED.has(method)) return true;
    if (method !== "notifications/message") return this.#streams?.publish(method, params) ?? true;
    const id = this.#logs.requestFor(params, callId);
    if (id !== undefined) {
      const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) };
      this.#parts.toHost(JSON.stringify(message), id);
    }
    return true;
  }

  /** The server does not know `server/discover`. A host that waits for more than that does not fall back. */
  #refused(): void {
    if (this.#state !== "asking") return;
    this.#isRefused = true;
    this.#parts.fallback.refused(this.#host);
    this.#state = "open";
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const first = this.#waiting.find(({ envelope }) => envelope.kind === "request");
    if (first?.envelope.kind === "request") this.#start(first.envelope.params);
  }

  /** A message for the host, as it reads it; null for an error about a request of the desk's own. */
  dressed(text: string): string | null {
    if (this.#state === "agreed") return text;
    const envelope = readEnvelope(JSON.parse(text));
    if (envelope.kind !== "result" && envelope.kind !== "error") return text;
    if (this.#responded(envelope)) return null;
    if (this.#state !== "crossed") return text;
    const method = this.#methods.get(keyOf(envelope.id));
    this.#ended(envelope.id);
    return modernResponse(text, method);
  }

  #ended(id: RequestId): void {
    this.#methods.delete(keyOf(id));
    this.#logs.ended(id);
  }

  close(): void {
    clearTimeout(this.#silence);
  }

  /** The server has gone: what waits is answered as usual. */
  lost(): void {
    // It may have ended for another reason than the host's own question, so that says nothing of the host.
    const isOwn = this.#discoverKey?.startsWith(OWN_KEY) === true;
    if (this.#state === "asking" && isOwn) this.#parts.fallback.refused(this.#host);
    this.#agree();
  }
}

const capabilitiesIn = ({ capabilities }: JsonObject): JsonObject =>
  isJsonObject(capabilities) ? capabilities : {};

const NAME_MAX = 200;

const nameIn = (info: Json | undefined): string =>
  isJsonObject(info) && typeof info["name"] === "string" ? info["name"].slice(0, NAME_MAX) : "";
