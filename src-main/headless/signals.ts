// Signals that end the process: the first ends it in order, a second one at once.
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** As shells count a process that a signal ended. */
const BY_SIGNAL = 128;

/** Resolves at the first signal. Call before anything is opened, so that none is missed. */
export function onSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let ending = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (ending) process.exit(BY_SIGNAL + constants.signals[signal]);
        ending = true;
        resolve(signal);
      });
    }
  });
}
