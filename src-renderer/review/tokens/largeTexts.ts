// Tokens of texts that are too many or too large to be counted in one frame: counted in a worker, remembered, told
// when known.
import { useSyncExternalStore } from "react";
import { TextQueue } from "./textQueue.ts";

let worker: Worker | null = null;
let version = 0;
const listeners = new Set<() => void>();

const queue = new TextQueue({
  count(texts) {
    if (worker !== null) return worker.postMessage(texts);
    // Loaded with the first large text, which few requests have.
    void import("../../workers/tokens.ts?worker").then(({ default: TokenWorker }) => {
      worker = started(new TokenWorker());
      worker.postMessage(texts);
    });
  },
  counted() {
    version += 1;
    for (const listener of listeners) listener();
  },
});

/** The tokens of a large text, or null while they are being counted: ask again with `useLargeTexts`. */
export const countLarge = (text: string): number | null => queue.tokens(text);

/** Changes whenever large texts have been counted. */
export const useLargeTexts = (): number => useSyncExternalStore(subscribe, () => version);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function started(made: Worker): Worker {
  made.onmessage = ({ data }: MessageEvent<number[]>) => queue.done(data);
  // Whatever happens there, the rule of thumb stands: four characters a token.
  made.onerror = () => {
    made.terminate();
    worker = null;
    queue.done([]);
  };
  return made;
}
