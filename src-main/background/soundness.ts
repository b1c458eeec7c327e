// Looks whether the ledger's file is sound, on a thread, once a while after the start: where it is too large to be looked
// through before it is opened (store/database).
import { statSync } from "node:fs";
import type { Failure } from "../../src-shared/outcome.ts";
import type { SoundnessStart, SoundnessResult } from "../services/record/verifyPorts.ts";
import { endThread, startThread, errorText } from "./thread.ts";

export interface SoundnessParts {
  /** The built entry of the thread that verifies. */
  entry: string | URL;
  ledger(): { file: string; key: string | null };
  /** Files up to this size have been scanned as they were opened, in bytes. */
  checkedBytes: number;
  /** After the start, in milliseconds: the start has the disk for itself. */
  afterMs: number;
  fault(failure: Failure): void;
  /** It is over, whatever was found. */
  looked?(): void;
}

/** Gives what ends it. What cannot be scanned is said as well: nobody knows then whether it is sound. */
export function checkSoundness({
  entry,
  ledger,
  checkedBytes,
  afterMs,
  fault,
  looked,
}: SoundnessParts): () => void {
  let end = (): void => undefined;
  const look = (): void => {
    const { file, key } = ledger();
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= checkedBytes) return looked?.();
    const start: SoundnessStart = { file, key, quick: true };
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
    worker.on("message", ({ found }: SoundnessResult) => {
      if (found !== null) fault({ kind: "ledger-damaged", detail: found.slice(0, 500) });
    });
    worker.once("error", (error) => fault({ kind: "ledger-unreadable", detail: errorText(error) }));
  };
  const timer = setTimeout(look, afterMs).unref();
  return () => {
    clearTimeout(timer);
    end();
  };
}
