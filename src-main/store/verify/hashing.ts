// A thread that helps to verify a ledger: it does the part that is next to be done, and the next, while others do the
// same. A second core does half of the work.
import { parentPort, workerData } from "node:worker_threads";
import { makeFast } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";
import { doPart, NEXT, partsOf, SAID } from "./parts.ts";
import type { HashingStart, HashingTold } from "./parts.ts";

function help({ file, key, reads, watched, head, shared, port }: HashingStart): void {
  const tell = (told: HashingTold): void => {
    port.postMessage(told);
    Atomics.add(shared, SAID, 1);
    Atomics.notify(shared, SAID);
  };
  try {
    const ledger = openLedgerFile(file, key, reads);
    if (ledger.head === head) {
      const parts = partsOf(ledger);
      for (let index = Atomics.add(shared, NEXT, 1); index < parts;) {
        tell({ kind: "part", index, part: doPart(ledger, index, watched) });
        index = Atomics.add(shared, NEXT, 1);
      }
    }
    ledger.close();
  } catch {
    // It is done without this thread then.
  }
  tell({ kind: "ended" });
  port.close();
}

if (parentPort !== null) void makeFast().then(() => help(workerData as HashingStart));
