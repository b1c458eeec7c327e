// The thread that looks through documents, one at a time.
import { parentPort } from "node:worker_threads";
import { performance } from "node:perf_hooks";
import { inspect } from "../../src-shared/inspect/inspect.ts";
import type { Scan } from "../../src-shared/inspect/text/scan.ts";
import { signsIn } from "../../src-shared/inspect/secrets/secretSigns.ts";
import { READY } from "../background/inspectTold.ts";
import type { InspectTask, InspectTold } from "../background/inspectTold.ts";

const parts = {
  // The library is large: it is loaded with the first text that could hold something for it.
  secrets: async (text: string, scan: Scan) =>
    signsIn(text, scan).size > 0
      ? (await import("../background/secrets.ts")).findSecrets(text, scan)
      : { hits: [], unseen: 0 },
  nowMs: () => performance.now(),
};

const tell = (told: InspectTold): void => parentPort?.postMessage(told);

parentPort?.on("message", ({ id, document, around }: InspectTask) => {
  inspect(document, around, parts).then(
    (looked) => tell({ id, looked }),
    // Whatever it was: the document counts as not looked through.
    () => tell({ id, looked: null }),
  );
});
// From now on a document is begun with at once: its time counts.
tell({ id: READY, looked: null });
