// Entry of the thread that scans documents, one at a time.
import { parentPort } from "node:worker_threads";
import { performance } from "node:perf_hooks";
import { inspect } from "#shared/findings/inspect.ts";
import { ScannedTexts } from "#shared/findings/scannedTexts.ts";
import type { Scan } from "#shared/findings/text/scan.ts";
import { signsIn } from "#shared/findings/secrets/secretSigns.ts";
import { mainProxy } from "../threads/calls.ts";
import type { InspectCalls, InspectMessages } from "../threads/inspector.ts";

const parts = {
  // The library is large: load it only for text that may contain a secret.
  secrets: async (text: string, scan: Scan) =>
    signsIn(text, scan).size > 0
      ? (await import("../threads/secrets.ts")).findSecrets(text, scan)
      : { hits: [], unseen: 0 },
  nowMs: () => performance.now(),
  known: new ScannedTexts(),
};

const main = mainProxy<InspectMessages>(parentPort, {
  // Whatever was thrown, the document counts as not scanned.
  inspect: (document, around) => inspect(document, around, parts).catch(() => null),
} satisfies InspectCalls);
void main.ready.asEvent();
