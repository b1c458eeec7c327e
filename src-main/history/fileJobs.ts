// Runs one job on the ledger's files in a thread of its own, which ends with the job.
import { rmSync } from "node:fs";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ConvertJob } from "./encryption/conversion.ts";
import type { ExportJob, ExportWritten } from "./export/exportJob.ts";
import type { RetentionAnswer, RetentionJob } from "./retention/retentionJob.ts";
import { askThread, endThread, startThread, errorText } from "../threads/thread.ts";

/** One job for a worker thread. */
export type FileJob = ExportJob | ConvertJob | RetentionJob;

export interface FileJobResults {
  export: ExportWritten;
  convert: null;
  retention: RetentionAnswer;
}

/** Messages from the thread. */
export type FileJobMessage =
  | { kind: "progress"; done: number; total: number }
  | { kind: "done"; outcome: Outcome<FileJobResults[FileJob["kind"]], Failure> };

/** The partial file of a job that is ended midway. */
function leavingsOf(job: FileJob): string | null {
  switch (job.kind) {
    case "export":
      return `${job.file}.part`;
    // Copies left behind are deleted at the next start.
    case "convert":
    case "retention":
      return null;
  }
}

/** How long a write in progress may take, in milliseconds, on a slow disk. */
const WRITES_MS = 2000;

const internal = (detail: string): Outcome<never, Failure> =>
  fail({ kind: "internal", detail: detail.slice(0, 500) });

/** Deletes what a job left behind; errors are ignored. */
function clear(left: string | null): void {
  if (left === null) return;
  try {
    rmSync(left, { force: true, recursive: true });
  } catch {
    // The folder may have disappeared with its removable disk.
  }
}

export class FileJobThread {
  readonly #entry: string | URL;
  #cancel: (() => void) | null = null;

  /** @param entry the thread's built entry */
  constructor(entry: string | URL) {
    this.#entry = entry;
  }

  /** Runs one job at a time, off the main thread; fails with `busy` meanwhile. */
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
        // Only the first outcome counts: a thread that was cancelled may still report one.
        if (ending) return;
        ending = true;
        if (!outcome.ok) {
          // Delete nothing while the thread may still be writing.
          await endThread(worker, WRITES_MS);
          clear(leavingsOf(job));
        }
        this.#cancel = null;
        resolve(outcome);
      };
      this.#cancel = () => {
        cancelled = true;
        // A conversion may already have replaced a file. Only the thread knows, and nobody may write to the file
        // before it has finished, however slow the disk is.
        if (job.kind === "convert") askThread(worker);
        else void end(fail({ kind: "cancelled" }));
      };
      worker.on("message", (told: FileJobMessage) => {
        if (told.kind === "done") {
          // The type follows from the job.
          void end(told.outcome as Outcome<FileJobResults[K], Failure>);
        } else if (!ending) progress(told.done, told.total);
      });
      worker.once("error", (error) => void end(internal(errorText(error))));
      worker.once("exit", (code) => {
        const silent = internal(`exited without a result: ${code}`);
        void end(cancelled ? fail({ kind: "cancelled" }) : silent);
      });
    });
  }

  /**
   * Stops the job; its outcome is `cancelled`, and no partial file is left. `convert` reports its actual outcome,
   * once the thread no longer touches any file.
   */
  cancel(): void {
    this.#cancel?.();
  }
}
