// Retries the user's decision while another program (backup, virus scanner) holds a lock on the ledger, so that the
// user need not click again. Waits with a timer to keep main responsive.
import type { Failure, Outcome } from "#shared/outcome.ts";

/** Milliseconds between attempts, and their number: half a second in all. */
const AGAIN_MS = 25;
const TRIES = 20;

/** Runs `work` until it no longer fails on the lock. A failed `work` must have had no effect. */
export async function retryWhileLocked<T>(
  work: () => Outcome<T, Failure>,
): Promise<Outcome<T, Failure>> {
  for (let tried = 1; ; tried += 1) {
    const done = work();
    if (done.ok || !isLocked(done.failure) || tried === TRIES) return done;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

const isLocked = (failure: Failure): boolean =>
  failure.kind === "not-recorded" && failure.reason === "locked";
