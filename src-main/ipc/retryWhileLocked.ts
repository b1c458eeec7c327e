// What the user decides while another program holds the ledger's file for a moment (a backup, a scanner): tried again by
// a timer, so that main goes on meanwhile and the user does not have to click again.
import type { Failure, Outcome } from "../../src-shared/outcome.ts";

/** How long after a try the next one comes, and how many there are: half a second in all. */
const AGAIN_MS = 25;
const TRIES = 20;

/** Runs `work` until it is not the lock that it fails on. It must have done nothing where it could not be recorded. */
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
