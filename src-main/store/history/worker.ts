// The thread of the history: hears what is asked, answers it.
import { parentPort } from "node:worker_threads";
import { fail } from "../../../src-shared/outcome.ts";
import type { HistoryAsk, HistoryTold } from "../../services/historyPorts.ts";

const tell = (told: HistoryTold): void => parentPort?.postMessage(told);

parentPort?.on("message", (ask: HistoryAsk) => {
  if (ask.kind === "close") parentPort?.close();
  if (ask.kind !== "read") return;
  const outcome = fail({ kind: "history-unavailable" as const, detail: "no index" });
  tell({ kind: "answer", id: ask.id, outcome });
});
