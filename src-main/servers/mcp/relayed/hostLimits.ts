// How long a host waits for a call: as its config says, as measured for hosts whose config is silent, or as learnt when
// it gave up. Shared by all sessions.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ServerTimeoutEstimate } from "../requests/serverTimeout.ts";
import type { HostCall } from "./hostCalls.ts";

/** Defaults that were measured, by the host's name for itself. Of the other hosts none is known. */
const MEASURED_MS: ReadonlyMap<string, number> = new Map([["opencode", 60_000]]);
/** For these, progress starts the time anew; Countersign sends it where the host gave a token. */
const WAIT_FOR_PROGRESS: ReadonlySet<string> = new Set(["opencode", "copilot-cli"]);
/** Pairs of a host and a server that are remembered; the one heard of longest ago is dropped. */
const PAIRS_MAX = 1000;

/** A host, by its name for itself, and one of its servers. */
export interface HostOfServer {
  host: string;
  serverId: string;
}

export class HostLimits {
  readonly #learnt = new Map<string, ServerTimeoutEstimate>();

  /** A call has ended: the host gave up, or got its response. */
  ended(of: HostOfServer, afterMs: number, how: "ended" | "cancelled"): void {
    const key = keyOf(of);
    const estimate = this.#learnt.get(key) ?? new ServerTimeoutEstimate();
    if (how === "cancelled") estimate.recordTimeout(afterMs);
    else estimate.recordWait(afterMs);
    this.#learnt.delete(key);
    this.#learnt.set(key, estimate);
    const [oldest] = this.#learnt.keys();
    if (this.#learnt.size > PAIRS_MAX && oldest !== undefined) this.#learnt.delete(oldest);
  }

  /**
   * When the host gives up this call; undefined if unknown.
   * @param configMs the limit in the host's config
   */
  deadline(
    of: HostOfServer,
    { startedAtMs, progressToken }: Pick<HostCall, "startedAtMs" | "progressToken">,
    configMs: number | undefined,
  ): HeldRequest["deadline"] {
    const learnt = this.#learnt.get(keyOf(of))?.deadline(startedAtMs);
    const waits = WAIT_FOR_PROGRESS.has(of.host) && progressToken !== undefined;
    const knownMs = waits ? undefined : (configMs ?? MEASURED_MS.get(of.host));
    const known =
      knownMs === undefined ? undefined : { atMs: startedAtMs + knownMs, totalMs: knownMs };
    // What the host really did counts, where its config promises more.
    if (learnt !== undefined && learnt.atMs < (known?.atMs ?? Infinity))
      return { ...learnt, by: "host", learnt: true };
    return known && { ...known, by: "host" };
  }
}

const keyOf = ({ host, serverId }: HostOfServer): string => JSON.stringify([host, serverId]);
