// Splits a long list of messages: the first are always rendered, the others in runs that render when near the view.
import type { Message } from "../../../src-shared/sampling/document/message.ts";

/** So many messages are always drawn: a conversation of usual length is all there. */
export const DRAWN = 100;
/** Of a longer one only these are: the first screen and what is near it, for the rest waits until it comes near. */
export const FIRST = 20;
export const RUN = 50;

export interface MessageRun {
  /** Index of the first in the request. */
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
