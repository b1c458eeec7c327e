// What a thread does after much work, before it ends by itself.

/**
 * Time for what V8 still compiles for the thread, in milliseconds: a thread that ends meanwhile may hang for ever (see
 * `background/thread.ts`).
 */
const REST_MS = 500;

/** Keeps the thread for a moment: call with its last word said. */
export function restBeforeEnd(): void {
  setTimeout(() => undefined, REST_MS);
}
