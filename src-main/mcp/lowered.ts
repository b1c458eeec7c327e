// Lets a process that floods run behind the desk and its window.
import { writeFile } from "node:fs/promises";
import os from "node:os";

const LOWER = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Linux takes such a change from a user once in 100 ms, of whatever session; another is turned away with EAGAIN. */
const AGAIN_MS = 150;

/**
 * Lowers a process for as long as it runs; any user may. What cannot be lowered stays as it is. What it has started
 * (under npx, uvx or cmd.exe that is the server itself) is lowered with it only where Linux weighs whole sessions;
 * elsewhere what it starts from then on.
 */
export function lower(pid: number): void {
  try {
    os.setPriority(pid, LOWER);
  } catch {
    // It has just ended.
  }
  if (process.platform !== "linux") return;
  // It has a session of its own, and where Linux weighs whole sessions (sched(7), autogroup) only this counts.
  const session = (): Promise<void> => writeFile(`/proc/${pid}/autogroup`, String(LOWER));
  session().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EAGAIN") return;
    setTimeout(() => void session().catch(() => undefined), AGAIN_MS).unref();
  });
}
