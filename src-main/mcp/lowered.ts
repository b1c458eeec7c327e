// Lets a process that floods run behind the desk and its window.
import { writeFile } from "node:fs/promises";
import os from "node:os";

const LOWER = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Linux takes such a change from a user once in 100 ms, of whatever session; another is turned away with EAGAIN. */
const AGAIN_MS = 150;

/** What the system does about a process. Both fail with a code of errno(3). */
export interface PrioritySystem {
  setPriority(pid: number, priority: number): void;
  /** Weighs the whole session of a process; null where the system weighs none. */
  weighSession: ((pid: number, priority: number) => Promise<void>) | null;
}

/** A process has a session of its own, and where Linux weighs whole sessions (sched(7), autogroup) only this counts. */
const thisSystem: PrioritySystem = {
  setPriority: (pid, priority) => os.setPriority(pid, priority),
  weighSession:
    process.platform === "linux"
      ? (pid, priority) => writeFile(`/proc/${pid}/autogroup`, String(priority))
      : null,
};

/**
 * Lowers a process for as long as it runs; any user may. What cannot be lowered stays as it is. What it has started
 * (under npx, uvx or cmd.exe that is the server itself) is lowered with it only where Linux weighs whole sessions;
 * elsewhere what it starts from then on.
 */
export function lower(pid: number, system: PrioritySystem = thisSystem): void {
  try {
    system.setPriority(pid, LOWER);
  } catch {
    // It has just ended.
  }
  const { weighSession } = system;
  if (weighSession === null) return;
  weighSession(pid, LOWER).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EAGAIN") return;
    setTimeout(() => void weighSession(pid, LOWER).catch(() => undefined), AGAIN_MS).unref();
  });
}
