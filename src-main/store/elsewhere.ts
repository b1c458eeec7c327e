// Lets the ledger go on in another folder, when it cannot where it is: as a copy with all that is recorded, or, where
// none can be had, as a new one that names the last row that was known. The old file stays as it is. The profile's note
// names the new place only once what is there is whole: whenever the app ends meanwhile, the next start opens the old one.
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Json } from "../../src-shared/json.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import { appendFact } from "./chain.ts";
import { openDatabase } from "./database.ts";
import { readJson, writeJson } from "./jsonFile.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { notRecorded } from "./notRecorded.ts";
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
    const taken = ["", "-wal", ".part", ".part-wal"].some((end) => existsSync(`${file}${end}`));
    if (!taken) return file;
  }
}

export interface GoingOn {
  place: LedgerPlace;
  nowMs: number;
  /** The app ends: the copy is given up, with everything as before. */
  signal: AbortSignal;
}

/** Where the ledger goes on. */
export interface WentOn {
  file: string;
  /** With everything, which can be read whole and ends where the chain was known to end. */
  copied: boolean;
  /** The next start knows of it. */
  kept: boolean;
}

/**
 * Goes on in the folder: with everything where that can be, and where the next start will know of it. (A copy that
 * would be forgotten then would be a second end of the same chain.) Fails, with everything as before, when the folder
 * cannot be written.
 */
export async function goOnElsewhere(
  ledger: LedgerFile,
  folder: string,
  { place, nowMs, signal }: GoingOn,
): Promise<Outcome<WentOn, NotRecorded>> {
  const { file: before, known } = ledger;
  const target = freeName(folder);
  ledger.stop();
  // Whether the note can be written is learned before it says anything new.
  const keeps = place.keep(before);
  const whole = keeps && (await copiedWhole(before, target, ledger, signal));
  if (!whole || signal.aborted) await removeAll(target);
  if (signal.aborted) {
    ledger.goOn(before, undefined, known);
    return fail(notRecorded("Countersign ends"));
  }
  // From here on nothing waits, so that nothing else happens in between. The note first: a row in a copy that the
  // next start does not know of would be a second end.
  if (whole && place.keep(target)) {
    const begun = goOnWith(ledger, target, undefined, nowMs);
    if (begun.ok) return ok({ file: target, copied: true, kept: true });
    place.keep(before);
    ledger.goOn(before, undefined, known);
    await removeAll(target);
    return begun;
  }
  // A copy that could not be used may still lie there.
  const anew = freeName(folder);
  const begun = goOnWith(ledger, anew, known === null ? undefined : { ...known }, null);
  if (begun.ok) {
    const kept = keeps && place.keep(anew);
    if (anew !== target) await removeAll(target);
    return ok({ file: anew, copied: false, kept });
  }
  ledger.goOn(before, undefined, known);
  await removeAll(anew);
  return begun;
}

/** Opens the file; a copy says when it was `movedMs`, a new one what it comes `after`. */
function goOnWith(
  ledger: LedgerFile,
  file: string,
  after: Json | undefined,
  movedMs: number | null,
): Outcome<null, NotRecorded> {
  ledger.goOn(file, after);
  const begun = ledger.use((database) =>
    movedMs === null
      ? null
      : inTransaction(database, () =>
          appendFact(database, "moved", { by: { kind: "person" } }, movedMs),
        ),
  );
  if (!begun.ok) return begun;
  if (begun.value !== null) ledger.appended(begun.value);
  return ok(null);
}

/** True when the copy is on the disk, is sound, and holds the last row that was known. */
async function copiedWhole(
  from: string,
  to: string,
  { known, key }: LedgerFile,
  signal: AbortSignal,
): Promise<boolean> {
  const part = `${to}.part`;
  try {
    await copy(from, part, signal);
    // What is not in the file itself yet. It gets its name first: without it the file is not whole.
    if (existsSync(`${from}-wal`)) {
      await copy(`${from}-wal`, `${part}-wal`, signal);
      await rename(`${part}-wal`, `${to}-wal`);
    }
    await rename(part, to);
    await syncFolder(path.dirname(to));
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
  } finally {
    await removeAll(part);
  }
}

/** Onto the disk, as a new file that its owner alone can read. */
async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  const reading = createReadStream(from, { highWaterMark: 1 << 20 });
  await pipeline(reading, createWriteStream(to, { flags: "wx", mode: 0o600 }), { signal });
  const written = await open(to, "r+");
  try {
    await written.sync();
  } finally {
    await written.close();
  }
}

/** Makes the new names durable; Windows has no way to, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function removeAll(file: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"])
    await rm(`${file}${end}`, { force: true }).catch(() => {});
}
