// The thread that looks through documents, one at a time.
import { parentPort } from "node:worker_threads";
import { performance } from "node:perf_hooks";
import { inspect } from "../../src-shared/inspect/inspect.ts";
import type { InspectAsk } from "../desk/ports.ts";
import type { InspectTold } from "./inspector.ts";

parentPort?.on("message", ({ id, document, around }: InspectAsk & { id: number }) => {
  const tell = (told: InspectTold): void => parentPort?.postMessage(told);
  inspect(document, around, { nowMs: () => performance.now() }).then(
    (looked) => tell({ id, looked }),
    // Whatever it was: the document counts as not looked through.
    () => tell({ id, looked: null }),
  );
});
