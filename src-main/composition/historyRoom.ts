// Opens the history: the thread that reads its index, and its export.
import path from "node:path";
import { FileJobThread } from "../history/fileJobs.ts";
import { HistoryThread } from "../history/historyThread.ts";
import type { FileDialogs } from "../history/historyFiles.ts";
import { HistoryFilesService } from "../history/historyFiles.ts";
import type { HistoryFilesParts } from "../history/historyFiles.ts";
import type { HistoryFiles } from "../history/index/historyIndex.ts";
import type { Audience } from "../audience.ts";

export interface HistoryRoom {
  index: HistoryThread;
  /** Restarts the thread with the current `own`. */
  restart(): void;
  /** Export, with the window's file dialogs. */
  files(dialogs: FileDialogs): HistoryFilesService;
  /** Cancels running exports and removes incomplete files. */
  close(): Promise<void>;
}

/**
 * @param entries the folder of the built entries
 * @param own the ledger and its index
 */
export function openHistoryRoom(
  entries: string,
  own: HistoryFiles,
  audience: Audience,
  ledger: Pick<HistoryFilesParts, "note" | "sign">,
): HistoryRoom {
  const index = new HistoryThread({
    entry: path.join(entries, "history.js"),
    start: { files: own },
    moved: (view) => audience.set("history", () => view),
  });
  let files: HistoryFilesService | null = null;
  return {
    index,
    restart: () => index.restart(),
    close: async () => {
      await files?.close();
      await index.close();
    },
    files: (dialogs) =>
      (files = new HistoryFilesService({
        index,
        jobs: new FileJobThread(path.join(entries, "files.js")),
        dialogs,
        ledger: () => own.ledger,
        key: () => own.key,
        task: (task) => audience.set("historyTask", () => task),
        ...ledger,
        nowMs: Date.now,
      })),
  };
}
