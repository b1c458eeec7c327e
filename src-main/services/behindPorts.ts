// How a thread steps behind main and the window: what it does may take longer where processors are few, and a frame of
// the window or a click may not. Linux weighs each thread by itself; elsewhere threads stay as they are.
import os from "node:os";
import { isMainThread } from "node:worker_threads";

/** For what nobody waits for. */
export const BEHIND = os.constants.priority.PRIORITY_BELOW_NORMAL;
/** For what a rule or an open request waits for. */
export const A_LITTLE_BEHIND = 5;

/** Lowers the thread that calls it, for as long as it runs. Any user may. */
export function stepBehind(priority: number): void {
  if (process.platform !== "linux" || isMainThread) return;
  try {
    // 0 is the thread that asks.
    os.setPriority(0, priority);
  } catch {
    // It stands behind already.
  }
}
