// A host's session with a wrapped server. Messages are relayed unchanged, except those that the desk handles itself:
// sampling and elicitation requests, pushed or embedded.
import { randomUUID } from "node:crypto";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { errorText, refusal } from "#shared/rpc/readMessage.ts";
import type { MessageOf, ReadMessage, Refused } from "#shared/rpc/readMessage.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import { valuesMax } from "#shared/request/document/measure.ts";
import type { CancelReason, Origin } from "#shared/request/life/heldRequest.ts";
import type { HostEnd, SessionEnd, SessionListener, SessionSpec } from "../../gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import { progressTokenOf } from "../requests/keepalive.ts";
import { OpenPages } from "../requests/openPages.ts";
import { PushedRequests } from "../requests/pushedRequests.ts";
import { cancelReasonFor } from "../session/cancelReason.ts";
import { SAMPLING_METHOD } from "../wire/envelope.ts";
import { PipeError, SendError, UNKNOWN_SOURCE } from "../transports/pipe.ts";
import type { MessageSource, Oversized, Pipe, PipeListener } from "../transports/pipe.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { truncate } from "../wire/excerpt.ts";
import { MESSAGE_MAX_VALUES } from "../wire/receiveText.ts";
import type { Tap } from "../wire/tap.ts";
import { SESSION_RENEWED } from "../wire/wireListener.ts";
import { withDeskCapabilities } from "./declaredByDesk.ts";
import { callIn, newCall } from "./hostCalls.ts";
import { HostInput } from "./hostInput.ts";
import { isId, OpenRequests } from "./openRequests.ts";
import { RequestHolder } from "./requestHolder.ts";
import { RelayedCalls } from "./relayedCalls.ts";
import { ServerMessages } from "./serverMessages.ts";
import { SessionPeers } from "./sessionPeers.ts";
import {
  errorFor,
  errorForSending,
  stoppedCall,
  TOO_LARGE,
  wordsForFailure,
} from "./hostMessages.ts";
import { openPipe } from "../transports/transport.ts";

/** Of a longer line only the start is shown. */
const LINE_CHARACTERS = 1_000_000;

/** A host's session with a wrapped server, as the host's end has it. */
export type HostSession = Pick<
  RelayedSession,
  "receive" | "notPassed" | "takesBatches" | "openOrigin" | "close"
>;

export class RelayedSession implements PipeListener {
  readonly tap: Tap;
  readonly #spec: SessionSpec;
  readonly #parts: ConnectionParts;
  readonly #host: HostEnd;
  readonly #listener: SessionListener;
  readonly #fromHost: HostInput;
  readonly #fromServer: ServerMessages;
  readonly #calls: RelayedCalls;
  readonly #speakers: SessionPeers;
  readonly #holding: RequestHolder;
  readonly #pages = new OpenPages();
  readonly #open = new OpenRequests();
  readonly #pushed: PushedRequests;
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
    this.#host = host;
    this.#listener = listener;
    this.#parts = parts;
    this.tap = tap;
    this.#fromHost = new HostInput({
      message: (read) => this.#takeFromHost(read),
      refused: (refused) => this.#refuseHost(refused),
      tooLarge: ({ id, method, bytes, head }) => {
        this.notPassed(head, `${bytes} bytes`);
        if (id !== null && method !== null) this.#host.send(errorFor(id, TOO_LARGE, -32600));
      },
      takesBatches: () => this.takesBatches,
    });
    this.#pushed = new PushedRequests({
      receive: (incoming, runs) => this.#holding.hold(incoming, runs),
      send: (message) => this.#send(message),
      keepAliveMs: parts.keepAliveMs,
    });
    this.#calls = new RelayedCalls({
      folder: spec.folder,
      name: spec.name,
      pages: this.#pages,
      newId: () => parts.newId(),
      hold: (incoming, runs) => this.#holding.hold(incoming, runs),
      heldByRule: (call) => this.#holding.heldByRule(call),
      toServer: (text, headers, id) => {
        if (id !== null) this.#open.atServer.add(id, text.length);
        return this.#sendText(text, this.#speakers.sent(headers));
      },
      toHost: (text) => this.#host.send(text),
      ended: (call, how) => {
        // The host has its response: a later one of the server is none of its business.
        this.#open.atServer.end(call.sentId);
        this.#holding.ended(call, how);
      },
      policy: () => spec.policy(),
      isStopped: () => this.#isStopped(),
      unavailable: () => this.#unavailable,
    });
    this.#speakers = new SessionPeers(spec, {
      host: (who) => (this.#unavailable ??= listener.host(who)),
      version: (version) => this.#pipe?.setProtocolVersion?.(version),
    });
    this.#holding = new RequestHolder({
      spec,
      parts,
      host: this.#host,
      listener,
      pages: this.#pages,
      speakers: this.#speakers,
      callOf: (runId) => this.#calls.ofRun(runId),
      callEnded: (runId, how) => this.#pushed.callEnded(runId, how),
    });
    this.#fromServer = new ServerMessages({
      open: this.#open,
      pages: this.#pages,
      pushed: this.#pushed,
      calls: this.#calls,
      speakers: this.#speakers,
      listener,
      policy: () => spec.policy(),
      takesBatches: () => this.takesBatches,
      toHost: (text) => this.#host.send(text),
      toServer: (text) => void this.#sendText(text).catch(() => {}),
      line: (text) => this.#line("rubbish", text),
    });
    this.#starting = this.#start();
  }

  /** Whether the session's version has batches. */
  get takesBatches(): boolean {
    return this.#speakers.takesBatches;
  }

  /**
   * Takes bytes from the host: JSON-RPC messages, one per line (MCP "Transports", stdio). Resolves when it can take
   * more.
   */
  async receive(chunk: Uint8Array): Promise<void> {
    await this.#starting;
    this.#fromHost.push(chunk);
    await this.#pipe?.ready?.();
  }

  /** Ends the server and all of its requests. */
  close = async (because: SessionEnd): Promise<void> => {
    if (this.#closed) return;
    this.#closed = true;
    this.#endRequests({ kind: because });
    this.tap.closed();
    await this.#starting;
    await this.#pipe?.close();
    this.#listener.ended();
  };

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

  #takeFromHost(read: ReadMessage): void {
    const { text, message } = read;
    if (message.kind !== "request") this.#speakers.begins();
    switch (message.kind) {
      case "request":
        this.#requested(read, message);
        return;
      case "notification":
        this.#notified(text, message);
        return;
      case "result":
      case "error":
        if (this.#open.atHost.end(message.id)) this.#forward(text);
        else this.#refuseHost(refusal(read, "the host has no open request with this id"));
        return;
      default:
        this.#refuseHost(refusal(read, "it is no message of a host"));
    }
  }

  /** A message of the host was refused before it came here. */
  notPassed = (text: string, why: string): void =>
    this.#line("host", `[not passed to the server: ${why}] ${text}`);

  /** Nothing of it reaches the server. */
  #refuseHost({ text, why, id, isResponse }: Refused): void {
    this.notPassed(text, why);
    if (id !== null && !isResponse) this.#host.send(errorText(id, why));
  }

  #requested(read: ReadMessage, { id, method, params }: MessageOf<"request">): void {
    const given = isJsonObject(params) ? params : {};
    if (this.#open.atServer.has(id) || this.#calls.ofHost(id) !== undefined) {
      this.#refuseHost(refusal(read, "its id is that of an open request"));
      return;
    }
    if (this.#open.atServer.isFull) {
      this.#refuseHost(refusal(read, "too many requests are open"));
      return;
    }
    this.#speakers.requested(id, method, given);
    const call = callIn(randomUUID(), method, params);
    if (call?.method === "tools/call") this.#listener.called(call.name);
    if (this.#unavailable !== null) {
      this.#host.send(errorFor(id, this.#unavailable));
      return;
    }
    const declared = withDeskCapabilities(read.text, method, given, this.#spec.policy());
    if (call === null) {
      this.#calls.tools.listed(id, method);
      this.#forward(declared, id);
      return;
    }
    if (method === "tools/call" && this.#isStopped()) {
      this.#host.send(stoppedCall(id));
      return;
    }
    const progressToken = progressTokenOf(params);
    void this.#calls.run(newCall({ id, text: declared, call, progressToken }));
  }

  #notified(text: string, { method, params }: MessageOf<"notification">): void {
    if (method === "notifications/cancelled" && isJsonObject(params)) {
      const { requestId } = params;
      const call = isId(requestId) ? this.#calls.ofHost(requestId) : undefined;
      if (call !== undefined) {
        const passed = this.#calls.giveUp(call, text, params["reason"]);
        if (passed !== null) this.#forward(passed);
        return;
      }
      if (isId(requestId)) this.#open.atServer.end(requestId);
    }
    this.#forward(text);
  }

  #isStopped = (): boolean => (this.#parts.desk.waitToSend?.(this.#spec.serverId) ?? null) !== null;

  #forward(text: string, id?: JsonRpcId): void {
    if (id !== undefined) this.#open.atServer.add(id, text.length);
    this.#sendText(text).catch((error: unknown) => {
      if (id === undefined || !this.#open.atServer.end(id)) return;
      this.#host.send(errorForSending(id, this.#unavailable ?? error, this.#spec.name));
    });
  }

  #sendText(text: string, headers: Record<string, string> = {}): Promise<void> {
    const pipe = this.#pipe;
    if (pipe === null || this.#unavailable !== null)
      return Promise.reject(new SendError("disconnected", false));
    const message = JSON.parse(text) as JSONRPCMessage;
    return pipe.sendText?.(text, message, { headers }) ?? pipe.send(message, { headers });
  }

  #send = (message: JSONRPCMessage): Promise<void> =>
    this.#pipe?.send(message) ?? Promise.reject(new SendError("disconnected", false));

  // From the server

  admit(raw: unknown, from: MessageSource): JSONRPCMessage[] {
    this.#fromServer.admit(raw, from);
    return [];
  }

  /** The calls of the host that are open on it. */
  openOrigin = (): Origin => this.#calls.open.origin(UNKNOWN_SOURCE);

  malformed = (text: string): void => this.#fromServer.malformed(text);

  oversized = (found: Oversized): void => this.#fromServer.oversized(found);

  valuesMax(method: string | null): number {
    const { limits } = this.#spec.policy();
    return method === SAMPLING_METHOD ? valuesMax(limits.messages) : MESSAGE_MAX_VALUES;
  }

  ready = (): Promise<void> | null => this.#host.ready();

  stderr = (text: string): void => this.#line("stderr", text);

  responseLost = (id: JsonRpcId): void => this.#fromServer.unanswered(id, "lost");

  /** What the server asked in its session gets no answer; calls that are still held wait for the next session. */
  sessionForgotten = (): void => this.#pushed.endAll({ kind: "disconnected" });

  /** The host keeps its session; what it has listed may have changed. */
  sessionRenewed(initialized: JsonObject): void {
    this.#line("stderr", SESSION_RENEWED);
    for (const text of this.#speakers.renewed(initialized)) this.#host.send(text);
  }

  /**
   * The server has gone: its requests end, pending calls of the host get an error, and the host sees its server exit.
   */
  lost(failure: ServerFailure): void {
    if (this.#closed) return;
    this.#unavailable = wordsForFailure(failure, this.#spec.name);
    this.#endRequests(cancelReasonFor(failure));
    this.#host.end();
  }

  #endRequests(because: CancelReason): void {
    this.#pushed.endAll(because);
    for (const id of this.#open.atServer.all()) {
      const isCall = this.#calls.sentAs(id) !== undefined;
      this.#open.atServer.end(id);
      if (isCall || this.#unavailable === null) continue;
      this.#host.send(errorFor(id, this.#unavailable));
    }
    this.#calls.endAll(because);
  }

  #line(from: "stderr" | "rubbish" | "host", text: string): void {
    this.#listener.lines([{ atMs: Date.now(), from, text: truncate(text, LINE_CHARACTERS) }]);
  }
}

/** A pipe that is not started yet. */
async function sessionPipe(spec: SessionSpec, parts: ConnectionParts): Promise<Pipe> {
  const { policy, sessionId: _id, folder: _folder, hostFolder: _own, ...endpoint } = spec;
  // Parse here: the worker thread does not keep the text.
  const { texts: _thread, ...rest } = parts;
  const makePipe = await openPipe({ ...endpoint, policy: policy() }, rest, true);
  return makePipe();
}
