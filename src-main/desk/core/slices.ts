// Does something to many, a slice a turn of the loop: each writes to the disk, and the window must not wait for all.

/** Longest time that one turn of the loop works on them, in milliseconds. */
const SLICE_MS = 8;

/** Does it to each; gives how many of them said yes. */
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

/** To be called between two of many: it gives the loop a turn where they have used theirs up. */
export function yieldWhenDue(): () => Promise<void> | undefined {
  let endsMs = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < endsMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        endsMs = performance.now() + SLICE_MS;
        resolve();
      });
    });
  };
}
