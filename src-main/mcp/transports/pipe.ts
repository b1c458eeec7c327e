// What carries raw messages: a process, a port, an HTTP address. A pipe knows neither MCP nor calls.
import type { JSONRPCMessage, TransportSendOptions } from "@modelcontextprotocol/client";
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { Rounded } from "../../../src-shared/rounded.ts";
import type { ReadMedium } from "../../desk/ports.ts";
import type { RequestId } from "../wire/envelope.ts";
import type { Tap } from "../wire/tap.ts";

/** Where a message came from, as far as the transport tells: the POST whose stream carried it; and how large it was. */
export interface MessageSource {
  postId: RequestId | null;
  /** Bytes on the wire; absent where there are none (a port). */
  bytes?: number;
  /** JSON values, where they were counted; `unread`: there are too many, or too many bytes, to be parsed. */
  values?: number;
  unread?: true;
  /** SHA-256 (hex) of the canonical `params`, their media set apart, where it was worked out while the message was read. */
  paramsHash?: string;
  /** These media, likewise. */
  media?: readonly ReadMedium[];
  /** Numbers of the message that were rounded when it was parsed; paths from its root. */
  rounded?: Rounded[];
  /** The message as it came; absent where it was read by the thread, or came without a text (a port). */
  text?: string;
}
export const UNKNOWN_SOURCE: MessageSource = { postId: null };

/** What is known of a message beyond a cap; `head` is its beginning. */
export interface Oversized {
  id: RequestId | null;
  method: string | null;
  bytes: number;
  head: string;
  /** JSON values, where they were counted. */
  values?: number;
}

/** What a pipe hands in. */
export interface PipeListener {
  /** Is told of every message before anything else looks at it. */
  readonly tap: Tap;
  /** A message (or a batch) just parsed. Gives what the protocol library is to see of it. */
  admit(raw: unknown, from: MessageSource): JSONRPCMessage[];
  /** Something that is no JSON, as it came. */
  malformed(text: string): void;
  /** A message beyond a cap: not kept, but answered where its id was found. */
  oversized(found: Oversized, from: MessageSource): void;
  /** How many JSON values a message of this method may hold before it is parsed. */
  valuesMax(method: string | null): number;
  /** A line on stderr. */
  stderr(text: string): void;
  /** The answer to this call of ours can no longer come. */
  responseLost(id: RequestId): void;
  /** The other side is gone. Told once; not told after `close`. */
  lost(failure: ServerFailure): void;
}

export interface Pipe {
  /** Resolves when messages can be sent. Rejects with a `PipeError`. */
  start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void>;
  /** Resolves when the message was handed over without an error. Rejects with a `SendError`. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  /** The same for a message whose bytes are to be kept. Absent where the protocol library writes them. */
  sendText?(text: string, message: JSONRPCMessage): Promise<void>;
  close(): Promise<void>;
  setProtocolVersion?(version: string): void;
  /** Resolves when the server can push what belongs to no call (Streamable HTTP: the GET stream). */
  pushReady?(): Promise<void>;
  readonly hasPerRequestStream?: boolean;
}

/** Why a pipe did not come about. */
export class PipeError extends Error {
  readonly failure: ServerFailure;
  constructor(failure: ServerFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Why a message was not handed over; `uncertain` when it may have arrived all the same. */
export class SendError extends Error {
  readonly uncertain: boolean;
  constructor(message: string, uncertain: boolean) {
    super(message);
    this.uncertain = uncertain;
  }
}
