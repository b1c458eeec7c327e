// Requests that a server pushes (versions up to 2025-11-25), taken raw: from arrival until the one answer
// has left or nobody waits for it any more. At most one answer an id; none after a withdrawal.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { KindName } from "../../../src-shared/kinds/names.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { CancelReason, Origin } from "../../../src-shared/sampling/life/sample.ts";
import type { Settlement } from "../../../src-shared/sampling/life/event.ts";
import { replyMessage } from "../../../src-shared/sampling/checks/wire.ts";
import type {
  UnattributedRequest,
  IncomingMetrics,
  Delivery,
  HeldRequest,
} from "../../desk/ports.ts";
import { keyOf } from "../wire/envelope.ts";
import type { RequestId } from "../wire/envelope.ts";
import { keepAlive, progressTokenOf } from "./keepalive.ts";
import { isCertainOrigin, runIdsOf } from "./openCalls.ts";
import { ServerTimeoutEstimate } from "./serverTimeout.ts";
import { UNKNOWN_SOURCE, SendError } from "../transports/pipe.ts";
import type { MessageSource } from "../transports/pipe.ts";
import { roundedParams } from "../wire/roundedNumbers.ts";
import { within } from "../within.ts";

/** How long the last answers may take to leave when a connection is closed. */
const CLOSING_WAIT_MS = 1000;

export interface PushedRequestsParts {
  /** Hands the request to the desk. */
  receive(incoming: UnattributedRequest, runs: string[]): HeldRequest;
  send(message: JSONRPCMessage): Promise<void>;
  keepAliveMs: number;
}

interface Entry {
  id: RequestId;
  /** Runs that may have caused it and are still open; null when none was known. */
  runs: Set<string> | null;
  /** The transport said so; otherwise the server may wait also when they are over. */
  certain: boolean;
  receivedAtMs: number;
  held: HeldRequest | null;
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

  /** Takes one request in, exactly as it came. `requestKind` is left out for sampling. */
  receive(
    id: RequestId,
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
    // A server that takes progress moves its own clock: no countdown.
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
   * A second request under an open id (JSON-RPC 2.0, section 4: an id names one request). It is shown and
   * refused, and nothing is sent: the server would take it for the answer to the first one.
   */
  #duplicate(asking: Omit<UnattributedRequest, "settle">, runs: string[]): void {
    const settle = (): Promise<Delivery> =>
      Promise.resolve({ kind: "not-sent", detail: "the id is in use" });
    this.#parts.receive({ ...asking, duplicate: true, settle }, runs);
  }

  /** True while a request under this id waits. */
  isOpen(id: RequestId): boolean {
    return this.#open.has(keyOf(id));
  }

  /** `notifications/cancelled`: nothing may be sent under this id any more. */
  cancelledByServer(id: RequestId, reason: string | undefined): void {
    const entry = this.#open.get(keyOf(id));
    if (entry === undefined) return;
    this.#timeoutEstimate.recordTimeout(Date.now() - entry.receivedAtMs);
    this.#withdraw(entry, {
      kind: "server-cancelled",
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /**
   * A call of ours has its result, or was cancelled by us: what it asked for interests nobody now. Where it is not
   * certain that it asked, the server gets an error: it may wait for something else than this call.
   */
  callEnded(runId: string, how: "ended" | "cancelled"): void {
    for (const entry of [...this.#open.values()]) {
      if (entry.runs === null || !entry.runs.delete(runId) || entry.runs.size > 0) continue;
      const afterMs = Date.now() - entry.receivedAtMs;
      if (how === "ended") this.#timeoutEstimate.recordTimeout(afterMs);
      const because: CancelReason = {
        ...(how === "ended" ? { kind: "call-ended", afterMs } : { kind: "call-cancelled" }),
        ...(entry.certain ? {} : { guessed: true }),
      };
      if (entry.certain) this.#withdraw(entry, because);
      else entry.held?.withdraw(because);
    }
  }

  /** The connection ended: so does every request on it, and nothing more is sent. */
  endAll(because: CancelReason): void {
    for (const entry of [...this.#open.values()]) this.#withdraw(entry, because);
  }

  /** Ends every request while the server still listens: what the desk says of it is sent. */
  async endGracefully(because: CancelReason): Promise<void> {
    for (const entry of [...this.#open.values()]) entry.held?.withdraw(because);
    // A server that takes no answer is not waited for.
    await within(Promise.allSettled(this.#sending), CLOSING_WAIT_MS);
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
      // What cannot be sent shows when the connection is lost.
      this.#parts.send(notification).catch(() => {});
    }, this.#parts.keepAliveMs);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#sending.add(work);
    void work.finally(() => this.#sending.delete(work)).catch(() => {});
    return work;
  }
}

/** The size of a request, where its transport knows it. */
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

/** How a hand-over fared, as the transport told it. */
export async function toDelivery(sent: Promise<void>): Promise<Delivery> {
  try {
    await sent;
    return { kind: "sent" };
  } catch (error) {
    if (error instanceof SendError && error.uncertain) return { kind: "unknown" };
    return { kind: "not-sent", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The message of a settlement under a request's id. */
export const responseMessage = (
  requestId: RequestId,
  settlement: Exclude<Settlement, { kind: "silence" }>,
): JSONRPCMessage => replyMessage({ kind: "pushed", requestId }, settlement) as JSONRPCMessage;
