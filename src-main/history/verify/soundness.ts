// Runs SQLite's quick check on the ledger on a thread, some time after the start, if the file is too large to be
// checked when it is opened (store/database).
import { statSync } from "node:fs";
import type { Failure } from "#shared/outcome.ts";
import { endThread, startThread, errorText } from "../../threads/thread.ts";

/** The start data of the verification thread for this check. */
export interface SoundnessStart {
  file: string;
  key: string | null;
  quick: true;
}

/** `found`: SQLite's first error message, or null. */
export interface SoundnessResult {
  kind: "looked";
  found: string | null;
}

export interface SoundnessParts {
  /** The built entry of the verification thread. */
  entry: string | URL;
  ledger(): { file: string; key: string | null };
  /** Files up to this size, in bytes, were checked when they were opened. */
  checkedBytes: number;
  /** Delay after the start, in milliseconds, so that it does not compete for the disk. */
  afterMs: number;
  fault(failure: Failure): void;
  /** Called when the check has ended, whatever it found. */
  looked?(): void;
}

/** Starts the check and returns a function that stops it. A failed check is reported as well. */
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
