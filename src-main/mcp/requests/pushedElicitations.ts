// Questions that a server pushes (`elicitation/create`, 2025-06-18 and 2025-11-25): from arrival until the one
// answer has left or nobody waits for it any more.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Json } from "../../../src-shared/json.ts";
import type { CancelReason, Origin } from "../../../src-shared/sampling/life/sample.ts";
import type { Delivery } from "../../desk/ports.ts";
import type {
  AskedElicitation,
  ElicitationSettlement,
  HeldElicitation,
} from "../../services/ports.ts";
import { keyOf } from "../wire/envelope.ts";
import type { RequestId } from "../wire/envelope.ts";
import { keepAlive, progressTokenOf } from "./keepalive.ts";
import { isCertainOrigin, runIdsOf } from "./openCalls.ts";
import { toDelivery } from "./pushedRequests.ts";
import { within } from "../within.ts";

export interface PushedElicitationsParts {
  receive(incoming: AskedElicitation): HeldElicitation;
  send(message: JSONRPCMessage): Promise<void>;
  /** A request under an id that is still open. */
  duplicate(id: RequestId): void;
  keepAliveMs: number;
}

/** How long the last word to a server that ends may take, in milliseconds. */
const FINAL_SEND_TIMEOUT_MS = 1000;

interface Entry {
  id: RequestId;
  /** Runs that may have caused it and are still open; null when none was known. */
  runs: Set<string> | null;
  /** The transport said so; otherwise the server may wait also when they are over. */
  certain: boolean;
  held: HeldElicitation | null;
  stopKeepAlive(): void;
}

export class PushedElicitations {
  readonly #parts: PushedElicitationsParts;
  readonly #open = new Map<string, Entry>();

  constructor(parts: PushedElicitationsParts) {
    this.#parts = parts;
  }

  receive(id: RequestId, params: Json | undefined, origin: Origin): void {
    const key = keyOf(id);
    const runIds = runIdsOf(origin);
    if (this.#open.has(key)) {
      this.#parts.duplicate(id);
      return;
    }
    const runs = runIds.length === 0 ? null : new Set(runIds);
    const certain = isCertainOrigin(origin);
    const entry: Entry = { id, runs, certain, held: null, stopKeepAlive: this.#keepAlive(params) };
    this.#open.set(key, entry);
    entry.held = this.#parts.receive({
      runIds,
      reply: { kind: "pushed", requestId: id },
      params: params ?? null,
      settle: (settlement) => this.#settle(key, entry, settlement),
      takeBack: () => false,
    });
  }

  /** `notifications/cancelled`: nothing may be sent under this id any more. */
  cancelledByServer(id: RequestId, reason: string | undefined): void {
    const entry = this.#open.get(keyOf(id));
    if (entry === undefined) return;
    const why = reason === undefined ? {} : { reason };
    this.#withdraw(entry, { kind: "server-cancelled", ...why });
  }

  /** A call of ours has its result, or was cancelled by us: what it asked for interests nobody now. */
  callEnded(runId: string, how: "ended" | "cancelled"): void {
    for (const entry of [...this.#open.values()]) {
      if (entry.runs === null || !entry.runs.delete(runId) || entry.runs.size > 0) continue;
      this.#withdraw(
        entry,
        how === "ended" ? { kind: "call-ended", afterMs: 0 } : { kind: "call-cancelled" },
      );
      // What cannot be sent shows when the connection is lost.
      if (!entry.certain) this.#cancelled(entry).catch(() => {});
    }
  }

  endAll(because: CancelReason): void {
    for (const entry of [...this.#open.values()]) this.#withdraw(entry, because);
  }

  /**
   * Ends every question while the server still listens. It hears `cancel`: the person made no choice
   * (2025-11-25, client/elicitation, "Response Actions").
   */
  async endGracefully(because: CancelReason): Promise<void> {
    const told = [...this.#open.values()].map((entry) => {
      this.#withdraw(entry, because);
      return this.#cancelled(entry);
    });
    // A server that reads nothing holds up no end.
    await within(Promise.allSettled(told), FINAL_SEND_TIMEOUT_MS);
  }

  #cancelled({ id }: Entry): Promise<void> {
    return this.#parts.send({ jsonrpc: "2.0", id, result: { action: "cancel" } });
  }

  #settle(key: string, entry: Entry, settlement: ElicitationSettlement): Promise<Delivery> {
    if (this.#open.get(key) !== entry) {
      return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
    }
    this.#close(entry);
    const { id } = entry;
    if (settlement.kind === "result") {
      return toDelivery(this.#parts.send({ jsonrpc: "2.0", id, result: settlement.result }));
    }
    const { kind: _, ...error } = settlement;
    return toDelivery(this.#parts.send({ jsonrpc: "2.0", id, error }));
  }

  #withdraw(entry: Entry, because: CancelReason): void {
    this.#close(entry);
    entry.held?.withdraw(because);
  }

  #close(entry: Entry): void {
    this.#open.delete(keyOf(entry.id));
    entry.stopKeepAlive();
  }

  #keepAlive(params: Json | undefined): () => void {
    const progressToken = progressTokenOf(params);
    if (progressToken === undefined) return () => {};
    return keepAlive((progress) => {
      const progressed = { progressToken, progress };
      // What cannot be sent shows when the connection is lost.
      this.#parts
        .send({ jsonrpc: "2.0", method: "notifications/progress", params: progressed })
        .catch(() => {});
    }, this.#parts.keepAliveMs);
  }
}
