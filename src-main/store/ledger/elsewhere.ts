// Lets the ledger go on in another folder, when it cannot where it is: as a copy with all that is recorded, or, where
// none can be had, as a new one that names the last row that was known. The old file stays as it is. The profile's note
// names the new place only once what is there is whole: whenever the app ends meanwhile, the next start opens the old one.
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Json } from "../../../src-shared/json.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import { appendFact } from "./chain.ts";
import { openDatabase } from "../database.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { notRecorded } from "./notRecorded.ts";
import type { NotRecorded } from "./notRecorded.ts";
import { firstOf, inTransaction, pragma } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";

/** Where a profile's ledger is: in the profile, unless the person chose another place. */
export interface LedgerPlace {
  readonly file: string;
  /** Where it was before; what is there no longer may be among them. */
  readonly left: readonly string[];
  /** Where an earlier run was making a copy when it ended; null where it was not. */
  readonly halfCopied: string | null;
  /**
   * False where the profile cannot be written: the choice then holds for this run only.
   * @param copying where a copy is being made meanwhile, which the ledger is not yet
   */
  keep(file: string, copying?: string): boolean;
}

/** The place as the profile remembers it. */
export interface NotedPlace extends LedgerPlace {
  /** What was left there has been cleared: it is named no more, whatever lies there later. */
  drop(left: string): void;
}

/** So many earlier places are remembered. */
const LEFT_MOST = 20;

const placeSchema = z.object({
  file: z.string(),
  left: z.array(z.string()).optional(),
  copying: z.string().optional(),
});

export function openLedgerPlace(profile: string): NotedPlace {
  const note = path.join(profile, "ledger-place.json");
  const file = path.join(profile, "ledger.db");
  const noted = readJson<z.infer<typeof placeSchema>>(note, placeSchema, { file }).value;
  const halfCopied = noted.copying ?? null;
  let now = noted.file;
  let left = noted.left ?? [];
  let copied = noted.copying;
  const write = (chosen: string, were: string[], copying: string | undefined): boolean => {
    const kept = writeJson(note, {
      file: chosen,
      ...(were.length === 0 ? {} : { left: were }),
      ...(copying === undefined ? {} : { copying }),
    }).ok;
    if (kept) [now, left, copied] = [chosen, were, copying];
    return kept;
  };
  // A copy that was whole is one more place where it was.
  if (halfCopied !== null && existsSync(halfCopied)) left = [...left, halfCopied];
  return {
    file: noted.file,
    get left() {
      return left;
    },
    halfCopied,
    keep(chosen, copying) {
      // The oldest are given up first. One that is not there now may be on a medium that comes back.
      const were = [...new Set([...left, now])].filter((one) => one !== chosen).slice(-LEFT_MOST);
      return write(chosen, were, copying);
    },
    drop(gone) {
      const others = left.filter((one) => path.resolve(one) !== path.resolve(gone));
      if (others.length < left.length) write(now, others, copied);
    },
  };
}

/**
 * Takes away what a move left half copied that the app's end interrupted; the ledger is still where it was. A copy that
 * is whole already is left, and told of: the name may be another profile's by now. Null where there is nothing to say.
 */
export function clearHalfCopied({ file, halfCopied, keep }: LedgerPlace): Failure | null {
  if (halfCopied === null) return null;
  try {
    // Its medium may not be there: the next start tries again.
    if (!existsSync(path.dirname(halfCopied))) return null;
    const whole = existsSync(halfCopied);
    // What is not in a copy yet gets its name before it.
    for (const end of [".part", ".part-wal", ".part-shm", ...(whole ? [] : ["-wal"])]) {
      rmSync(`${halfCopied}${end}`, { force: true });
    }
    keep(file);
    return { kind: whole ? "move-copy-left" : "move-interrupted", file: halfCopied };
  } catch {
    // It may not be writable now: the next start tries again as well.
    return null;
  }
}

/** A name in the folder that no file has: nothing that is there is ever written over. */
export function freeName(folder: string, but?: string): string {
  for (let n = 1; ; n += 1) {
    const file = path.join(folder, n === 1 ? "ledger.db" : `ledger-${n}.db`);
    const taken = ["", "-wal", ".part", ".part-wal"].some((end) => existsSync(`${file}${end}`));
    if (!taken && file !== but) return file;
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
  const keeps = place.keep(before, target);
  const whole = keeps && (await copiedAtRest(before, target, ledger, signal));
  if (!whole || signal.aborted) await removeAll(target);
  if (signal.aborted) {
    place.keep(before);
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
  // A copy that could not be used may still lie there; and what the note still names as one must not be the ledger.
  const anew = freeName(folder, keeps && !place.keep(before) ? target : undefined);
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
  ledger.goOn(file, after, movedMs === null ? null : ledger.known);
  const begun = ledger.use((database) =>
    movedMs === null
      ? null
      : inTransaction(database, () =>
          appendFact(database, "moved", { by: { kind: "person" } }, movedMs),
        ),
  );
  return begun.ok ? ok(null) : begun;
}

/**
 * As `copiedWhole`; once more where the file changed meanwhile: libsql lets go of a file that was closed only when its
 * statements are collected, and SQLite then moves into it what stood beside it.
 */
async function copiedAtRest(
  from: string,
  to: string,
  ledger: LedgerFile,
  signal: AbortSignal,
): Promise<boolean> {
  const stood = standing(from);
  if (await copiedWhole(from, to, ledger, signal)) return true;
  if (signal.aborted || standing(from) === stood) return false;
  await removeAll(to);
  return copiedWhole(from, to, ledger, signal);
}

/** What tells that a file, or what stands beside it, has changed. */
const standing = (file: string): string =>
  [file, `${file}-wal`]
    .map((one) => statSync(one, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? "" : `${found.size} ${found.mtimeMs}`))
    .join(" ");

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
      const select = `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`;
      const hash = (seq: number): string | null => textOf(firstOf(opened.value, select, seq));
      return sound && (known === null || hash(known.seq) === known.hash);
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
