// Opens the history: the thread that reads its index, an imported file opened in its place, import and export.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import type { HistoryView } from "#shared/ledger/history.ts";
import { FileJobThread } from "../background/fileJobs.ts";
import { HistoryThread } from "../background/history.ts";
import type { FileDialogs } from "../services/record/historyFilePorts.ts";
import { HistoryFilesService } from "../services/record/historyFiles.ts";
import type { HistoryFilesParts } from "../services/record/historyFiles.ts";
import type { HistoryFiles, HistoryIndex } from "../services/record/historyPorts.ts";
import { HistorySource } from "../services/record/historySource.ts";
import type { ServiceAudience } from "../services/ports.ts";

export interface HistoryRoom {
  /** What the window reads: the ledger, or an imported file in its place. */
  source: HistorySource;
  /** The user's own ledger, whatever the window shows: for features that act on it. */
  own: HistoryIndex;
  /** Restarts the thread with the current `own`. */
  restart(): void;
  /** Import and export, with the window's file dialogs. */
  files(dialogs: FileDialogs): HistoryFilesService;
  /** Cancels running imports and exports and removes incomplete files. */
  close(): Promise<void>;
}

/**
 * @param entries the folder of the built entries
 * @param own the ledger and its index
 */
export function openHistoryRoom(
  profile: string,
  entries: string,
  own: HistoryFiles,
  audience: ServiceAudience,
  ledger: Pick<HistoryFilesParts, "note" | "sign">,
): HistoryRoom {
  const entry = path.join(entries, "history.js");
  const open = (files: HistoryFiles, moved: (view: HistoryView) => void): HistoryThread =>
    new HistoryThread({
      entry,
      start: { files: { ...files, findingsOff: own.findingsOff ?? [] } },
      moved,
    });
  const thread = new HistoryThread({
    entry,
    start: { files: own },
    moved: (view) => source.moved(view),
  });
  const source: HistorySource = new HistorySource({
    own: thread,
    open,
    moved: (view) => audience.historyMoved(view),
    imported: (imported) => audience.historyImported(imported),
  });
  const imported = path.join(profile, "imported");
  // Left over from a run that did not end cleanly.
  rmSync(imported, { recursive: true, force: true });
  let files: HistoryFilesService | null = null;
  return {
    source,
    own: thread,
    restart: () => thread.restart(),
    close: async () => {
      await files?.close();
      await source.close();
    },
    files: (dialogs) =>
      (files = new HistoryFilesService({
        source,
        jobs: new FileJobThread(path.join(entries, "files.js")),
        dialogs,
        ledger: () => own.ledger,
        key: () => own.key,
        importFolder: () => path.join(imported, randomUUID()),
        task: (task) => audience.historyTask(task),
        ...ledger,
        nowMs: Date.now,
      })),
  };
}
