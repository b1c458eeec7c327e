// Looks through the ledger's file on a thread, once a while after the start, where the file is too large to be looked
// through before it is opened (store/database): its damage is said before it is met.
import { statSync } from "node:fs";
import type { Failure } from "../../src-shared/outcome.ts";
import type { LookStart, LookTold, SpentFound } from "../services/verifyPorts.ts";
import { endThread, startThread } from "./thread.ts";

export interface SoundnessParts {
  /** The built entry of the thread that verifies. */
  entry: string | URL;
  ledger(): { file: string; key: string | null };
  /** Files up to this size have been looked through already, in bytes. */
  checkedBytes: number;
  /** After the start, in milliseconds: the start has the disk for itself. */
  afterMs: number;
  fault(failure: Failure): void;
  /** Sums that do not fit the rows. */
  spent(found: SpentFound): void;
  /** It is over, whatever was found. */
  looked?(): void;
}

/** Gives what ends it. What cannot be looked through is said as well: nobody knows then whether it is sound. */
export function lookThrough({
  entry,
  ledger,
  checkedBytes,
  afterMs,
  fault,
  spent,
  looked,
}: SoundnessParts): () => void {
  let end = (): void => undefined;
  const timer = setTimeout(() => {
    const { file, key } = ledger();
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= checkedBytes) return looked?.();
    const start: LookStart = { file, key, quick: true };
    const worker = startThread(entry, {
      workerData: start,
      name: "soundness",
      database: true,
    });
    worker.unref();
    end = () => {
      worker.removeAllListeners();
      worker.on("error", () => undefined);
      void endThread(worker);
    };
    worker.once("exit", () => looked?.());
    worker.once("message", (told: LookTold) => {
      if (told.found !== null) fault({ kind: "ledger-damaged", detail: told.found.slice(0, 500) });
      if (told.spent !== null && told.spent.differences.length > 0) spent(told.spent);
    });
    worker.once("error", ({ message }) =>
      fault({ kind: "ledger-unreadable", detail: message.slice(0, 500) }),
    );
  }, afterMs).unref();
  return () => {
    clearTimeout(timer);
    end();
  };
}
