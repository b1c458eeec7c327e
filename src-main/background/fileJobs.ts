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
    const left = leavingsOf(job);
    return new Promise((resolve) => {
      const worker = new Worker(this.#entry, { workerData: job, env: {}, name: "files" });
      const end = (outcome: Outcome<FileJobResults[K], Failure>): void => {
        this.#cancel = null;
        void worker.terminate();
        resolve(outcome);
      };
      this.#cancel = () => {
        void worker.terminate().then(() => {
          rmSync(left, { force: true, recursive: true });
          end(fail({ kind: "cancelled" }));
        });
      };
      worker.on("message", (told: FileJobTold) => {
        if (told.kind === "progress") progress(told.done, told.total);
        // The thread answers the job that it was given.
        else end(told.outcome as Outcome<FileJobResults[K], Failure>);
      });
      worker.once("error", (error) =>
        end(fail({ kind: "internal", detail: error.message.slice(0, 500) })),
      );
    });
  }

  cancel(): void {
    this.#cancel?.();
  }
}
