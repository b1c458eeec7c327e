// Looks through the ledger's file on a thread, once a while after the start: whether its sums follow from its rows, and
// where it is too large to be looked through before it is opened (store/database), whether it is sound.
import { statSync } from "node:fs";
import type { Known } from "../../src-shared/ledger/verification.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { LookStart, LookTold } from "../services/record/verifyPorts.ts";
import { endThread, startThread, wordsOfError } from "./thread.ts";

export interface SoundnessParts {
  /** The built entry of the thread that verifies. */
  entry: string | URL;
  ledger(): { file: string; key: string | null };
  /** What is known of it besides its file; null where it could not be opened, which was said then. */
  known(): Known | null;
  /** Files up to this size have been looked through as they were opened, in bytes. */
  checkedBytes: number;
  /** After the start, in milliseconds, of such a file and of a larger one: the start has the disk for itself. */
  afterMs: { checked: number; larger: number };
  fault(failure: Failure): void;
  /** Sums that do not fit the rows: as they are found, and once more when the rows have been verified. */
  spent(found: NonNullable<LookTold["spent"]>): void;
  /** It is over, whatever was found. */
  looked?(): void;
}

/** Gives what ends it. What cannot be looked through is said as well: nobody knows then whether it is sound. */
export function lookThrough({
  entry,
  ledger,
  known,
  checkedBytes,
  afterMs,
  fault,
  spent,
  looked,
}: SoundnessParts): () => void {
  let end = (): void => undefined;
  const isChecked = (): boolean =>
    (statSync(ledger().file, { throwIfNoEntry: false })?.size ?? 0) <= checkedBytes;
  const look = (): void => {
    const [quick, opened] = [!isChecked(), known()];
    if (!quick && opened === null) return looked?.();
    const start: LookStart = { ...ledger(), known: opened ?? {}, quick };
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
    worker.on("message", (told: LookTold) => {
      if (told.found !== null) fault({ kind: "ledger-damaged", detail: told.found.slice(0, 500) });
      if (told.spent !== null) spent(told.spent);
    });
    worker.once("error", (error) =>
      fault({ kind: "ledger-unreadable", detail: wordsOfError(error) }),
    );
  };
  const timer = setTimeout(look, isChecked() ? afterMs.checked : afterMs.larger).unref();
  return () => {
    clearTimeout(timer);
    end();
  };
}
