// Runs one piece of work on the files of the record in a thread of its own, which ends with it.
import { rmSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type {
  FileJob,
  FileJobResults,
  FileJobs,
  FileJobTold,
} from "../services/historyFilePorts.ts";

/** What a job leaves behind where it is ended half-way. */
const leavingsOf = (job: FileJob): string =>
  job.kind === "export" ? `${job.file}.part` : path.dirname(job.into);

const internal = (detail: string): Outcome<never, Failure> =>
  fail({ kind: "internal", detail: detail.slice(0, 500) });

/** Takes away what is there; what cannot be taken away changes nothing of how the job ended. */
function clear(left: string): void {
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
      const worker = new Worker(this.#entry, { workerData: job, env: {}, name: "files" });
      let ending = false;
      const end = (outcome: Outcome<FileJobResults[K], Failure>): void => {
        // The first word holds: what a thread says that was cancelled comes too late.
        if (ending) return;
        ending = true;
        // Nothing is taken away before the thread can write no more.
        void worker.terminate().then(() => {
          if (!outcome.ok) clear(leavingsOf(job));
          this.#cancel = null;
          resolve(outcome);
        });
      };
      this.#cancel = () => end(fail({ kind: "cancelled" }));
      worker.on("message", (told: FileJobTold) => {
        if (told.kind === "done") {
          // The thread answers the job that it was given.
          end(told.outcome as Outcome<FileJobResults[K], Failure>);
        } else if (!ending) progress(told.done, told.total);
      });
      worker.once("error", (error) => end(internal(error.message)));
      worker.once("exit", (code) => end(internal(`ended without a word: ${code}`)));
    });
  }

  cancel(): void {
    this.#cancel?.();
  }
}
