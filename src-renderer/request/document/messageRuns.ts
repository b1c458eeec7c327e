// Splits a long list of messages: the first are always rendered, the others in runs that render when near the view.
import type { Message } from "#shared/sampling/document/message.ts";

/** Up to this many messages are always rendered; most conversations are shorter. */
export const DRAWN = 100;
/** Of a longer list only this many are rendered at first, which fills the first screen. */
export const FIRST = 20;
export const RUN = 50;

export interface MessageRun {
  /** Index of the first message in the request. */
  from: number;
  messages: readonly Message[];
}

/** @param from index of the first of `messages` in the request */
export function runsOf(
  messages: readonly Message[],
  from: number,
): { drawn: readonly Message[]; runs: MessageRun[] } {
  const most = from + messages.length > DRAWN ? FIRST : DRAWN;
  const drawn = messages.slice(0, Math.max(0, most - from));
  const runs: MessageRun[] = [];
  for (let at = drawn.length; at < messages.length; at += RUN) {
    runs.push({ from: from + at, messages: messages.slice(at, at + RUN) });
  }
  return { drawn, runs };
}
