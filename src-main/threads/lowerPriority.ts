import os from "node:os";
import process from "node:process";

/**
 * Lets main and the window go first where all cores are busy: for a thread whose work nobody's request waits for. On
 * Linux alone, where 0 is the calling thread (setpriority(2), "C library/kernel differences"); elsewhere it is the
 * whole process.
 */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it: then the thread is as before.
  }
}
