// Opens the ledger with its encryption, signed checkpoints and drafts, and what reads and verifies it.
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import { Verifier } from "./verify/verifier.ts";
import type { Audience } from "../audience.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import { Checkpoints } from "./ledger/checkpoints.ts";
import { openDrafts } from "./drafts.ts";
import { SqliteContentDeletion } from "./ledger/contentDeletion.ts";
import { openLedgerAtStart } from "./ledger/ledger.ts";
import { settleSpent } from "./ledger/spent.ts";
import { FileJobThread } from "./fileJobs.ts";
import { HistoryFilesService } from "./historyFiles.ts";
import type { FileDialogs, HistoryFilesParts } from "./historyFiles.ts";
import { HistoryThread } from "./historyThread.ts";
import type { HistoryFiles } from "./index/historyIndex.ts";
import type { SettingsService } from "../profile/settings.ts";
import { followFindings } from "./followFindings.ts";
import type { ReadyFiles } from "./encryption/readyFiles.ts";

export interface LedgerRoomDeps {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  secrets: Secrets;
  /** The files as `readyFiles` prepared them. */
  ready: ReadyFiles;
  /** The user's settings, now and after each change. */
  settings: Pick<SettingsService, "settings" | "follow">;
  audience: Audience;
  fault(failure: Failure): void;
}

/** The thread that reads the history's index, and its export. */
interface OpenHistory {
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
function openHistory(
  entries: string,
  own: HistoryFiles,
  audience: Audience,
  ledger: Pick<HistoryFilesParts, "note" | "sign">,
): OpenHistory {
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

/** Opens the ledger for writing; `begin` writes the first rows of this run. */
export function openRecord(deps: LedgerRoomDeps) {
  const { profile, entries, secrets, ready, audience, fault } = deps;
  const { key, draftsKey, changed, failure } = ready;
  const nowMs = Date.now;
  const inProfile = (name: string): string => path.join(profile, name);
  const drafts = openDrafts(inProfile("drafts.db"), fault, {
    key: draftsKey,
    locked: failure?.kind === "ledger-key-missing",
  });
  const followers: (() => void)[] = [];
  const appended = (): void => {
    for (const follow of followers) follow();
  };
  const index = inProfile("history.db");
  const opened = openLedgerAtStart(ready.ledger, index, { key, onAppended: appended });
  const { ledger, media, spending, file } = opened;
  if (opened.begunAnew) fault({ kind: "ledger-begun-anew", file: file.file });
  file.use((database) => settleSpent(database, nowMs()));
  const verifying = new Verifier({
    entry: path.join(entries, "files.js"),
    ledger: () => ({ file: file.file, key }),
    moved: (verifying) => audience.set("verifying", () => verifying),
  });
  const checkpoints = new Checkpoints({
    file,
    secrets,
    nowMs,
    fault,
    walk: (after, until) =>
      verifying.verifyRows(after, until, (found) => checkpoints.walked(found)),
  });
  const sign = (): void => void checkpoints.sign();
  const byPerson = { by: { kind: "person" } } as const;
  const own: HistoryFiles = {
    ledger: file.file,
    index,
    key,
    findingsOff: deps.settings.settings.findingsOff,
  };
  const history = openHistory(entries, own, audience, {
    note: (kind, facts) => opened.note(kind, { ...byPerson, ...facts }, nowMs()),
    sign,
  });
  followFindings(deps.settings, own, () => history.restart());
  followers.push(
    () => history.index.appended(),
    () => checkpoints.appended(),
  );
  const deletion = new SqliteContentDeletion(file, appended);
  return {
    ledger,
    media,
    spending,
    drafts,
    history,
    deletion,
    /** The current file and its key. */
    where: () => ({ ledger: file.file, key }),
    signed: () => checkpoints.known(),
    verifying,
    /** Call once everyone is there who is told about new rows. */
    begin(): void {
      checkpoints.sign();
      if (changed) opened.note(key === null ? "decrypted" : "encrypted", byPerson, nowMs());
      verifying.checkPagesLater(fault);
    },
    stopVerifying(): void {
      verifying.close();
    },
    /** Call last of all; `last` may still write to the open ledger. */
    close(last: () => void): void {
      drafts.close();
      checkpoints.close();
      last();
      opened.close();
    },
  };
}
