// Starts threads and ends them. A thread may not be to be ended: it waits in the system for a file that does not come, or for
// what V8 compiles beside it. Nobody waits for that for ever, least of all the user who quits.
import { Worker, setEnvironmentData } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";
import { callsTo } from "./calls.ts";
import type { Calls } from "./calls.ts";
import { END, THREAD_END } from "../services/threadPorts.ts";

/** How long an end may take, in milliseconds: what a thread does in the system is not broken off. */
const END_MS = 1000;
/** How often a thread that was asked to end is looked at, in milliseconds. */
const LOOK_MS = 10;

export interface ThreadOptions extends Omit<WorkerOptions, "env"> {
  name: string;
  /**
   * It reads or writes a database (`store/ending.ts`): it is asked to end, and broken off only once it has said that no
   * statement runs in it. libsql would end the process otherwise.
   */
  database?: boolean;
}

/** Of this process: one that still runs when the process ends would be waited for, without a limit. */
const running = new Set<Worker>();
/** Of those that use a database: what they look at, and say. */
const states = new WeakMap<Worker, Int32Array>();

/** Nothing of the app's environment is needed in a thread, and nothing is to be printed. */
export function startThread(
  entry: string | URL,
  { database = false, ...options }: ThreadOptions,
): Worker {
  const state = database ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  // Threads that it starts in turn look at the same.
  setEnvironmentData(THREAD_END, state);
  const worker = new Worker(entry, { ...options, env: {} });
  setEnvironmentData(THREAD_END, undefined);
  if (state !== undefined) states.set(worker, state);
  running.add(worker);
  worker.once("exit", () => running.delete(worker));
  return worker;
}

/** A thread that main calls. */
export interface Called<Theirs extends object> {
  worker: Worker;
  calls: Calls<Theirs>;
}

/** @param ours what the thread may call here */
export function startCalled<Theirs extends object>(
  entry: string | URL,
  options: ThreadOptions,
  ours: object = {},
): Called<Theirs> {
  const worker = startThread(entry, options);
  return { worker, calls: callsTo<Theirs>(worker, ours) };
}

/**
 * Why a thread ended, in 500 characters at most. An error of SQLite's library crosses to here as its members alone: then it is
 * its code.
 */
export function errorText(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message ?? code ?? error).slice(0, 500);
}

/** Asks a thread that reads a database to end between two statements, and leaves it to it when. */
export function askThread(worker: Worker): void {
  const state = states.get(worker);
  if (state !== undefined) Atomics.compareExchange(state, 0, END.works, END.asked);
}

/**
 * False where it has not ended in time: it says nothing more and does nothing more but what it does in the system, or
 * the statement that it runs; after that it ends.
 * Node waits at the end of a thread for what V8 compiles for it, which may wait for the thread in turn, and then neither
 * goes on (nodejs/node#54918; seen with Electron 25 in one of some hundred ends just after much work).
 */
export async function endThread(worker: Worker, withinMs = END_MS): Promise<boolean> {
  if (!running.has(worker)) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  const ended = await Promise.race([end(worker), late]);
  clearTimeout(timer);
  return ended;
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

/** Ends those that still run; gives how many have not ended in time. */
export async function endThreads(withinMs = END_MS): Promise<number> {
  const ended = await Promise.all([...running].map((worker) => endThread(worker, withinMs)));
  return ended.filter((done) => !done).length;
}
