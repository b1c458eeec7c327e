// Lets a process that floods run behind the desk and its window.
import { writeFile } from "node:fs/promises";
import os from "node:os";

const LOWER = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers a process for as long as it runs; any user may. What cannot be lowered stays as it is. */
export function lower(pid: number): void {
  try {
    os.setPriority(pid, LOWER);
  } catch {
    // It has just ended.
  }
  if (process.platform !== "linux") return;
  // It has a session of its own, and where Linux weighs whole sessions (sched(7), autogroup) only this counts.
  writeFile(`/proc/${pid}/autogroup`, String(LOWER)).catch(() => undefined);
}
