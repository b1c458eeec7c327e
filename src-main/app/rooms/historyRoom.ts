// Opens what reads the record: the thread of its index, what is open for reading in its place, the files that are
// written and read.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import type { HistoryView } from "../../../src-shared/ledger/history.ts";
import { FileJobThread } from "../../background/fileJobs.ts";
import { HistoryThread } from "../../background/history.ts";
import type { FileDialogs } from "../../services/record/historyFilePorts.ts";
import { HistoryFilesService } from "../../services/record/historyFiles.ts";
import type { HistoryFilesParts } from "../../services/record/historyFiles.ts";
import type { HistoryFiles, HistoryIndex } from "../../services/record/historyPorts.ts";
import { HistorySource } from "../../services/record/historySource.ts";
import type { ServiceAudience } from "../../services/ports.ts";

export interface HistoryRoom {
  /** What the window reads: the record, or an export in its place. */
  source: HistorySource;
  /** The record alone: for what acts on it. */
  own: HistoryIndex;
  /** Lets the thread begin anew: the record is in another file now, as `own` says. */
  restart(): void;
  /** By the system's own dialogs, which belong to the window. */
  files(dialogs: FileDialogs): HistoryFilesService;
  /** Ends what is written and read; no half of a file stays. */
  close(): Promise<void>;
}

/** @param entries the folder of the built entries; @param own the record and the index of it */
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
    dryRunning: (running) => audience.dryRunning(running),
  });
  const source: HistorySource = new HistorySource({
    own: thread,
    open,
    moved: (view) => audience.historyMoved(view),
    imported: (imported) => audience.historyImported(imported),
  });
  const imported = path.join(profile, "imported");
  // What was open for reading when the app ended in another way.
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
