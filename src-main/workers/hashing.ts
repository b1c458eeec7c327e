// A thread that helps to verify a ledger. What touches the file is loaded once it is sure that it will be needed: from then
// on the thread is waited for, since a database in a thread that is broken off ends the process (services/threadPorts.ts).
import { parentPort, workerData } from "node:worker_threads";
import { READS, SAID } from "../store/verify/parts.ts";
import type { HashingStart, HashingTold } from "../store/verify/parts.ts";

async function begin(start: HashingStart): Promise<void> {
  const { own, shared, port } = start;
  const tell = (told: HashingTold): void => {
    port.postMessage(told);
    Atomics.add(shared, SAID, 1);
    Atomics.notify(shared, SAID);
  };
  if (Atomics.compareExchange(shared, own, 0, READS) !== 0) return;
  try {
    const { help } = await import("../store/verify/help.ts");
    await help(start, tell);
  } catch {
    // It is done without this thread then.
  }
  tell({ kind: "ended" });
  port.close();
}

if (parentPort !== null) void begin(workerData as HashingStart);
