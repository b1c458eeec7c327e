// What saving and reading back the record need of the files, and what is said to the thread that does it: types only.
import type { HistoryImported } from "../../../src-shared/ledger/files.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { ReportPlan } from "../../../src-shared/report/plan.ts";
import type { ConvertJob } from "./convertPorts.ts";
import type { RetentionAnswer, RetentionJob } from "./retentionPorts.ts";

/** One piece of work for a thread of its own. `key` opens the ledger where it is encrypted. */
export type FileJob =
  | {
      kind: "export";
      ledger: string;
      key: string | null;
      /** Requests whose rows leave whole; null: all of them. */
      samples: string[] | null;
      contents: boolean;
      /** Where to. */
      file: string;
      nowMs: number;
    }
  /** `into`: a ledger of its own, made for reading. */
  /** `key`: what is made of it is encrypted by this, where the record is. */
  | { kind: "import"; file: string; into: string; key: string | null }
  | ReportJob
  | ConvertJob
  | RetentionJob;

/** A page about one request. */
export interface ReportJob {
  kind: "report";
  /** What is read: the record, or the export that is open in its place. */
  ledger: string;
  key: string | null;
  sampleId: string;
  plan: ReportPlan;
  file: string;
}

export interface FileJobResults {
  export: { bytes: number; items: number };
  import: Omit<HistoryImported, "name">;
  report: { bytes: number };
  convert: null;
  keeping: RetentionAnswer;
}

/** What the thread says. */
export type FileJobTold =
  | { kind: "progress"; done: number; total: number }
  | { kind: "done"; outcome: Outcome<FileJobResults[FileJob["kind"]], Failure> };

/** Does one piece of work at a time, off the main thread. */
export interface FileJobs {
  run<K extends FileJob["kind"]>(
    job: Extract<FileJob, { kind: K }>,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome<FileJobResults[K], Failure>>;
  /**
   * Ends what runs; its outcome is `cancelled`, and no half of a file stays. Of `convert` it is what became of it, once the
   * thread touches no file any more.
   */
  cancel(): void;
}

/** The system's own dialogs. Null: the user chose no place. */
export interface FileDialogs {
  placeToSave(name: string): Promise<string | null>;
  fileToRead(): Promise<string | null>;
}
