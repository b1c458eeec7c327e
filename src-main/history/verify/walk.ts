// Verifies unsigned rows on a thread.
import type { Head, LedgerFault } from "#shared/ledger/verification.ts";
import { endThread, startThread } from "../../threads/thread.ts";

/** The start data of the verification thread: the last signed row, and the last row known to this process. */
export interface WalkStart {
  file: string;
  key: string | null;
  after: Head;
  until: Head;
}

/** `fault`: why those rows must not be signed. */
export interface WalkResult {
  kind: "walked";
  fault: LedgerFault | null;
}

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
