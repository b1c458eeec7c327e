// What a pipe reports about each message before anything else sees it.
import type { TrafficDirection } from "#shared/servers/traffic.ts";

export interface Tap {
  opened(): void;
  closed(): void;
  /**
   * Numbers the message.
   * @param text as on the wire, or its start if `cut`
   * @param raw the parsed text; undefined if it is not JSON
   * @param bytes its size on the wire
   */
  record(
    direction: TrafficDirection,
    text: string,
    raw: unknown,
    bytes?: number,
    cut?: boolean,
  ): number;
  /** The message `seq` was not sent. */
  sendFailed(seq: number, why: string): void;
}
