// Entry of the thread for file jobs (export, conversion, retention, verification): runs one job, then ends.
import { workerData } from "node:worker_threads";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { convertJob } from "../history/encryption/conversion.ts";
import { exportJob } from "../history/export/exportJob.ts";
import type { FileJob, FileJobProgress, FileJobResults } from "../history/fileJobs.ts";
import { retentionJob } from "../history/retention/retentionJob.ts";
import { checkPages, verifyJob, verifyRows } from "../history/verify/verifyJob.ts";
import { doJob } from "../threads/inThread.ts";

type Kind = FileJob["kind"];

function* steps(
  job: FileJob,
): Generator<FileJobProgress[Kind], Outcome<FileJobResults[Kind], Failure>> {
  switch (job.kind) {
    case "export":
      return yield* exportJob(job);
    case "convert":
      return yield* convertJob(job);
    case "retention":
      return yield* retentionJob(job);
    case "verify":
      return yield* verifyJob(job);
    case "verify-rows":
      return ok(verifyRows(job));
    case "check-pages":
      return ok(checkPages(job));
  }
}

doJob(steps(workerData as FileJob));
