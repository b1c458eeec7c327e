// Starts threads and ends them. A thread may not be to be ended: it waits in the system for a file that does not come, or for
// what V8 compiles beside it. Nobody waits for that for ever, least of all a person who quits.
import { Worker } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";

/** How long an end may take, in milliseconds: what a thread does in the system is not broken off. */
const END_MS = 1000;

/** Of this process: one that still runs when the process ends would be waited for, without a limit. */
const running = new Set<Worker>();

/** Nothing of the app's environment is needed in a thread, and nothing is to be printed. */
export function startThread(
  entry: string | URL,
  options: Omit<WorkerOptions, "env"> & { name: string },
): Worker {
  const worker = new Worker(entry, { ...options, env: {} });
  running.add(worker);
  worker.once("exit", () => running.delete(worker));
  return worker;
}

/**
 * False where it has not ended in time: it says nothing more and does nothing more but what it does in the system.
 * Node waits at the end of a thread for what V8 compiles for it, which may wait for the thread in turn, and then neither
 * goes on (nodejs/node#54918; seen with Electron 25 in one of some hundred ends just after much work).
 */
export async function endThread(worker: Worker, withinMs = END_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  const ended = await Promise.race([worker.terminate().then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

/** Ends those that still run; gives how many have not ended in time. */
export async function endThreads(withinMs = END_MS): Promise<number> {
  const ended = await Promise.all([...running].map((worker) => endThread(worker, withinMs)));
  return ended.filter((done) => !done).length;
}
