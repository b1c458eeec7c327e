// Runs before every file of unit tests: what vitest has no settings for.
import { vi } from "vitest";

/** In milliseconds. A machine that does other work as well may take more than the second by default. */
const PATIENCE_MS = 15_000;

// A plain object in its place is not the environment: the home folder of every later file would be the user's own.
Object.defineProperty(process, "env", { writable: false });

// `vi.waitFor` waits as long as `expect.poll` does.
const { waitFor } = vi;
// Test files share a process, so it may be there already.
if (waitFor.name !== "patient") {
  vi.waitFor = function patient(check, options) {
    const own = typeof options === "number" ? { timeout: options } : options;
    return waitFor(check, { timeout: PATIENCE_MS, ...own });
  };
}
