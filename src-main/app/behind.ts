// Lets what V8 compiles and collects beside main run behind the window. Code that runs for the first time in a burst is
// compiled all at once, on as many threads as there are processors: without this they take them from the next frame.
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { BEHIND } from "../services/behindPorts.ts";

/** What newer versions of Node call such a thread; older ones leave it the name of the process. */
const NAMED = "V8Worker";

/**
 * Lowers them where Linux runs the app. To be called first, on the main thread: later there are others without a name of
 * their own.
 */
export function lowerCompiling(): void {
  if (process.platform !== "linux") return;
  try {
    const own = nameOf(process.pid);
    const threads = readdirSync("/proc/self/task").map(Number);
    for (const thread of threads) {
      const name = thread === process.pid ? "" : nameOf(thread);
      if (name === NAMED || name === own) os.setPriority(thread, BEHIND);
    }
  } catch {
    // One has ended meanwhile, or the system shows none: they stay as they are.
  }
}

const nameOf = (thread: number): string =>
  readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim();
