// Carries raw messages: a process, a port, an HTTP address. A pipe knows neither MCP nor calls.
import type { JSONRPCMessage, TransportSendOptions } from "@modelcontextprotocol/client";
import type { JsonObject } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import type { Rounded } from "#shared/rounded.ts";
import type { ReadMedium } from "../../../core/ports.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { Tap } from "../wire/tap.ts";

/** The source of a message, if the transport knows it (the POST whose stream carried it), and its size. */
export interface MessageSource {
  postId: JsonRpcId | null;
  /** Bytes on the wire; absent if there are none (a port). */
  bytes?: number;
  /** Number of JSON values, if counted; `unread`: too many, or too many bytes, to be parsed. */
  values?: number;
  unread?: true;
  /** SHA-256 (hex) of the canonical `params` without their media, if computed while the message was read. */
  paramsHash?: string;
  /** Those media. */
  media?: readonly ReadMedium[];
  /** Numbers that lost precision when the message was parsed; paths from its root. */
  rounded?: Rounded[];
  /** The message's text; absent if the worker thread read it, or it came without one (a port). */
  text?: string;
}
export const UNKNOWN_SOURCE: MessageSource = { postId: null };

/** What is known about a message beyond a cap; `head` is its start. */
export interface Oversized {
  id: JsonRpcId | null;
  method: string | null;
  bytes: number;
  head: string;
  /** Number of JSON values, if counted. */
  values?: number;
}

/** Receives what a pipe reads. */
export interface PipeListener {
  /** Sees every message before anything else does. */
  readonly tap: Tap;
  /** Takes a parsed message (or batch). Returns what the protocol library gets to see of it. */
  admit(raw: unknown, from: MessageSource): JSONRPCMessage[];
  /** Text that is not JSON. */
  malformed(text: string): void;
  /** A message beyond a cap: dropped, but answered if its id was found. */
  oversized(found: Oversized, from: MessageSource): void;
  /** Resolves when more can be taken; null if it can be now. Whoever reads the server waits for it. */
  ready?(): Promise<void> | null;
  /** The most JSON values that a message of this method may have to be parsed. */
  valuesMax(method: string | null): number;
  /** A line on stderr. */
  stderr(text: string): void;
  /** The response to this call of ours can no longer come. */
  responseLost(id: JsonRpcId): void;
  /** The server has forgotten its session: what it asked there gets no answer. */
  sessionForgotten(): void;
  /** A new session was opened in place of a forgotten one, with this result of `initialize`. */
  sessionRenewed(initialized: JsonObject): void;
  /** The other side has gone. Called once; not called after `close`. */
  lost(failure: ServerFailure): void;
}

export interface Pipe {
  /** Resolves when messages can be sent. Rejects with a `PipeError`. */
  start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void>;
  /** Resolves when the message was sent without an error. Rejects with a `SendError`. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  /** The same for a message whose bytes must be preserved. Absent if the protocol library serialises messages. */
  sendText?(text: string, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  /** Resolves when the server has read what it was sent, or has gone; null if it takes more now. */
  ready?(): Promise<void> | null;
  close(): Promise<void>;
  setProtocolVersion?(version: string): void;
  /** Resolves when the server can push messages that belong to no call (Streamable HTTP: the GET stream). */
  pushReady?(): Promise<void>;
  readonly hasPerRequestStream?: boolean;
}

/** Why a pipe could not be opened. */
export class PipeError extends Error {
  readonly failure: ServerFailure;
  constructor(failure: ServerFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Why a message was not sent; `uncertain` if it may have arrived anyway. */
export class SendError extends Error {
  readonly uncertain: boolean;
  constructor(message: string, uncertain: boolean) {
    super(message);
    this.uncertain = uncertain;
  }
}

/** Nothing was sent, since there is no connection. */
export class NotConnectedError extends SendError {
  readonly failure: ServerFailure;
  constructor(failure: ServerFailure) {
    super(failure.kind, false);
    this.failure = failure;
  }
}
