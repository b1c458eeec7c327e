// Requests that a server pushes (versions up to 2025-11-25), unparsed: from arrival until the response was sent or
// nobody waits for it any more. At most one response per id, and none after a withdrawal.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { KindName } from "#shared/request/kinds/names.ts";
import type { Json } from "#shared/json.ts";
import type { CallEnd } from "#shared/request/life/actors.ts";
import type { CancelReason, Origin } from "#shared/request/life/heldRequest.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import { replyMessage } from "#shared/request/checks/wire.ts";
import type {
  UnattributedRequest,
  IncomingMetrics,
  Delivery,
  RequestHandle,
} from "../../../core/ports.ts";
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { keepAlive, progressTokenOf } from "./keepalive.ts";
import { isCertainOrigin, runIdsOf } from "./openCalls.ts";
import { ServerTimeoutEstimate } from "./serverTimeout.ts";
import { UNKNOWN_SOURCE, SendError } from "../transports/pipe.ts";
import type { MessageSource } from "../transports/pipe.ts";
import { roundedParams } from "../wire/roundedNumbers.ts";
import { within } from "../../../core/within.ts";

/** How long the last responses may take to be sent when a connection is closed. */
const CLOSING_WAIT_MS = 1000;

export interface PushedRequestsParts {
  /** Passes the request to the desk. */
  receive(incoming: UnattributedRequest, runs: string[]): RequestHandle;
  send(message: JSONRPCMessage): Promise<void>;
  keepAliveMs: number;
}

interface Entry {
  id: JsonRpcId;
  /** Runs that may have caused it and are still open; null if none was known. */
  runs: Set<string> | null;
  /** The transport named the run; otherwise the server may still wait after the run has ended. */
  certain: boolean;
  receivedAtMs: number;
  held: RequestHandle | null;
  stopKeepAlive(): void;
}

export class PushedRequests {
  readonly #parts: PushedRequestsParts;
  readonly #open = new Map<string, Entry>();
  readonly #sending = new Set<Promise<unknown>>();
  readonly #timeoutEstimate = new ServerTimeoutEstimate();

  constructor(parts: PushedRequestsParts) {
    this.#parts = parts;
  }

  /** Takes a request exactly as received. `requestKind` is absent for sampling. */
  receive(
    id: JsonRpcId,
    params: Json | undefined,
    origin: Origin,
    from: MessageSource = UNKNOWN_SOURCE,
    requestKind?: KindName,
  ): void {
    const key = keyOf(id);
    const runs = runIdsOf(origin);
    const asking = {
      ...(requestKind === undefined ? {} : { requestKind }),
      origin,
      params: params ?? null,
      reply: { kind: "pushed", requestId: id },
      ...incomingMetricsOf(from),
      ...roundedParams(from),
    } as const;
    if (this.#open.has(key)) {
      this.#duplicate(asking, runs);
      return;
    }
    const receivedAtMs = Date.now();
    const entry: Entry = {
      id,
      runs: runs.length === 0 ? null : new Set(runs),
      certain: isCertainOrigin(origin),
      receivedAtMs,
      held: null,
      stopKeepAlive: this.#keepAlive(params),
    };
    this.#open.set(key, entry);
    // A server that gets progress extends its own timeout, so there is no deadline.
    const deadline =
      progressTokenOf(params) === undefined
        ? this.#timeoutEstimate.deadline(receivedAtMs)
        : undefined;
    entry.held = this.#parts.receive(
      {
        ...asking,
        ...(deadline === undefined ? {} : { deadline }),
        settle: (settlement) => this.#track(this.#settle(key, entry, settlement)),
      },
      runs,
    );
  }

  /**
   * A second request with an open id (JSON-RPC 2.0, section 4: an id identifies one request). It is shown and
   * refused, and nothing is sent: the server would take it for the response to the first one.
   */
  #duplicate(asking: Omit<UnattributedRequest, "settle">, runs: string[]): void {
    const settle = (): Promise<Delivery> =>
      Promise.resolve({ kind: "not-sent", detail: "the id is in use" });
    this.#parts.receive({ ...asking, duplicate: true, settle }, runs);
  }

  /** True while a request with this id is pending. */
  isOpen(id: JsonRpcId): boolean {
    return this.#open.has(keyOf(id));
  }

  openIds = (): JsonRpcId[] => [...this.#open.values()].map(({ id }) => id);

  /** `notifications/cancelled`: nothing may be sent for this id any more. */
  cancelledByServer(id: JsonRpcId, reason: string | undefined): void {
    const entry = this.#open.get(keyOf(id));
    if (entry === undefined) return;
    this.#timeoutEstimate.recordTimeout(Date.now() - entry.receivedAtMs);
    this.#withdraw(entry, {
      kind: "server-cancelled",
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /**
   * A call of ours has ended, so requests that it caused are void. If it is uncertain whether the call caused them,
   * the server gets an error, as it may be waiting for another reason.
   */
  callEnded(runId: string, how: CallEnd): void {
    for (const entry of Array.from(this.#open.values())) {
      if (entry.runs === null || !entry.runs.delete(runId) || entry.runs.size > 0) continue;
      const afterMs = Date.now() - entry.receivedAtMs;
      if (how === "ended") this.#timeoutEstimate.recordTimeout(afterMs);
      const because: CancelReason = {
        ...(how === "ended" ? { kind: "call-ended", afterMs } : how),
        ...(entry.certain ? {} : { guessed: true }),
      };
      if (entry.certain) this.#withdraw(entry, because);
      else entry.held?.withdraw(because);
    }
  }

  /** The connection ended, and every request on it; nothing more is sent. */
  endAll(because: CancelReason): void {
    for (const entry of Array.from(this.#open.values())) this.#withdraw(entry, because);
  }

  /** Ends every request while the server can still receive the desk's responses. */
  async endGracefully(because: CancelReason): Promise<void> {
    for (const entry of Array.from(this.#open.values())) entry.held?.withdraw(because);
    // Don't wait for a server that does not take a response.
    await within(Promise.allSettled(this.#sending), CLOSING_WAIT_MS, undefined);
    this.endAll(because);
  }

  #withdraw(entry: Entry, because: CancelReason): void {
    this.#close(entry);
    entry.held?.withdraw(because);
  }

  #close(entry: Entry): void {
    this.#open.delete(keyOf(entry.id));
    entry.stopKeepAlive();
  }

  async #settle(key: string, entry: Entry, settlement: Settlement): Promise<Delivery> {
    if (this.#open.get(key) !== entry) return { kind: "not-sent", detail: "withdrawn" };
    this.#close(entry);
    if (settlement.kind === "silence") return { kind: "not-sent", detail: "silence" };
    this.#timeoutEstimate.recordWait(Date.now() - entry.receivedAtMs);
    return toDelivery(this.#parts.send(responseMessage(entry.id, settlement)));
  }

  #keepAlive(params: Json | undefined): () => void {
    const progressToken = progressTokenOf(params);
    if (progressToken === undefined) return () => {};
    return keepAlive((progress) => {
      const notification: JSONRPCMessage = {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress },
      };
      // If this fails, the connection is lost, which is reported separately.
      this.#parts.send(notification).catch(() => {});
    }, this.#parts.keepAliveMs);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#sending.add(work);
    void work.finally(() => this.#sending.delete(work)).catch(() => {});
    return work;
  }
}

/** The size of a request, if its transport knows it. */
export function incomingMetricsOf({ bytes, values, unread, paramsHash, media }: MessageSource): {
  metrics?: IncomingMetrics;
} {
  if (bytes === undefined) return {};
  return {
    metrics: {
      bytes,
      ...(values === undefined ? {} : { values }),
      ...(unread === undefined ? {} : { unread }),
      ...(paramsHash === undefined ? {} : { paramsHash }),
      ...(media === undefined ? {} : { media }),
    },
  };
}

/** The delivery, from the outcome of sending. */
export async function toDelivery(sent: Promise<void>): Promise<Delivery> {
  try {
    await sent;
    return { kind: "sent" };
  } catch (error) {
    if (error instanceof SendError && error.uncertain) return { kind: "unknown" };
    return { kind: "not-sent", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The JSON-RPC message of a settlement. */
export const responseMessage = (
  requestId: JsonRpcId,
  settlement: Exclude<Settlement, { kind: "silence" }>,
): JSONRPCMessage => replyMessage({ kind: "pushed", requestId }, settlement) as JSONRPCMessage;
