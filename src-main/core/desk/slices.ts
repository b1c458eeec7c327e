// Runs many small jobs in slices: each writes to the disk, and main must stay responsive.

/** Longest time per turn of the loop, in milliseconds. */
const SLICE_MS = 8;

/** Resolves in a later turn of the loop: what has come meanwhile is handled first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs `work` on each; resolves to how many returned true. */
export async function forEachInSlices<T>(
  all: readonly T[],
  work: (one: T) => boolean,
): Promise<number> {
  let done = 0;
  const turn = yieldWhenDue();
  for (const one of all) {
    if (work(one)) done += 1;
    const rest = turn();
    if (rest !== undefined) await rest;
  }
  return done;
}

/** Call between items: returns a promise to await when this turn's time is used up, otherwise undefined. */
export function yieldWhenDue(): () => Promise<void> | undefined {
  let endsMs = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < endsMs) return undefined;
    return nextTurn().then(() => {
      endsMs = performance.now() + SLICE_MS;
    });
  };
}
