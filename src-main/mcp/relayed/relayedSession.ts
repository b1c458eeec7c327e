// A session of a host on a wrapped server. Every message passes as it came, but for what the desk answers itself: requests
// for sampling and elicitation, pushed or embedded.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import { valuesMax } from "../../../src-shared/sampling/document/measure.ts";
import type { CancelReason, Host } from "../../../src-shared/sampling/life/sample.ts";
import type { Negotiated } from "../../../src-shared/servers/server.ts";
import type { HeldRequest, UnattributedRequest } from "../../desk/ports.ts";
import type {
  HostEnd,
  HostSession,
  SessionListener,
  SessionSpec,
} from "../../services/gateway/gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import { keepAlive, progressTokenOf } from "../requests/keepalive.ts";
import { OpenCalls } from "../requests/openCalls.ts";
import { OpenPages } from "../requests/openPages.ts";
import { PushedRequests } from "../requests/pushedRequests.ts";
import { requesterOf } from "../requests/requester.ts";
import { cancelReasonFor } from "../session/cancelReason.ts";
import type { Exchange } from "../session/captures.ts";
import { declaredTo } from "../session/declared.ts";
import { SAMPLING_METHOD } from "../session/methods.ts";
import { runRounds } from "../session/rounds.ts";
import { ByteLines } from "../transports/byteLines.ts";
import { PipeError, SendError, UNKNOWN_SOURCE } from "../transports/pipe.ts";
import type { MessageSource, Oversized, Pipe, PipeListener } from "../transports/pipe.ts";
import { openPipe } from "../transports/transport.ts";
import { keyOf, readEnvelope } from "../wire/envelope.ts";
import type { Envelope, RequestId } from "../wire/envelope.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import { MESSAGE_MAX_VALUES, parseText } from "../wire/receiveText.ts";
import type { Tap } from "../wire/tap.ts";
import { CLIENT_META, VERSION_META, withDeskCapabilities } from "./declaredByDesk.ts";
import { callIn, HostCalls } from "./hostCalls.ts";
import type { HostCall } from "./hostCalls.ts";
import { errorFor, STOPPED, toolFailure, wordsForCall, wordsForFailure } from "./sayings.ts";
import { withField } from "./splice.ts";

/** Requests that the host does not see: the desk answers them. */
const HELD: ReadonlyMap<string, "sampling" | "elicitation"> = new Map([
  [SAMPLING_METHOD, "sampling"],
  ["elicitation/create", "elicitation"],
]);

export class RelayedSession implements HostSession, PipeListener {
  readonly tap: Tap;
  readonly #spec: SessionSpec;
  readonly #parts: ConnectionParts;
  readonly #host: HostEnd;
  readonly #listener: SessionListener;
  readonly #fromHost: ByteLines;
  readonly #calls = new HostCalls();
  readonly #openCalls = new OpenCalls();
  readonly #pages = new OpenPages();
  readonly #pushed: PushedRequests;
  readonly #starting: Promise<void>;
  #pipe: Pipe | null = null;
  /** Why nothing reaches the server, for the host. */
  #unavailable: string | null = null;
  #closed = false;
  #negotiated: Negotiated | undefined;
  #claims: Pick<Host, "name" | "version"> = { name: "" };
  #initializeKey: string | null = null;

  constructor(
    spec: SessionSpec,
    host: HostEnd,
    { listener, parts, tap }: { listener: SessionListener; parts: ConnectionParts; tap: Tap },
  ) {
    this.#spec = spec;
    this.#host = host;
    this.#listener = listener;
    this.#parts = parts;
    this.tap = tap;
    this.#fromHost = new ByteLines({
      line: (text) => {
        if (text.trim() !== "") this.#takeFromHost(text);
      },
      oversized: ({ id, method }) => {
        if (id !== null && method !== null)
          host.send(errorFor(id, "The message is too large for Countersign.", -32600));
      },
    });
    this.#pushed = new PushedRequests({
      receive: (incoming, runs) => this.#hold(incoming, runs),
      send: (message) => this.#send(message),
      keepAliveMs: parts.keepAliveMs,
    });
    this.#starting = this.#start();
  }

  async receive(chunk: Uint8Array): Promise<void> {
    await this.#starting;
    this.#fromHost.push(chunk);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#endRequests({ kind: "disconnected" });
    this.tap.closed();
    await this.#starting;
    await this.#pipe?.close();
    this.#listener.ended();
  }

  async #start(): Promise<void> {
    this.tap.opened();
    const { policy: _policy, sessionId: _id, folder: _folder, ...endpoint } = this.#spec;
    try {
      const makePipe = await openPipe({ ...endpoint, policy: this.#spec.policy() }, this.#parts);
      this.#pipe = makePipe();
      await this.#pipe.start(this, () => {});
    } catch (error) {
      if (!(error instanceof PipeError)) throw error;
      this.#unavailable = wordsForFailure(error.failure, this.#spec.name);
    }
  }

  // From the host

  #takeFromHost(text: string): void {
    const raw = parseText(text);
    if (Array.isArray(raw)) {
      for (const one of raw) this.#fromHostOne(JSON.stringify(one), one);
    } else this.#fromHostOne(text, raw);
  }

  #fromHostOne(text: string, raw: unknown): void {
    const envelope = readEnvelope(raw);
    switch (envelope.kind) {
      case "request":
        this.#requested(text, envelope);
        return;
      case "notification":
        this.#notified(text, envelope);
        return;
      case "result":
      case "error":
        // The desk answers what it holds; a host that answers too is not heard.
        if (!this.#pushed.isOpen(envelope.id)) this.#forward(text);
        return;
      default:
        this.#forward(text);
    }
  }

  #requested(text: string, { id, method, params }: Extract<Envelope, { kind: "request" }>): void {
    if (this.#unavailable !== null) {
      this.#host.send(errorFor(id, this.#unavailable));
      return;
    }
    const given = isJsonObject(params) ? params : {};
    const declared = withDeskCapabilities(text, method, given, this.#spec.policy());
    this.#learnHost(id, method, given);
    const call = callIn(randomUUID(), method, params);
    if (call === null) {
      this.#forward(declared, id);
      return;
    }
    if (method === "tools/call" && this.#isStopped()) {
      this.#host.send(toolFailure(id, STOPPED));
      return;
    }
    void this.#runCall({
      ...{ id, sentId: id, text: declared, call, progressToken: progressTokenOf(params) },
      ...{ abort: new AbortController(), groups: new Set(), answered: null, lastText: "" },
    });
  }

  #notified(text: string, { method, params }: Extract<Envelope, { kind: "notification" }>): void {
    if (method === "notifications/cancelled" && isJsonObject(params)) {
      const { requestId } = params;
      const call =
        typeof requestId === "string" || typeof requestId === "number"
          ? this.#calls.ofHost(requestId)
          : undefined;
      if (call !== undefined) {
        this.#forward(withField(text, ["params", "requestId"], call.sentId));
        call.abort.abort();
        this.#endCall(call, "cancelled");
        return;
      }
    }
    this.#forward(text);
  }

  /** What the host calls itself, and which version it speaks. */
  #learnHost(id: RequestId, method: string, params: JsonObject): void {
    const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
    const info = method === "initialize" ? params["clientInfo"] : meta[CLIENT_META];
    if (method === "initialize") this.#initializeKey = keyOf(id);
    const version = meta[VERSION_META];
    if (typeof version === "string") this.#spoken({ protocolVersion: version, era: "modern" });
    if (!isJsonObject(info) || this.#claims.name !== "") return;
    const { name, version: build } = info;
    this.#claims = {
      name: typeof name === "string" ? name.slice(0, 200) : "",
      ...(typeof build === "string" ? { version: build.slice(0, 100) } : {}),
    };
    this.#listener.host(this.#hostNow);
  }

  get #hostNow(): Host {
    return { ...this.#claims, sessionId: this.#spec.sessionId };
  }

  #spoken(more: Pick<Negotiated, "protocolVersion" | "era"> & Partial<Negotiated>): void {
    this.#negotiated = { capabilities: {}, ...this.#negotiated, ...more };
    this.#pipe?.setProtocolVersion?.(more.protocolVersion);
  }

  #isStopped(): boolean {
    return (this.#parts.desk.waitToSend?.(this.#spec.serverId) ?? null) !== null;
  }

  /** Runs a call of the host to its end, in as many rounds as the server asks for. */
  async #runCall(hostCall: HostCall): Promise<void> {
    const { id, call, abort } = hostCall;
    this.#calls.add(hostCall);
    this.#openCalls.opened({ call, listener: { progress: () => {}, line: () => {} } });
    const outcome = await runRounds(
      (more) => this.#exchange(hostCall, more),
      call,
      {
        receive: (incoming, runs) => this.#hold(incoming, runs),
        roots: () => ({ roots: [{ uri: pathToFileURL(this.#spec.folder).href }] }),
        newGroupId: () => this.#parts.newId(),
        pageDone: (page, signal) => this.#pages.done(page, signal),
        waiting: (group, waits) => void hostCall.groups[waits ? "add" : "delete"](group),
        embeddedRequests: true,
      },
      abort.signal,
    );
    if (abort.signal.aborted || this.#closed) return;
    this.#endCall(hostCall, "ended");
    const isServers = outcome.ok || outcome.failure.kind === "run-error";
    if (isServers) {
      const { lastText, sentId } = hostCall;
      this.#host.send(keyOf(sentId) === keyOf(id) ? lastText : withField(lastText, ["id"], id));
    } else if (this.#unavailable !== null) this.#host.send(errorFor(id, this.#unavailable));
    else if (call.method === "tools/call")
      this.#host.send(toolFailure(id, wordsForCall(outcome.failure)));
    else this.#host.send(errorFor(id, wordsForCall(outcome.failure)));
  }

  /** One round: the host's own message first, then the same with what the server required. */
  #exchange(hostCall: HostCall, more: JsonObject): Exchange {
    let { text } = hostCall;
    if (Object.keys(more).length > 0 || hostCall.lastText !== "") {
      this.#calls.repeat(hostCall, `countersign-${randomUUID()}`);
      text = withField(text, ["id"], hostCall.sentId);
      for (const [name, value] of Object.entries(more))
        text = withField(text, ["params", name], value);
    }
    this.#openCalls.sentAs(hostCall.call.runId, hostCall.sentId);
    const response = new Promise<RawResponse>((resolve, reject) => {
      hostCall.answered = (answer, came) => {
        hostCall.lastText = came;
        resolve(answer);
      };
      hostCall.abort.signal.addEventListener("abort", () => reject(new Error("cancelled")), {
        once: true,
      });
    });
    response.catch(() => {});
    const sent = this.#sendText(text);
    sent.catch(() => hostCall.answered?.({ kind: "lost" }, ""));
    return { sent, response };
  }

  #endCall(hostCall: HostCall, how: "ended" | "cancelled"): void {
    const { runId } = hostCall.call;
    this.#calls.remove(hostCall);
    this.#openCalls.ended(runId);
    this.#pushed.callEnded(runId, how);
  }

  #forward(text: string, id?: RequestId): void {
    this.#sendText(text).catch(() => {
      if (id === undefined) return;
      this.#host.send(errorFor(id, this.#unavailable ?? "The server took no message."));
    });
  }

  #sendText(text: string): Promise<void> {
    const pipe = this.#pipe;
    if (pipe === null || this.#unavailable !== null)
      return Promise.reject(new SendError("disconnected", false));
    const message = JSON.parse(text) as JSONRPCMessage;
    return pipe.sendText?.(text, message) ?? pipe.send(message);
  }

  #send(message: JSONRPCMessage): Promise<void> {
    return this.#pipe?.send(message) ?? Promise.reject(new SendError("disconnected", false));
  }

  // From the server

  admit(raw: unknown, from: MessageSource): JSONRPCMessage[] {
    if (Array.isArray(raw)) for (const one of raw) this.#takeFromServer(one, UNKNOWN_SOURCE);
    else this.#takeFromServer(raw, from);
    return [];
  }

  #takeFromServer(raw: unknown, from: MessageSource): void {
    const text = from.text ?? JSON.stringify(raw);
    const envelope = readEnvelope(raw);
    if (envelope.kind === "request" && HELD.has(envelope.method)) {
      const kind = HELD.get(envelope.method);
      const origin = this.#openCalls.origin(from);
      const { id, params } = envelope;
      this.#pushed.receive(id, params, origin, from, kind === "sampling" ? undefined : kind);
      return;
    }
    if (envelope.kind === "notification" && this.#takesNotification(envelope)) return;
    if (envelope.kind === "result" || envelope.kind === "error") {
      if (keyOf(envelope.id) === this.#initializeKey) this.#initialized(envelope);
      const call = this.#calls.sentAs(envelope.id);
      if (call !== undefined) {
        this.#answered(call, envelope, text, from);
        return;
      }
    }
    this.#host.send(text);
  }

  #answered(
    call: HostCall,
    envelope: Extract<Envelope, { kind: "result" | "error" }>,
    text: string,
    { rounded, bytes = 0 }: MessageSource,
  ): void {
    this.#openCalls.answered(call.call.runId);
    const answer: RawResponse =
      envelope.kind === "error"
        ? { kind: "error", error: envelope.error }
        : { ...envelope, bytes, ...(rounded === undefined ? {} : { rounded }) };
    call.answered?.(answer, text);
  }

  /** Tells of what the desk holds stay here. */
  #takesNotification({ method, params }: Extract<Envelope, { kind: "notification" }>): boolean {
    const given = isJsonObject(params) ? params : {};
    const { requestId, elicitationId, reason } = given;
    if (method === "notifications/elicitation/complete" && typeof elicitationId === "string")
      this.#pages.completed(elicitationId);
    if (method !== "notifications/cancelled") return false;
    if (typeof requestId !== "string" && typeof requestId !== "number") return false;
    if (!this.#pushed.isOpen(requestId)) return false;
    this.#pushed.cancelledByServer(requestId, typeof reason === "string" ? reason : undefined);
    return true;
  }

  #initialized(envelope: Extract<Envelope, { kind: "result" | "error" }>): void {
    this.#initializeKey = null;
    if (envelope.kind === "error") return;
    const { protocolVersion, serverInfo, capabilities } = envelope.result;
    this.#spoken({
      protocolVersion: typeof protocolVersion === "string" ? protocolVersion : "",
      era: "legacy",
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      ...claimsIn(serverInfo),
    });
  }

  malformed(text: string): void {
    this.#line("rubbish", text);
  }

  oversized({ id, method, bytes }: Oversized): void {
    this.#line("rubbish", `[a message of ${bytes} bytes] ${method ?? ""} ${id ?? ""}`.trimEnd());
    if (id === null) return;
    const message = "The message is too large for Countersign.";
    if (method === null) {
      const call = this.#calls.sentAs(id);
      if (call !== undefined) {
        this.#endCall(call, "ended");
        call.abort.abort();
      }
      this.#host.send(errorFor(call?.id ?? id, message));
    } else this.#send({ jsonrpc: "2.0", id, error: { code: -32600, message } }).catch(() => {});
  }

  valuesMax(method: string | null): number {
    const { limits } = this.#spec.policy();
    return method === SAMPLING_METHOD ? valuesMax(limits.messages) : MESSAGE_MAX_VALUES;
  }

  stderr(text: string): void {
    this.#line("stderr", text);
  }

  responseLost(id: RequestId): void {
    this.#calls.sentAs(id)?.answered?.({ kind: "lost" }, "");
  }

  /** The server is gone: what it asked ends, what the host waits for gets an error, and the host sees its server exit. */
  lost(failure: ServerFailure): void {
    if (this.#closed) return;
    this.#unavailable = wordsForFailure(failure, this.#spec.name);
    this.#endRequests(cancelReasonFor(failure));
    this.#host.end();
  }

  #endRequests(because: CancelReason): void {
    this.#pushed.endAll(because);
    for (const call of this.#calls.all()) {
      for (const group of call.groups) group.withdraw(because);
      if (this.#unavailable !== null) this.#host.send(errorFor(call.id, this.#unavailable));
      this.#calls.remove(call);
      call.abort.abort();
    }
  }

  #line(from: "stderr" | "rubbish", text: string): void {
    this.#listener.lines([{ atMs: Date.now(), from, text: text.slice(0, 1_000_000) }]);
  }

  /** Hands a request to the desk, and meanwhile tells the host that its call goes on. */
  #hold(incoming: UnattributedRequest, runs: string[]): HeldRequest {
    const policy = this.#spec.policy();
    const stop = this.#tellProgress(runs);
    const { policy: _now, ...spec } = this.#spec;
    const held = this.#parts.desk.receive({
      ...incoming,
      policy,
      asker: requesterOf({ ...spec, policy }, this.#negotiated, incoming.origin, this.#hostNow),
      declared: declaredTo(policy),
      settle: (settlement) => {
        stop();
        return incoming.settle(settlement);
      },
    });
    this.#pages.track(incoming, held);
    this.#listener.sampleReceived(held.sampleId);
    return {
      ...held,
      withdraw(because) {
        stop();
        held.withdraw(because);
      },
    };
  }

  /** Progress moves the clock of some hosts (2025-11-25, basic/utilities/progress); only who gave a token is told. */
  #tellProgress(runs: readonly string[]): () => void {
    const tokens = runs.flatMap((run) => this.#calls.ofRun(run)?.progressToken ?? []);
    if (tokens.length === 0) return () => {};
    return keepAlive((progress) => {
      for (const progressToken of tokens) {
        const params = {
          progressToken,
          progress,
          message: "Waiting for a decision in Countersign",
        };
        const method = "notifications/progress";
        this.#host.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
      }
    }, this.#parts.keepAliveMs / 2);
  }
}

function claimsIn(info: Json | undefined): Pick<Negotiated, "claims"> {
  if (!isJsonObject(info) || typeof info["name"] !== "string") return {};
  const { name, version, title } = info;
  return {
    claims: {
      name,
      ...(typeof version === "string" ? { version } : {}),
      ...(typeof title === "string" ? { title } : {}),
    },
  };
}
