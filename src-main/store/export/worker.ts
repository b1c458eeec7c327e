// The thread that writes exports and reads them back: one piece of work, then it has ended.
import { parentPort, workerData } from "node:worker_threads";
import type { FileJob, FileJobTold } from "../../services/historyFilePorts.ts";
import { exportJob } from "./exportJob.ts";
import { importJob } from "./importJob.ts";

/** Main hears of progress so often. */
const TELL_MS = 100;

const job = workerData as FileJob;
const tell = (told: FileJobTold): void => parentPort?.postMessage(told);

const steps = job.kind === "export" ? exportJob(job) : importJob(job);
let toldMs = performance.now();
for (;;) {
  const step = steps.next();
  if (step.done === true) {
    tell({ kind: "done", outcome: step.value });
    break;
  }
  if (performance.now() - toldMs < TELL_MS) continue;
  toldMs = performance.now();
  tell({ kind: "progress", ...step.value });
}
