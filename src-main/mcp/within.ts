// Waiting with an end: nobody else's silence may hold up what has to be finished.

/** True when the promise settled well in time; its failure, in time, is thrown. */
export async function within(promise: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
