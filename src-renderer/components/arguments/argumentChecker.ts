// Starts a checker of arguments with a worker of its own.
import { ArgumentChecker } from "./argumentCheck.ts";
import ArgumentsWorker from "../../workers/arguments.ts?worker";

/** One after the other: who must not wait for somebody else's checks starts an own one. */
export const startChecker = (): ArgumentChecker =>
  new ArgumentChecker((told) => {
    const worker = new ArgumentsWorker();
    worker.onmessage = (event) => told(event.data);
    return { ask: (ask) => worker.postMessage(ask), end: () => worker.terminate() };
  });
