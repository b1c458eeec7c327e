// Runs one job on the ledger's files in a thread of its own, which ends with the job.
import { rmSync } from "node:fs";
import type { LedgerFault, Verification, Verifying } from "#shared/ledger/verification.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ConvertJob } from "./encryption/conversion.ts";
import type { ExportJob, ExportWritten } from "./export/exportJob.ts";
import type { RetentionAnswer, RetentionJob } from "./retention/retentionJob.ts";
import type { CheckPagesJob, VerifyJob, VerifyRowsJob } from "./verify/verifyJob.ts";
import { ThreadJob } from "../threads/threadJob.ts";

/** One job for a worker thread. */
export type FileJob =
  | ExportJob
  | ConvertJob
  | RetentionJob
  | VerifyJob
  | VerifyRowsJob
  | CheckPagesJob;

export interface FileJobResults {
  export: ExportWritten;
  convert: null;
  retention: RetentionAnswer;
  verify: Verification;
  "verify-rows": LedgerFault | null;
  /** SQLite's first message, or null. */
  "check-pages": string | null;
}

interface Progress {
  done: number;
  total: number;
}

/** What a thread reports of a job that runs. */
export interface FileJobProgress {
  export: Progress;
  convert: Progress;
  retention: Progress;
  verify: NonNullable<Verifying>;
  "verify-rows": never;
  "check-pages": never;
}

/** The partial file of a job that is ended midway. */
function leavingsOf(job: FileJob): string | null {
  switch (job.kind) {
    case "export":
      return `${job.file}.part`;
    // Copies left behind are deleted at the next start.
    case "convert":
    case "retention":
    case "verify":
    case "verify-rows":
    case "check-pages":
      return null;
  }
}

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
  async run<J extends FileJob>(
    job: J,
    progress: (progress: FileJobProgress[J["kind"]]) => void,
  ): Promise<Outcome<FileJobResults[J["kind"]], Failure>> {
    if (this.#cancel !== null) return fail({ kind: "busy" });
    type Running = ThreadJob<FileJobProgress[J["kind"]], FileJobResults[J["kind"]]>;
    const running: Running = new ThreadJob(this.#entry, job, progress);
    // A conversion may already have replaced a file. Only the thread knows, and nobody may write to the file before it
    // has finished, however slow the disk is.
    this.#cancel = () => (job.kind === "convert" ? running.ask() : running.stop());
    const outcome = await running.outcome;
    if (!outcome.ok) clear(leavingsOf(job));
    this.#cancel = null;
    return outcome;
  }

  /**
   * Stops the job; its outcome is `cancelled`, and no partial file is left. `convert` reports its actual outcome,
   * once the thread no longer touches any file.
   */
  cancel(): void {
    this.#cancel?.();
  }
}
