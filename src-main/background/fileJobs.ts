// Runs one piece of work on the files of the record in a thread of its own, which ends with it.
import { rmSync } from "node:fs";
import path from "node:path";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type {
  FileJob,
  FileJobResults,
  FileJobs,
  FileJobTold,
} from "../services/record/historyFilePorts.ts";
import { askThread, endThread, startThread, errorText } from "./thread.ts";

/** What a job leaves behind where it is ended half-way. */
function leavingsOf(job: FileJob): string | null {
  switch (job.kind) {
    case "export":
    case "report":
      return `${job.file}.part`;
    case "import":
      return path.dirname(job.into);
    // The next start takes away what is left of a copy.
    case "convert":
    case "keeping":
      return null;
  }
}

/** How long what it writes at that moment may take, in milliseconds: a disk may be slow. */
const WRITES_MS = 2000;

const internal = (detail: string): Outcome<never, Failure> =>
  fail({ kind: "internal", detail: detail.slice(0, 500) });

/** Takes away what is there; what cannot be taken away changes nothing of how the job ended. */
function clear(left: string | null): void {
  if (left === null) return;
  try {
    rmSync(left, { force: true, recursive: true });
  } catch {
    // Its folder may have gone with the medium that it was on.
  }
}

export class FileJobThread implements FileJobs {
  readonly #entry: string | URL;
  #cancel: (() => void) | null = null;

  /** @param entry the built entry of the thread */
  constructor(entry: string | URL) {
    this.#entry = entry;
  }

  run<K extends FileJob["kind"]>(
    job: Extract<FileJob, { kind: K }>,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome<FileJobResults[K], Failure>> {
    if (this.#cancel !== null) return Promise.resolve(fail({ kind: "busy" }));
    return new Promise((resolve) => {
      const worker = startThread(this.#entry, {
        workerData: job,
        name: "files",
        database: true,
      });
      let [ending, cancelled] = [false, false];
      const end = async (outcome: Outcome<FileJobResults[K], Failure>): Promise<void> => {
        // The first word holds: what a thread says that was cancelled comes too late.
        if (ending) return;
        ending = true;
        if (!outcome.ok) {
          // Nothing is taken away before the thread can write no more.
          await endThread(worker, WRITES_MS);
          clear(leavingsOf(job));
        }
        this.#cancel = null;
        resolve(outcome);
      };
      this.#cancel = () => {
        cancelled = true;
        // A copy takes the place of a file that is opened next, by name: only the thread knows whether it still does, and
        // however long its disk takes, nobody may write into the file before.
        if (job.kind === "convert") askThread(worker);
        else void end(fail({ kind: "cancelled" }));
      };
      worker.on("message", (told: FileJobTold) => {
        if (told.kind === "done") {
          // The thread answers the job that it was given.
          void end(told.outcome as Outcome<FileJobResults[K], Failure>);
        } else if (!ending) progress(told.done, told.total);
      });
      worker.once("error", (error) => void end(internal(errorText(error))));
      worker.once("exit", (code) => {
        const silent = internal(`ended without a word: ${code}`);
        void end(cancelled ? fail({ kind: "cancelled" }) : silent);
      });
    });
  }

  cancel(): void {
    this.#cancel?.();
  }
}
