// How a database thread ends: between two statements it checks whether it was asked to, and tells main when it has
// closed its databases. Only then main terminates it (`threads/thread.ts`).
import { getEnvironmentData } from "node:worker_threads";
import { END, THREAD_END } from "../threads/threadPorts.ts";

/**
 * How long V8 may need for background compilation, in milliseconds: terminating a thread meanwhile may hang for ever
 * (see `threads/thread.ts`).
 */
const REST_MS = 500;

// Outside of a thread there is no such state.
const given: unknown = getEnvironmentData(THREAD_END);
const state = given instanceof Int32Array ? given : new Int32Array(1);

/** Whether main wants the thread to end; then it must not start any more work. */
export const isAskedToEnd = (): boolean => Atomics.load(state, 0) === END.asked;

/** Tells main that every database is closed and none will be opened again. */
export function leftDatabases(): void {
  Atomics.store(state, 0, END.left);
}

/** Ends a thread after a short delay. Call it with the last message sent and all databases closed. */
export function waitForEnd(): void {
  leftDatabases();
  setTimeout(() => undefined, REST_MS);
}
