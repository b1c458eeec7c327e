// Starts an argument checker with its own worker.
import { ArgumentChecker } from "./argumentCheck.ts";
import ArgumentsWorker from "./arguments.worker.ts?worker";

/** Checks run one after another: start a separate checker to avoid waiting for another caller's. */
export const startChecker = (): ArgumentChecker =>
  new ArgumentChecker((told) => {
    const worker = new ArgumentsWorker();
    worker.onmessage = (event) => told(event.data);
    return { send: (request) => worker.postMessage(request), end: () => worker.terminate() };
  });
