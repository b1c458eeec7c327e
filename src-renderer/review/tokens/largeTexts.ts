// Counts the tokens of large texts in a worker and caches the counts. Texts requested in one task are counted as one
// batch; while a batch runs, requests are dropped and repeated by the render that follows it, so that of a text being
// typed only the newest version is counted.
import { useSyncExternalStore } from "react";

/** Bound of the cache in characters, above the largest request that is accepted. */
const REMEMBERED = 256_000_000;

const counts = new Map<string, number>();
let remembered = 0;
const waiting = new Set<string>();
let isCounting = false;
let version = 0;
const listeners = new Set<() => void>();

/** The tokens of a large text, or null while it is being counted; `useLargeTexts` tells when to ask again. */
export function countLarge(text: string): number | null {
  const known = counts.get(text);
  if (known !== undefined) return known;
  waiting.add(text);
  if (!isCounting) {
    isCounting = true;
    // After the current render has requested all its texts.
    queueMicrotask(() => void countWaiting());
  }
  return null;
}

/** A version that changes whenever large texts were counted. */
export const useLargeTexts = (): number => useSyncExternalStore(subscribe, () => version);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let worker: Worker | null = null;

async function countWaiting(): Promise<void> {
  const texts = [...waiting];
  // Loaded on demand, as few requests have large texts.
  const { default: TokenWorker } = await import("../../workers/tokens.ts?worker");
  worker ??= new TokenWorker();
  worker.onmessage = ({ data }: MessageEvent<number[]>) => done(texts, data);
  // If the worker fails, estimate four characters per token.
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
