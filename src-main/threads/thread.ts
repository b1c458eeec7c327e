// Starts and ends threads. A thread may be impossible to end, because it is blocked in a system call or by V8's
// compiler. All waiting is limited, so that the user can always quit.
import { Worker, setEnvironmentData } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";
import { within } from "../core/within.ts";
import { END, THREAD_END } from "./inThread.ts";

/** How long to wait for a thread to end, in milliseconds: system calls cannot be interrupted. */
const END_MS = 1000;
/** How often the state of a thread that was asked to end is polled, in milliseconds. */
const LOOK_MS = 10;

interface ThreadOptions extends Omit<WorkerOptions, "env"> {
  name: string;
  /**
   * The thread uses a database (`inThread.ts`). It is asked to end, and terminated only once it reports that no
   * statement is running; libsql would crash the process otherwise.
   */
  database?: boolean;
}

/** Threads of this process; Node would wait for them without a limit when it exits. */
const running = new Set<Worker>();
/** The shared state of database threads. */
const states = new WeakMap<Worker, Int32Array>();

/** Starts a thread without the app's environment. */
export function startThread(
  entry: string | URL,
  { database = false, ...options }: ThreadOptions,
): Worker {
  const state = database ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  // Threads started by this one share its state.
  setEnvironmentData(THREAD_END, state);
  const worker = new Worker(entry, { ...options, env: {} });
  setEnvironmentData(THREAD_END, undefined);
  if (state !== undefined) states.set(worker, state);
  running.add(worker);
  worker.once("exit", () => running.delete(worker));
  return worker;
}

/**
 * Why a thread ended, in at most 500 characters. SQLite's errors lose their message when they cross threads; then it
 * is the code.
 */
export function errorText(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message ?? code ?? error).slice(0, 500);
}

/** Asks a database thread to end between two statements, without waiting for it. */
export function askThread(worker: Worker): void {
  const state = states.get(worker);
  if (state !== undefined) Atomics.compareExchange(state, 0, END.works, END.asked);
}

/**
 * Terminates a thread; false if it has not ended in time, for example because of a system call or a statement, after
 * which it still ends. At a thread's end Node waits for V8's compiler, which may in turn wait for the thread: a
 * deadlock (nodejs/node#54918; seen with Electron 25 once in some hundred ends, right after much work).
 */
export async function endThread(worker: Worker, withinMs = END_MS): Promise<boolean> {
  if (!running.has(worker)) return true;
  return within<boolean>(end(worker), withinMs, false);
}

async function end(worker: Worker): Promise<true> {
  const state = states.get(worker);
  if (state !== undefined) {
    askThread(worker);
    while (running.has(worker) && Atomics.load(state, 0) !== END.left) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
    }
  }
  await worker.terminate();
  return true;
}

/** Ends all running threads; returns how many have not ended in time. */
export async function endThreads(withinMs = END_MS): Promise<number> {
  const ended = await Promise.all([...running].map((worker) => endThread(worker, withinMs)));
  return ended.filter((done) => !done).length;
}
