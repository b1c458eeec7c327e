// Signals that end the process: the first ends it in order, a second one at once.
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** As shells count a process that a signal ended. */
const BY_SIGNAL = 128;
const NUMBERS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

export type EndSignal = (typeof SIGNALS)[number];

/** Resolves at the first signal. Call before anything is opened, so that none is missed. */
export function onSignal(): Promise<EndSignal> {
  return new Promise((resolve) => {
    let ending = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (ending) process.exit(BY_SIGNAL + NUMBERS[signal]);
        ending = true;
        resolve(signal);
      });
    }
  });
}
