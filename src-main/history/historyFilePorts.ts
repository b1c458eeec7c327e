// Types for exporting the ledger, and the messages of the thread that does it.
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ConvertJob } from "./convertPorts.ts";
import type { RetentionAnswer, RetentionJob } from "./retentionPorts.ts";

/** One job for a worker thread. `key` is the ledger's encryption key, or null. */
export type FileJob =
  | {
      kind: "export";
      ledger: string;
      key: string | null;
      /** Requests to export, with all their rows; null for all. */
      requests: string[] | null;
      contents: boolean;
      /** The file to write. */
      file: string;
      nowMs: number;
    }
  | ConvertJob
  | RetentionJob;

export interface FileJobResults {
  export: { bytes: number; items: number };
  convert: null;
  keeping: RetentionAnswer;
}

/** Messages from the thread. */
export type FileJobMessage =
  | { kind: "progress"; done: number; total: number }
  | { kind: "done"; outcome: Outcome<FileJobResults[FileJob["kind"]], Failure> };

/** Runs one job at a time, off the main thread. */
export interface FileJobs {
  run<K extends FileJob["kind"]>(
    job: Extract<FileJob, { kind: K }>,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome<FileJobResults[K], Failure>>;
  /**
   * Stops the job; its outcome is `cancelled`, and no partial file is left. `convert` reports its actual outcome,
   * once the thread no longer touches any file.
   */
  cancel(): void;
}

/** The system's file dialogs; null when the user cancelled. */
export interface FileDialogs {
  placeToSave(name: string): Promise<string | null>;
}
