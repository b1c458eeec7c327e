// Closes everything when the process ends, within a bounded time.
import { within } from "../core/within.ts";
import { endThreads } from "../threads/thread.ts";

/**
 * Longest time for closing before the process exits anyway: two seconds for the last responses, and five for servers
 * that must be killed because they do not exit.
 */
const CLOSE_LIMIT_MS = 8000;

/** Resolves to the number of threads that still run. */
export async function closeInTime(close: () => Promise<void>): Promise<number> {
  await within(close(), CLOSE_LIMIT_MS, undefined);
  return endThreads();
}
