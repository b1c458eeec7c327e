// Tokens of texts that are too large to be counted in one frame: counted in a worker, remembered, told when known.
import { useSyncExternalStore } from "react";

/**
 * Characters that are remembered together, the oldest go first: more than the largest request that is taken, so that
 * what one screen asks for never drives out each other.
 */
const REMEMBERED = 256_000_000;
/** Texts that wait to be counted; of one that is being typed only the newest are worth it. */
const WAITING = 20;

const counts = new Map<string, number>();
let remembered = 0;
const waiting = new Set<string>();
let current: string | null = null;
let worker: Worker | null = null;
let version = 0;
const listeners = new Set<() => void>();

/** The tokens of a large text, or null while they are being counted. */
export function countLarge(text: string): number | null {
  const known = counts.get(text);
  if (known !== undefined) return known;
  if (text !== current) {
    waiting.delete(text);
    waiting.add(text);
    for (const oldest of waiting) {
      if (waiting.size <= WAITING) break;
      waiting.delete(oldest);
    }
    next();
  }
  return null;
}

/** Changes whenever a large text has been counted. */
export const useLargeTexts = (): number => useSyncExternalStore(subscribe, () => version);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function next(): void {
  if (current !== null) return;
  // The newest first: it is what the person looks at.
  const text = [...waiting].at(-1);
  if (text === undefined) return;
  waiting.delete(text);
  current = text;
  if (worker !== null) return worker.postMessage(text);
  // Loaded with the first large text, which few requests have.
  void import("./tokenWorker.ts?worker").then(({ default: TokenWorker }) => {
    worker = started(new TokenWorker());
    worker.postMessage(text);
  });
}

function started(made: Worker): Worker {
  made.onmessage = ({ data }: MessageEvent<number>) => done(data);
  // Whatever happens there, the rule of thumb stands: four characters a token.
  made.onerror = () => {
    made.terminate();
    worker = null;
    done(Math.round((current?.length ?? 0) / 4));
  };
  return made;
}

function done(tokens: number): void {
  if (current !== null) remember(current, tokens);
  current = null;
  version += 1;
  for (const listener of listeners) listener();
  next();
}

function remember(text: string, tokens: number): void {
  counts.set(text, tokens);
  remembered += text.length;
  for (const oldest of counts.keys()) {
    if (remembered <= REMEMBERED) break;
    counts.delete(oldest);
    remembered -= oldest.length;
  }
}
