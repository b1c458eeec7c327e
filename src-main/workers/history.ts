// Entry of the history thread.
import { parentPort, workerData } from "node:worker_threads";
import { serveHistory } from "../history/index/historyIndex.ts";
import type { HistoryStart } from "../history/historyThread.ts";

serveHistory(parentPort, (workerData as HistoryStart).files);
