// The mode and the servers' overrides, and approved responses held back until a server is no longer stopped.
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { effectiveSwitch } from "#shared/servers/policy/control.ts";
import type { DeskView } from "#shared/request/life/deskView.ts";
import type { Incoming } from "../ports.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";

/** The user's override for one server. */
type ControlOf = (serverId: string) => ServerPolicy["control"];

export class ModeSwitch {
  readonly #controlOf: ControlOf;
  #position: MasterSwitch;
  #sinceMs: number;
  #epoch = 0;
  /** Requests refused, and requests decided by rules, since the mode was set. */
  refusedSince = 0;
  ruledSince = 0;
  /** Approved responses that a server polls for, held back while it is stopped. */
  #leaving: { serverId: string; resume: () => void }[] = [];

  constructor(position: MasterSwitch, sinceMs: number, controlOf: ControlOf = () => "as-set") {
    this.#position = position;
    this.#sinceMs = sinceMs;
    this.#controlOf = controlOf;
  }

  get position(): MasterSwitch {
    return this.#position;
  }
  view(): Pick<DeskView, "masterSwitch" | "switchedAtMs" | "refusedSince" | "ruledSince"> {
    const { refusedSince, ruledSince } = this;
    return {
      masterSwitch: this.#position,
      switchedAtMs: this.#sinceMs,
      refusedSince,
      ruledSince,
    };
  }

  /** Changes whenever the mode or any server's override does. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The effective mode of a server: the stricter of the two. */
  of(serverId: string): MasterSwitch {
    return effectiveSwitch(this.#position, this.#controlOf(serverId));
  }
  isStopped(serverId: string): boolean {
    return this.of(serverId) === "stopped";
  }

  /** Whether new requests are refused; the policy that came with the request counts as well. */
  refusesNew({ requester, policy }: Pick<Incoming, "requester" | "policy">): boolean {
    return effectiveSwitch(this.of(requester.serverId), policy.control) === "stopped";
  }

  set(position: MasterSwitch, atMs: number): void {
    this.#position = position;
    this.#sinceMs = atMs;
    this.#epoch += 1;
    [this.refusedSince, this.ruledSince] = [0, 0];
  }

  /** Null when approved responses of this server may leave; otherwise resolves once they may. */
  waitToSend(serverId: string): Promise<void> | null {
    if (!this.isStopped(serverId)) return null;
    return new Promise((resume) => this.#leaving.push({ serverId, resume }));
  }

  /** Call after every change: releases the responses that may leave now. */
  resumeWaiting(): void {
    this.#epoch += 1;
    const may = this.#leaving.filter(({ serverId }) => !this.isStopped(serverId));
    this.#leaving = this.#leaving.filter((one) => !may.includes(one));
    for (const { resume } of may) resume();
  }
}
