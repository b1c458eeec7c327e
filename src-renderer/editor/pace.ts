// When blocks of text get their editors: as soon as frames have room for them, where somebody is about to type; or one by
// one while nothing else is to be done, where somebody reads and may turn the page any moment.
import { createContext } from "react";
import { Turns } from "./turns.ts";

export interface Pace {
  /** A block may take its editor in the very drawing that brings it. */
  atOnce: boolean;
  turns: Pick<Turns, "wait" | "takes" | "took">;
}

const soon: Pace = {
  atOnce: true,
  turns: new Turns({ nextFrame: (call) => requestAnimationFrame(() => call()) }),
};

/** However much is done meanwhile, the next editor comes after so long, in milliseconds. */
const LATEST_MS = 500;

const waiting = new Set<() => void>();

/** One a frame, and in that only once the frame is drawn and nobody waits for anything. */
function next(): void {
  requestAnimationFrame(() => {
    requestIdleCallback(
      () => {
        const [first] = waiting;
        if (first === undefined) return;
        waiting.delete(first);
        if (waiting.size > 0) next();
        first();
      },
      { timeout: LATEST_MS },
    );
  });
}

/** Of what is only read: until its editor is there it is the same text on the same paper. */
export const calm: Pace = {
  atOnce: false,
  turns: {
    takes: () => false,
    took: () => undefined,
    wait(call) {
      const mine = (): void => call();
      waiting.add(mine);
      if (waiting.size === 1) next();
      return () => waiting.delete(mine);
    },
  },
};

export const PaceContext = createContext<Pace>(soon);
