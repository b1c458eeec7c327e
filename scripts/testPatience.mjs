// Lets `vi.waitFor` in unit tests wait as long as `expect.poll` does: vitest has no setting for it.
import { vi } from "vitest";

/** In milliseconds. A machine that does other work as well may take more than the second by default. */
const PATIENCE_MS = 15_000;

const { waitFor } = vi;
// Test files share a process, so it may be there already.
if (waitFor.name !== "patient") {
  vi.waitFor = function patient(check, options) {
    const own = typeof options === "number" ? { timeout: options } : options;
    return waitFor(check, { timeout: PATIENCE_MS, ...own });
  };
}
