// Where the master switch stands, what holds for each server, and who waits until answers may leave again.
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import { effectiveSwitch } from "../../../src-shared/servers/policy/control.ts";
import type { DeskView } from "../../../src-shared/sampling/life/deskView.ts";
import type { Incoming } from "../ports.ts";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";

/** What the user set for one server. */
export type ControlOf = (serverId: string) => ServerPolicy["control"];

export class ModeSwitch {
  readonly #controlOf: ControlOf;
  #position: MasterSwitch;
  #sinceMs: number;
  #epoch = 0;
  /** Requests that were refused, and that rules have decided about, since it stands there. */
  refusedSince = 0;
  ruledSince = 0;
  /** Answers that servers fetch themselves and that wait for the switch. */
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
      ...{ refusedSince, ruledSince },
    };
  }

  /** Another number after each change of this or of any server's own. */
  get epoch(): number {
    return this.#epoch;
  }

  /** What holds for a server now: the stricter of the two. */
  of(serverId: string): MasterSwitch {
    return effectiveSwitch(this.#position, this.#controlOf(serverId));
  }
  isStopped(serverId: string): boolean {
    return this.of(serverId) === "stopped";
  }

  /** Nothing of this request is taken in; what came with it counts as well. */
  refusesNew({ asker, policy }: Pick<Incoming, "asker" | "policy">): boolean {
    return effectiveSwitch(this.of(asker.serverId), policy.control) === "stopped";
  }

  set(position: MasterSwitch, atMs: number): void {
    this.#position = position;
    this.#sinceMs = atMs;
    this.#epoch += 1;
    [this.refusedSince, this.ruledSince] = [0, 0];
  }

  /** Null when approved answers of this server may leave; otherwise resolves once they may again. */
  waitToSend(serverId: string): Promise<void> | null {
    if (!this.isStopped(serverId)) return null;
    return new Promise((resume) => this.#leaving.push({ serverId, resume }));
  }

  /** Something has changed: lets those go that may leave now. */
  resumeWaiting(): void {
    this.#epoch += 1;
    const may = this.#leaving.filter(({ serverId }) => !this.isStopped(serverId));
    this.#leaving = this.#leaving.filter((one) => !may.includes(one));
    for (const { resume } of may) resume();
  }
}
