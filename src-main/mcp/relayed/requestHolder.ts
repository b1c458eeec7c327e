// Passes requests of a relayed server to the desk, together with the host of the session.
import type {
  Delivery,
  HeldByRule,
  HeldRequest,
  Incoming,
  UnattributedRequest,
} from "../../desk/ports.ts";
import type { HostEnd, SessionListener, SessionSpec } from "../../services/gateway/gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import { keepAlive } from "../requests/keepalive.ts";
import type { OpenPages } from "../requests/openPages.ts";
import { requesterOf } from "../requests/requester.ts";
import { declaredTo } from "../session/declared.ts";
import type { SessionPeers } from "./sessionPeers.ts";

export interface RequestHolderParts {
  spec: SessionSpec;
  parts: ConnectionParts;
  host: HostEnd;
  listener: SessionListener;
  pages: OpenPages;
  speakers: SessionPeers;
  /** The progress token of the host's call that is this run. */
  progressTokenOf(runId: string): string | number | undefined;
}

export class RequestHolder {
  readonly #parts: RequestHolderParts;

  constructor(parts: RequestHolderParts) {
    this.#parts = parts;
  }

  /** Passes a request to the desk, and meanwhile reports progress of the call to the host. */
  hold(incoming: UnattributedRequest, runs: string[]): HeldRequest {
    const { parts, listener, pages } = this.#parts;
    const stop = this.#tellProgress(runs);

    const held = parts.desk.receive({
      ...this.#attributed(incoming),
      settle: (settlement) => {
        stop();
        return incoming.settle(settlement);
      },
    });
    pages.track(incoming, held);
    listener.sampleReceived(held.sampleId);
    return {
      ...held,
      withdraw(because) {
        stop();
        held.withdraw(because);
      },
    };
  }

  /** The rule that holds or refuses a call; null for none. */
  heldByRule(call: Omit<UnattributedRequest, "settle">): Promise<HeldByRule | null> {
    const settle = (): Promise<Delivery> => Promise.resolve({ kind: "sent" });
    return this.#parts.parts.desk.heldByRule(this.#attributed({ ...call, settle }));
  }

  #attributed(incoming: UnattributedRequest): Incoming {
    const { spec, speakers } = this.#parts;
    const policy = spec.policy();
    const { negotiated, host } = speakers;
    return {
      ...incoming,
      policy,
      asker: requesterOf({ ...spec, policy }, negotiated, incoming.origin, host),
      declared: declaredTo(policy),
    };
  }

  /**
   * Progress extends some hosts' timeouts (2025-11-25, basic/utilities/progress); it is only sent if the host gave a
   * token.
   */
  #tellProgress(runs: readonly string[]): () => void {
    const tokens = runs.flatMap((run) => this.#parts.progressTokenOf(run) ?? []);
    if (tokens.length === 0) return () => {};
    return keepAlive((progress) => {
      for (const progressToken of tokens) {
        const params = {
          progressToken,
          progress,
          message: "Waiting for a decision in Countersign",
        };
        const method = "notifications/progress";
        this.#parts.host.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
      }
    }, this.#parts.parts.keepAliveMs / 2);
  }
}
