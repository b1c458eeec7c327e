// What a pipe tells of each message, before anything else looks at it.
import type { TrafficDirection } from "../../../src-shared/servers/traffic.ts";

export interface Tap {
  opened(): void;
  closed(): void;
  /**
   * Gives the message a number.
   * @param text as it stands on the wire, or its beginning where `cut` says so
   * @param raw what it parses to; undefined where it is no JSON
   * @param bytes as many as there are on the wire
   */
  record(
    direction: TrafficDirection,
    text: string,
    raw: unknown,
    bytes?: number,
    cut?: boolean,
  ): number;
  /** The message `seq` did not reach the server. */
  sendFailed(seq: number, why: string): void;
}
