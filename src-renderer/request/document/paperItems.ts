// The paper of a request as a flat list: messages, and what stands for several of them. Of a long list the first are
// always rendered, the others in runs that render when near the view.
import type { Message } from "#shared/request/document/message.ts";
import { keyOf } from "./document.ts";
import type { Turns } from "./useTurns.ts";

/** Up to this many messages are always rendered; most conversations are shorter. */
export const DRAWN = 100;
/** Of a longer list only this many are rendered at first, which fills the first screen. */
export const FIRST = 20;
export const RUN = 50;

/** `from` is the index of the first message in the request. */
export type PaperItem =
  | { kind: "message"; key: string; index: number; message: Message }
  /** Far from the view. */
  | { kind: "run"; key: string; from: number; messages: readonly Message[] }
  /** Equal to an earlier turn. */
  | { kind: "fold"; key: string; from: number; messages: readonly Message[] };

/** Every message is in exactly one item, in order. */
export function paperItems(
  messages: readonly Message[],
  turns: Pick<Turns, "isFolded" | "systemFolded"> | null,
): PaperItem[] {
  const segments: { from: number; messages: Message[]; folded: boolean }[] = [];
  // A folded system prompt needs a bar even if no folded message follows it.
  if (turns?.systemFolded === true) segments.push({ from: 0, messages: [], folded: true });
  messages.forEach((message, index) => {
    const folded = turns?.isFolded(message) === true;
    const last = segments.at(-1);
    if (last?.folded === folded) last.messages.push(message);
    else segments.push({ from: index, messages: [message], folded });
  });
  return segments.flatMap(({ from, messages, folded }): PaperItem[] => {
    if (folded) return [{ kind: "fold", key: `fold-${from}`, from, messages }];
    const { drawn, runs } = runsOf(messages, from);
    return [
      ...drawn.map((message, at): PaperItem => {
        return { kind: "message", key: keyOf(message), index: from + at, message };
      }),
      ...runs.map((run): PaperItem => ({ kind: "run", key: `run-${run.from}`, ...run })),
    ];
  });
}

interface MessageRun {
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
