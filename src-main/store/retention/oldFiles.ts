// Files of before that still hold what requests held: copies from before an update, ledgers that were left where they
// were, drafts that were put aside. Found by their names, and nothing else is ever taken away.
import { lstatSync, readdirSync, statSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { lstat, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { OldKind } from "../../../src-shared/ledger/keeping.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { OldFileStore, OldFound, OldPlaces } from "../../services/keepingPorts.ts";
import { sizeOf } from "../encrypted.ts";

const BACKUP = /^ledger(?:-\d+)?\.db\.backup-v\d+$/;
const DRAFTS = /^drafts\.(?:db|json)\.(?:taken-over|broken-[\dTZ.:-]+)$/;
const BACKUP_END = /\.backup-v\d+$/;
/** What SQLite keeps beside a file comes first: it is found again by the file alone. */
const ENDS = ["-wal", "-shm", ""] as const;

/**
 * @param places where to look, as it is now
 * @param cleared hears where nothing of a ledger that was left behind is there any more
 */
export const openOldFiles = (
  places: () => OldPlaces,
  cleared: (ledger: string) => void,
): OldFileStore => ({
  places,
  async remove(found) {
    const removed = await removeOldFile(found, places().ledger);
    const of = found.file.replace(BACKUP_END, "");
    if (removed.ok && !(await isAnyLeft(of))) cleared(of);
    return removed;
  },
});

/**
 * The largest first, each file once however many ways lead to it. A link is not followed, and not named. Reads folders
 * that may be on a medium far away: not for the main thread.
 */
export function findOldFiles({ profile, ledger, left }: OldPlaces): OldFound[] {
  const found = new Map<string, OldFound>();
  const inUse = whatIs(() => statSync(ledger, { bigint: true }));
  const add = (kind: OldKind, file: string): void => {
    const is = whatIs(() => lstatSync(file, { bigint: true }));
    if (is?.isFile() !== true || mayBeInUse(kind, is, inUse)) return;
    const bytes = ENDS.reduce((sum, end) => sum + sizeOf(`${file}${end}`), 0);
    const which = is.ino === 0n ? file : `${is.dev}:${is.ino}`;
    if (found.has(which)) return;
    found.set(which, { id: file, kind, file, bytes, changedMs: Number(is.mtimeMs) });
  };
  const were = [path.join(profile, "ledger.db"), ...left];
  // Another profile may have its ledger in the same folder.
  const own = new Set([ledger, ...were].map((file) => path.resolve(file)));
  for (const folder of new Set([profile, ...[ledger, ...were].map((file) => path.dirname(file))])) {
    for (const name of namesIn(folder)) {
      const file = path.join(folder, name);
      const isOwn = own.has(path.resolve(file.replace(BACKUP_END, "")));
      if (isOwn && BACKUP.test(name)) add("backup", file);
      if (folder === profile && DRAFTS.test(name)) add("drafts", file);
    }
  }
  for (const file of were) add("left", file);
  return [...found.values()].toSorted((a, b) => b.bytes - a.bytes);
}

/**
 * Told by the file itself: many ways may lead to it, by a linked folder or another name of its disk. Where the record
 * cannot be seen now, whatever was a ledger may be it.
 */
const mayBeInUse = (kind: OldKind, is: BigIntStats, inUse: BigIntStats | null): boolean =>
  inUse === null ? kind === "left" : is.dev === inUse.dev && is.ino === inUse.ino;

/** Null where nothing is there, or it cannot be seen. */
function whatIs(look: () => BigIntStats): BigIntStats | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It may be on a medium that is not there now.
    return [];
  }
}

/** Whether a ledger or a copy of it is there still. */
async function isAnyLeft(ledger: string): Promise<boolean> {
  try {
    const name = path.basename(ledger);
    const names = await readdir(path.dirname(ledger));
    return names.some((one) => one === name || one.startsWith(`${name}.backup-v`));
  } catch {
    // It may be on a medium that is not there now.
    return true;
  }
}

/** With what lies beside it; never the record in use, whichever way leads to it by now. */
async function removeOldFile(
  { file, kind }: OldFound,
  ledger: string,
): Promise<Outcome<null, Failure>> {
  try {
    const inUse = await stat(ledger, { bigint: true }).catch(() => null);
    const is = await lstat(file, { bigint: true }).catch(() => null);
    if (is !== null && (!is.isFile() || mayBeInUse(kind, is, inUse))) {
      throw new Error("it may be the record in use, or is no file");
    }
    for (const end of ENDS) await rm(`${file}${end}`, { force: true });
    return ok(null);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail({
      kind: "old-file-stays",
      file: path.basename(file),
      detail: detail.slice(0, 500),
    });
  }
}
