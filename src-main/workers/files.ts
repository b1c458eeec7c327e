// Entry of the thread for file jobs (export, conversion, retention): runs one job, then ends.
import { parentPort, workerData } from "node:worker_threads";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileJob, FileJobResults, FileJobMessage } from "../history/fileJobs.ts";
import { convertJob } from "../history/encryption/conversion.ts";
import { isAskedToEnd, waitForEnd } from "../store/ending.ts";
import { retentionJob } from "../history/retention/retentionJob.ts";
import { exportJob } from "../history/export/exportJob.ts";

/** Interval of progress messages, in milliseconds. */
const TELL_MS = 100;

const job = workerData as FileJob;
const tell = (told: FileJobMessage): void => parentPort?.postMessage(told);

function begin(): Generator<
  { done: number; total: number },
  Outcome<FileJobResults[FileJob["kind"]], Failure>
> {
  switch (job.kind) {
    case "export":
      return exportJob(job);
    case "convert":
      return convertJob(job);
    case "retention":
      return retentionJob(job);
  }
}
const steps = begin();
let toldMs = performance.now();
for (;;) {
  if (isAskedToEnd()) {
    // Closes open files and removes incomplete ones.
    steps.return(fail({ kind: "cancelled" }));
    tell({ kind: "done", outcome: fail({ kind: "cancelled" }) });
    break;
  }
  const step = steps.next();
  if (step.done === true) {
    tell({ kind: "done", outcome: step.value });
    break;
  }
  if (performance.now() - toldMs < TELL_MS) continue;
  toldMs = performance.now();
  tell({ kind: "progress", ...step.value });
}
waitForEnd();
