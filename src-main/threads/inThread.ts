// The thread's own side of its end, and of a job. A database thread checks between two statements whether it was asked
// to end, and tells main when it has closed its databases; only then main terminates it (`thread.ts`). Terminated during
// a statement, the process would crash: libsql aborts when Node no longer accepts values from it.
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { getEnvironmentData, parentPort } from "node:worker_threads";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** The key in Node's environment data under which a thread finds an `Int32Array` with its state. */
export const THREAD_END = "countersign:end";

/** The states: working; asked to end; has closed its databases and may be terminated. */
export const END = { works: 0, asked: 1, left: 2 } as const;

/**
 * How long V8 may need for background compilation, in milliseconds: terminating a thread meanwhile may hang for ever
 * (see `thread.ts`).
 */
const REST_MS = 500;
/** Interval of a job's progress messages, in milliseconds. */
const TELL_MS = 100;

// Outside of a thread there is no such state.
const given: unknown = getEnvironmentData(THREAD_END);
const state = given instanceof Int32Array ? given : new Int32Array(1);

/** Whether main wants the thread to end; then it must not start any more work. */
const isAskedToEnd = (): boolean => Atomics.load(state, 0) === END.asked;

/** Tells main that every database is closed and none will be opened again. */
export function leftDatabases(): void {
  Atomics.store(state, 0, END.left);
}

/** That of the app's other threads is 0, which gives them about ten times as much of a busy processor. */
const NICE = 10;

/**
 * Makes this thread give way to the desk while both have work. Only Linux has a priority for a thread that Node can set
 * (setpriority(2), NOTES); elsewhere nothing changes. Threads that this one starts inherit it, as libuv's may.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    // The name of this thread in the system: <process>/task/<thread>.
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (getPriority(thread) < NICE) setPriority(thread, NICE);
  } catch {
    // Without /proc, or forbidden: then it does not give way.
  }
}

/** Messages of a job to main. */
export type JobMessage<Progress, Result> =
  | { kind: "progress"; progress: Progress }
  | { kind: "done"; outcome: Outcome<Result, Failure> };

/**
 * Does a job and tells main its progress and its outcome; the thread ends with it.
 * @param steps the job; stopped between two steps, it closes its files
 */
export function doJob<Progress, Result>(
  steps: Generator<Progress, Outcome<Result, Failure>>,
): void {
  const tell = (told: JobMessage<Progress, Result>): void => parentPort?.postMessage(told);
  giveWay();
  let toldMs = -Infinity;
  for (;;) {
    if (isAskedToEnd()) {
      const cancelled = fail<Failure>({ kind: "cancelled" });
      steps.return(cancelled);
      tell({ kind: "done", outcome: cancelled });
      break;
    }
    const step = steps.next();
    if (step.done === true) {
      tell({ kind: "done", outcome: step.value });
      break;
    }
    if (performance.now() - toldMs < TELL_MS) continue;
    toldMs = performance.now();
    tell({ kind: "progress", progress: step.value });
  }
  leftDatabases();
  setTimeout(() => undefined, REST_MS);
}
