// A host's session with a wrapped server. Messages are relayed unchanged, except those that the desk handles itself:
// sampling and elicitation requests, pushed or embedded.
import { randomUUID } from "node:crypto";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import { valuesMax } from "../../../src-shared/sampling/document/measure.ts";
import type { CancelReason, Origin } from "../../../src-shared/sampling/life/sample.ts";
import type {
  HostEnd,
  HostSession,
  SessionListener,
  SessionSpec,
} from "../../services/gateway/gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import { progressTokenOf } from "../requests/keepalive.ts";
import { OpenPages } from "../requests/openPages.ts";
import { PushedRequests } from "../requests/pushedRequests.ts";
import { cancelReasonFor } from "../session/cancelReason.ts";
import { SAMPLING_METHOD } from "../session/methods.ts";
import { PipeError, SendError, UNKNOWN_SOURCE } from "../transports/pipe.ts";
import type { MessageSource, Oversized, Pipe, PipeListener } from "../transports/pipe.ts";
import { readEnvelope } from "../wire/envelope.ts";
import type { Envelope, RequestId } from "../wire/envelope.ts";
import { MESSAGE_MAX_VALUES } from "../wire/receiveText.ts";
import type { Tap } from "../wire/tap.ts";
import { VersionCrossing } from "./crossing/versionCrossing.ts";
import { heldKind, withDeskCapabilities } from "./declaredByDesk.ts";
import { callIn, newCall } from "./hostCalls.ts";
import { HostInput } from "./hostInput.ts";
import { RequestHolder } from "./requestHolder.ts";
import { RelayedCalls } from "./relayedCalls.ts";
import { SessionPeers } from "./sessionPeers.ts";
import { sessionPipe } from "./sessionPipe.ts";
import { errorFor, STOPPED, TOO_LARGE, toolFailure, wordsForFailure } from "./hostMessages.ts";
import { onOneLine, withField } from "./splice.ts";

export class RelayedSession implements HostSession, PipeListener {
  readonly tap: Tap;
  readonly #spec: SessionSpec;
  readonly #parts: ConnectionParts;
  readonly #host: HostEnd;
  readonly #listener: SessionListener;
  readonly #fromHost: HostInput;
  readonly #calls: RelayedCalls;
  readonly #speakers: SessionPeers;
  readonly #holding: RequestHolder;
  readonly #pages = new OpenPages();
  readonly #pushed: PushedRequests;
  readonly #crossing: VersionCrossing;
  readonly #starting: Promise<void>;
  #pipe: Pipe | null = null;
  /** Why the server cannot be reached, in words for the host. */
  #unavailable: string | null = null;
  #closed = false;

  constructor(
    spec: SessionSpec,
    host: HostEnd,
    { listener, parts, tap }: { listener: SessionListener; parts: ConnectionParts; tap: Tap },
  ) {
    this.#spec = spec;
    this.#host = {
      send: (text, requestId) => {
        const dressed = this.#crossing.dressed(text);
        if (dressed !== null) host.send(dressed, requestId);
      },
      end: () => host.end(),
    };
    this.#listener = listener;
    this.#parts = parts;
    this.tap = tap;
    this.#fromHost = new HostInput({
      message: (text, envelope) => this.#takeFromHost(text, envelope),
      malformed: (text) => this.#line("rubbish", text),
      tooLarge: (id) => this.#host.send(errorFor(id, TOO_LARGE, -32600)),
    });
    this.#pushed = new PushedRequests({
      receive: (incoming, runs) => this.#holding.hold(incoming, runs),
      send: (message) => this.#send(message),
      keepAliveMs: parts.keepAliveMs,
    });
    this.#crossing = new VersionCrossing({
      ...{ folder: spec.folder, fallback: spec.fallback },
      admit: (text, envelope) => this.#admit(text, envelope),
      toServer: (text, id) => this.#forward(text, id),
      toHost: (text, requestId) => host.send(text, requestId),
    });
    this.#calls = new RelayedCalls({
      ...{ folder: spec.folder, pages: this.#pages, newId: () => parts.newId() },
      hold: (incoming, runs) => this.#holding.hold(incoming, runs),
      heldByRule: (call) => this.#holding.heldByRule(call),
      toServer: (text, headers) => this.#sendText(text, this.#speakers.sent(headers)),
      toHost: (text) => this.#host.send(text),
      ended: (call, how) => this.#holding.ended(call, how),
      ...{ policy: () => spec.policy(), isStopped: () => this.#isStopped() },
      unavailable: () => this.#unavailable,
    });
    this.#speakers = new SessionPeers(spec.sessionId, {
      host: (who) => (this.#unavailable ??= listener.host(who)),
      version: (version) => this.#pipe?.setProtocolVersion?.(version),
    });
    this.#holding = new RequestHolder({
      ...{ spec, parts, host: this.#host, listener, pages: this.#pages, speakers: this.#speakers },
      callOf: (runId) => this.#calls.ofRun(runId),
      callEnded: (runId, how) => this.#pushed.callEnded(runId, how),
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
    this.#crossing.close();
    this.#endRequests({ kind: "disconnected" });
    this.tap.closed();
    await this.#starting;
    await this.#pipe?.close();
    this.#listener.ended();
  }

  async #start(): Promise<void> {
    this.tap.opened();
    try {
      this.#pipe = await sessionPipe(this.#spec, this.#parts);
      await this.#pipe.start(this, () => {});
    } catch (error) {
      if (!(error instanceof PipeError)) throw error;
      this.#unavailable = wordsForFailure(error.failure, this.#spec.name);
    }
  }

  // From the host

  #takeFromHost(text: string, envelope: Envelope): void {
    if (this.#unavailable !== null || !this.#crossing.fromHost(text, envelope))
      this.#admit(text, envelope);
  }

  #admit(text: string, envelope: Envelope): void {
    switch (envelope.kind) {
      case "request":
        this.#requested(text, envelope);
        return;
      case "notification":
        this.#notified(text, envelope);
        return;
      case "result":
      case "error":
        // The desk responds to requests that it holds; a response of the host to one is ignored.
        if (!this.#pushed.isOpen(envelope.id)) this.#forward(text);
        return;
      default:
        this.#forward(text);
    }
  }

  #requested(text: string, { id, method, params }: Extract<Envelope, { kind: "request" }>): void {
    const given = isJsonObject(params) ? params : {};
    this.#speakers.requested(id, method, given);
    if (this.#unavailable !== null) {
      this.#host.send(errorFor(id, this.#unavailable));
      return;
    }
    const declared = withDeskCapabilities(text, method, given, this.#policy());
    const call = callIn(randomUUID(), method, params);
    if (call === null) {
      this.#calls.tools.listed(id, method);
      this.#forward(declared, id);
      return;
    }
    if (method === "tools/call" && this.#isStopped()) {
      this.#host.send(toolFailure(id, STOPPED));
      return;
    }
    const progressToken = progressTokenOf(params);
    void this.#calls.run(newCall({ id, text: declared, call, progressToken }));
  }

  #notified(text: string, { method, params }: Extract<Envelope, { kind: "notification" }>): void {
    if (method === "notifications/cancelled" && isJsonObject(params)) {
      const { requestId } = params;
      const call =
        typeof requestId === "string" || typeof requestId === "number"
          ? this.#calls.ofHost(requestId)
          : undefined;
      if (call !== undefined) {
        // The server does not know a call that is still held.
        if (call.answered !== null)
          this.#forward(withField(text, ["params", "requestId"], call.sentId));
        call.abort.abort();
        this.#calls.end(call, "cancelled");
        return;
      }
    }
    this.#forward(text);
  }

  /** A host whose version is crossed gets no requests, so nothing can be left to it. */
  #policy(): ServerPolicy {
    const policy = this.#spec.policy();
    return this.#crossing.isCrossed ? { ...policy, elicitation: "desk" } : policy;
  }

  #isStopped(): boolean {
    return (this.#parts.desk.waitToSend?.(this.#spec.serverId) ?? null) !== null;
  }

  #forward(text: string, id?: RequestId): void {
    this.#sendText(text).catch(() => {
      if (id === undefined) return;
      this.#host.send(errorFor(id, this.#unavailable ?? "The server accepted no message."));
    });
  }

  #sendText(text: string, headers: Record<string, string> = {}): Promise<void> {
    const pipe = this.#pipe;
    if (pipe === null || this.#unavailable !== null)
      return Promise.reject(new SendError("disconnected", false));
    const message = JSON.parse(text) as JSONRPCMessage;
    return pipe.sendText?.(text, message, { headers }) ?? pipe.send(message, { headers });
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
    const text = onOneLine(from.text ?? JSON.stringify(raw));
    const envelope = readEnvelope(raw);
    const kind =
      envelope.kind === "request" ? heldKind(envelope.method, this.#policy()) : undefined;
    if (envelope.kind === "request" && kind !== undefined) {
      const origin = this.#calls.open.origin(from);
      const { id, params } = envelope;
      this.#pushed.receive(id, params, origin, from, kind === "sampling" ? undefined : kind);
      return;
    }
    if (envelope.kind === "notification" && this.#takesNotification(envelope)) return;
    if (envelope.kind === "result" || envelope.kind === "error") this.#speakers.responded(envelope);
    const { postId } = from;
    const callId = postId === null ? null : (this.#calls.sentAs(postId)?.id ?? postId);
    if (this.#crossing.fromServer(envelope, callId)) return;
    if (envelope.kind === "result" || envelope.kind === "error") {
      const tools =
        envelope.kind === "result" ? this.#calls.tools.learn(envelope.id, envelope.result) : [];
      if (tools.length > 0) this.#listener.tools(tools);
      const call = this.#calls.sentAs(envelope.id);
      if (call !== undefined) {
        this.#calls.answered(call, envelope, text, from);
        return;
      }
    }
    this.#host.send(text);
  }

  /** Notifications about requests that the desk holds are not relayed. */
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

  openOrigin = (): Origin => this.#calls.open.origin(UNKNOWN_SOURCE);

  malformed(text: string): void {
    this.#line("rubbish", text);
  }

  oversized({ id, method, bytes }: Oversized): void {
    this.#line("rubbish", `[a message of ${bytes} bytes] ${method ?? ""} ${id ?? ""}`.trimEnd());
    if (id === null) return;
    if (method === null) {
      const call = this.#calls.sentAs(id);
      if (call !== undefined) {
        this.#calls.end(call, "ended");
        call.abort.abort();
      }
      this.#host.send(errorFor(call?.id ?? id, TOO_LARGE));
    } else
      this.#send({ jsonrpc: "2.0", id, error: { code: -32600, message: TOO_LARGE } }).catch(
        () => {},
      );
  }

  valuesMax(method: string | null): number {
    const { limits } = this.#spec.policy();
    return method === SAMPLING_METHOD ? valuesMax(limits.messages) : MESSAGE_MAX_VALUES;
  }

  stderr(text: string): void {
    this.#line("stderr", text);
  }

  responseLost(id: RequestId): void {
    if (this.#crossing.lostResponse(id)) return;
    this.#calls.sentAs(id)?.answered?.({ kind: "lost" }, "");
  }

  /**
   * The server has gone: its requests end, pending calls of the host get an error, and the host sees its server exit.
   */
  lost(failure: ServerFailure): void {
    if (this.#closed) return;
    this.#unavailable = wordsForFailure(failure, this.#spec.name);
    this.#crossing.lost();
    this.#endRequests(cancelReasonFor(failure));
    this.#host.end();
  }

  #endRequests(because: CancelReason): void {
    this.#pushed.endAll(because);
    this.#calls.endAll(because);
  }

  #line(from: "stderr" | "rubbish", text: string): void {
    this.#listener.lines([{ atMs: Date.now(), from, text: text.slice(0, 1_000_000) }]);
  }
}
