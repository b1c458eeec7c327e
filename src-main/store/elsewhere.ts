// Lets the ledger go on in another folder, when it cannot where it is: as a copy with all that is recorded, or, where
// none can be had, as a new one that names the last row that was known. The old file stays as it is.
import { chmodSync, existsSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { appendFact } from "./chain.ts";
import { openDatabase } from "./database.ts";
import { readJson, writeJson } from "./jsonFile.ts";
import type { Known, LedgerFile } from "./ledgerFile.ts";
import type { NotRecorded } from "./notRecorded.ts";
import { firstOf, inTransaction, pragma } from "./sql.ts";

/** Where a profile's ledger is: in the profile, unless the person chose another place. */
export interface LedgerPlace {
  readonly file: string;
  /** False where the profile cannot be written: the choice then holds for this run only. */
  keep(file: string): boolean;
}

const placeSchema = z.object({ file: z.string() });

export function openLedgerPlace(profile: string): LedgerPlace {
  const note = path.join(profile, "ledger-place.json");
  const file = path.join(profile, "ledger.db");
  return {
    file: readJson(note, placeSchema, { file }).value.file,
    keep: (chosen) => writeJson(note, { file: chosen }).ok,
  };
}

/** A name in the folder that no file has: nothing that is there is ever written over. */
export function freeName(folder: string): string {
  for (let n = 1; ; n += 1) {
    const file = path.join(folder, n === 1 ? "ledger.db" : `ledger-${n}.db`);
    if (!existsSync(file) && !existsSync(`${file}-wal`)) return file;
  }
}

/**
 * Goes on in `target`, a file that is not there yet. `copy`: with everything, if it can be read whole and ends where
 * the chain was known to end. `copied` says whether it was. Fails, with everything as before, when `target` cannot be
 * written.
 */
export async function goOnElsewhere(
  ledger: LedgerFile,
  target: string,
  { copy, nowMs }: { copy: boolean; nowMs: number },
): Promise<Outcome<{ copied: boolean }, NotRecorded>> {
  const { file: before, known } = ledger;
  ledger.stop();
  const copied = copy && (await copiedWhole(before, target, ledger));
  if (!copied) await removeAll(target);
  ledger.goOn(target, copied ? undefined : (afterOf(known) ?? undefined));
  const begun = ledger.use((database) =>
    copied
      ? inTransaction(database, () =>
          appendFact(database, "moved", { by: { kind: "person" } }, nowMs),
        )
      : undefined,
  );
  if (!begun.ok) {
    ledger.goOn(before, undefined, known);
    await removeAll(target);
    return begun;
  }
  if (begun.value !== undefined) ledger.appended(begun.value);
  return ok({ copied });
}

const afterOf = (known: Known | null) => (known === null ? null : { ...known });

/** True when the copy is sound and holds the last row that was known. */
async function copiedWhole(from: string, to: string, { known, key }: LedgerFile): Promise<boolean> {
  try {
    await copyFile(from, to);
    chmodSync(to, 0o600);
    // What is not in the file itself yet.
    if (existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${to}-wal`);
    const opened = openDatabase(to, { key });
    if (!opened.ok) return false;
    try {
      const sound = pragma(opened.value, "quick_check(1)") === "ok";
      const select = "SELECT hash FROM event WHERE seq = ?";
      return sound && (known === null || firstOf(opened.value, select, known.seq) === known.hash);
    } finally {
      opened.value.close();
    }
  } catch {
    return false;
  }
}

async function removeAll(file: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"])
    await rm(`${file}${end}`, { force: true }).catch(() => {});
}
