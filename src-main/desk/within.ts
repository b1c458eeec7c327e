// A limit to waiting, counted from the moment of asking.

/** What `looks` gives, or null where it fails or has given nothing after `mostMs`. Never rejects. */
export function within<T>(looks: Promise<T | null>, mostMs: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), mostMs);
    const done = (value: T | null): void => {
      clearTimeout(timer);
      resolve(value);
    };
    looks.then(done, () => done(null));
  });
}
