// Tokens of texts that are too many or too large to be counted in one frame: counted in a worker, remembered, told
// when known. What one drawing asks for is counted together; what no drawing asks for again meanwhile is not counted: of a
// text that is being typed only the newest is worth it.
import { useSyncExternalStore } from "react";

/** Characters that are remembered together: more than the largest request that is taken. */
const REMEMBERED = 256_000_000;

const counts = new Map<string, number>();
let remembered = 0;
const waiting = new Set<string>();
let isCounting = false;
let version = 0;
const listeners = new Set<() => void>();

/** The tokens of a large text, or null while they are being counted: ask again with `useLargeTexts`. */
export function countLarge(text: string): number | null {
  const known = counts.get(text);
  if (known !== undefined) return known;
  waiting.add(text);
  if (!isCounting) {
    isCounting = true;
    // Once the drawing that asks has asked for all.
    queueMicrotask(() => void countWaiting());
  }
  return null;
}

/** Changes whenever large texts have been counted. */
export const useLargeTexts = (): number => useSyncExternalStore(subscribe, () => version);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let worker: Worker | null = null;

async function countWaiting(): Promise<void> {
  const texts = [...waiting];
  // Loaded with the first large text, which few requests have.
  const { default: TokenWorker } = await import("../../workers/tokens.ts?worker");
  worker ??= new TokenWorker();
  worker.onmessage = ({ data }: MessageEvent<number[]>) => done(texts, data);
  // Whatever happens there, the rule of thumb stands: four characters a token.
  worker.onerror = () => {
    worker?.terminate();
    worker = null;
    done(texts, []);
  };
  worker.postMessage(texts);
}

function done(texts: readonly string[], tokens: readonly number[]): void {
  if (remembered > REMEMBERED) {
    counts.clear();
    remembered = 0;
  }
  texts.forEach((text, at) => {
    counts.set(text, tokens[at] ?? Math.round(text.length / 4));
    remembered += text.length;
  });
  waiting.clear();
  isCounting = false;
  version += 1;
  for (const listener of listeners) listener();
}
