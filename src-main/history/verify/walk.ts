// Verifies unsigned rows on a thread.
import type { WalkStart, WalkResult } from "../verifyPorts.ts";
import { endThread, startThread } from "../../threads/thread.ts";

/**
 * Starts it and returns a function that stops it. Errors are not reported: those rows stay unsigned until the next
 * start.
 * @param entry the built entry of the verification thread
 */
export function verifyFromThread(
  entry: string | URL,
  start: WalkStart,
  told: (fault: WalkResult["fault"]) => void,
): () => void {
  const worker = startThread(entry, { workerData: start, name: "walk", database: true });
  worker.unref();
  worker.on("message", ({ fault }: WalkResult) => told(fault));
  worker.on("error", () => undefined);
  return () => {
    worker.removeAllListeners("message");
    void endThread(worker);
  };
}
