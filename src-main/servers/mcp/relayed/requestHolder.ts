// Passes requests of a relayed server to the desk, together with the host of the session.
import type { CallEnd } from "#shared/request/life/actors.ts";
import type {
  Delivery,
  HeldByRule,
  RequestHandle,
  Incoming,
  UnattributedRequest,
} from "../../../core/ports.ts";
import type { HostEnd, SessionListener, SessionSpec } from "../../gatewayPorts.ts";
import type { ConnectionParts } from "../connectionParts.ts";
import { keepAlive } from "../requests/keepalive.ts";
import type { OpenPages } from "../requests/openPages.ts";
import { requesterOf } from "../requests/requester.ts";
import { declaredTo } from "../session/declared.ts";
import type { HostCall } from "./hostCalls.ts";
import type { HostOfServer } from "./hostLimits.ts";
import type { SessionPeers } from "./sessionPeers.ts";

export interface RequestHolderParts {
  spec: SessionSpec;
  parts: ConnectionParts;
  host: HostEnd;
  listener: SessionListener;
  pages: OpenPages;
  speakers: SessionPeers;
  /** The host's call that is this run. */
  callOf(runId: string): HostCall | undefined;
  /** For requests of the server that still belong to it. */
  callEnded(runId: string, how: CallEnd): void;
}

export class RequestHolder {
  readonly #parts: RequestHolderParts;

  constructor(parts: RequestHolderParts) {
    this.#parts = parts;
  }

  /** Passes a request to the desk, and meanwhile reports progress of the call to the host. */
  hold(incoming: UnattributedRequest, runs: string[]): RequestHandle {
    const { parts, listener, pages } = this.#parts;
    const stop = this.#tellProgress(runs);

    const held = parts.desk.receive({
      ...this.#attributed(incoming),
      ...this.#deadlineOf(incoming, runs),
      settle: (settlement) => {
        stop();
        return incoming.settle(settlement);
      },
    });
    pages.track(incoming, held);
    listener.requestReceived(held.requestId);
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

  /** A call of the host has ended: so do the requests that belong to it. Learns how long the host waits. */
  ended({ startedAtMs, call }: HostCall, how: CallEnd): void {
    const { parts, callEnded } = this.#parts;
    callEnded(call.runId, how);
    const gaveUp = how !== "ended" && how.kind === "host-cancelled";
    parts.hostLimits.ended(
      this.#hostOfServer,
      Date.now() - startedAtMs,
      gaveUp ? "cancelled" : "ended",
    );
  }

  get #hostOfServer(): HostOfServer {
    const { spec, speakers } = this.#parts;
    return { host: speakers.host.name, serverId: spec.serverId };
  }

  /** The earliest time at which the server or a host whose call led here gives up. */
  #deadlineOf({ deadline }: UnattributedRequest, runs: string[]): Pick<Incoming, "deadline"> {
    const { spec, parts, callOf } = this.#parts;
    const [first] = runs
      .flatMap((run) => callOf(run) ?? [])
      .map((call) => parts.hostLimits.deadline(this.#hostOfServer, call, spec.callLimitMs))
      .concat(deadline)
      .flatMap((one) => one ?? [])
      .toSorted((a, b) => a.atMs - b.atMs);
    return first === undefined ? {} : { deadline: first };
  }

  #attributed(incoming: UnattributedRequest): Incoming {
    const { spec, speakers } = this.#parts;
    const policy = spec.policy();
    const { negotiated, host } = speakers;
    return {
      ...incoming,
      policy,
      requester: requesterOf({ ...spec, policy }, negotiated, incoming.origin, host),
      declared: declaredTo(policy),
    };
  }

  /**
   * Progress extends some hosts' timeouts (2025-11-25, basic/utilities/progress); it is only sent if the host gave a
   * token.
   */
  #tellProgress(runs: readonly string[]): () => void {
    const tokens = runs.flatMap((run) => this.#parts.callOf(run)?.progressToken ?? []);
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
