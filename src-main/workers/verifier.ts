// Entry of the thread that verifies the ledger or checks its file for damage, read-only and with progress.
import { parentPort, workerData } from "node:worker_threads";
import type { SoundnessResult, SoundnessStart } from "../history/verify/soundness.ts";
import type { VerifyMessage, VerifyStart } from "../history/verify/verifierThread.ts";
import type { WalkResult, WalkStart } from "../history/verify/walk.ts";
import { isAskedToEnd, waitForEnd } from "../store/ending.ts";
import { verifyLedger } from "#shared/ledger/verify.ts";
import { cryptography } from "../history/verify/cryptography.ts";
import { openToVerify } from "../history/verify/openFile.ts";
import { quickCheck } from "../history/verify/quickCheck.ts";
import { walkRows } from "../history/verify/walkRows.ts";

const say = (told: VerifyMessage | SoundnessResult | WalkResult): void =>
  parentPort?.postMessage(told);

function verify({ file, key, known }: VerifyStart): void {
  const opened = openToVerify(file, key);
  if ("kind" in opened) {
    say({ kind: "failed", detail: opened.kind === "unreadable" ? opened.detail : opened.kind });
    return;
  }
  const total = opened.total ?? 0;
  const steps = verifyLedger(opened.source, cryptography, known);
  while (!isAskedToEnd()) {
    const step = steps.next();
    if (step.done === true) {
      say({ kind: "done", result: step.value });
      break;
    }
    say({ kind: "progress", verifying: { ...step.value, total } });
  }
  opened.close();
}

// Main passes the job when it starts the thread.
const start = workerData as VerifyStart | SoundnessStart | WalkStart;
if (!isAskedToEnd()) {
  if ("quick" in start) say({ kind: "looked", found: quickCheck(start.file, start.key) });
  else if ("after" in start) say({ kind: "walked", fault: walkRows(start) });
  else verify(start);
}
waitForEnd();
