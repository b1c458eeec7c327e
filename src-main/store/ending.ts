// How a thread that reads a database ends: it looks between two statements whether it was asked to, and says when it has
// left its databases. Main breaks it off only then (`background/thread.ts`).
import { getEnvironmentData } from "node:worker_threads";
import { END, THREAD_END } from "../services/threadPorts.ts";

/**
 * Time for what V8 still compiles for the thread, in milliseconds: a thread that ends meanwhile may hang for ever (see
 * `background/thread.ts`).
 */
const REST_MS = 500;

// Elsewhere than in a thread there is none.
const given: unknown = getEnvironmentData(THREAD_END);
const state = given instanceof Int32Array ? given : new Int32Array(1);

/** Whether main wants the thread to end: it does no more then. */
export const isAskedToEnd = (): boolean => Atomics.load(state, 0) === END.asked;

/** Its last word to main: every database is closed, and none is opened any more. */
export function leftDatabases(): void {
  Atomics.store(state, 0, END.left);
}

/** Ends a thread whose work is done, its databases closed, after a moment: call with its last word said. */
export function waitForEnd(): void {
  leftDatabases();
  setTimeout(() => undefined, REST_MS);
}
