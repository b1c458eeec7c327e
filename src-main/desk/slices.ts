// Does something to many, a slice a turn of the loop: each writes to the disk, and the window must not wait for all.

/** Longest time that one turn of the loop works on them, in milliseconds. */
const SLICE_MS = 8;

/** Does it to each; gives how many of them said yes. */
export async function inSlices<T>(all: readonly T[], work: (one: T) => boolean): Promise<number> {
  let done = 0;
  let endsMs = performance.now() + SLICE_MS;
  for (const one of all) {
    if (work(one)) done += 1;
    if (performance.now() < endsMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    endsMs = performance.now() + SLICE_MS;
  }
  return done;
}
