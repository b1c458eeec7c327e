// Encrypts or decrypts a file of the profile, or brings a ledger into this version's layout: writes a copy, reads it
// back, verifies it, and renames it over the file. No connection may have the file open. If the app ends midway, the old file is still intact.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
} from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { verifyLedger } from "#shared/ledger/verify.ts";
import { copyEarlier, finishCopy, isEarlier, isUnchained } from "../ledger/earlier.ts";
import { sizeOf } from "./encrypted.ts";
import { firstOf, pragma, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes } from "../../store/texts.ts";
import { cryptography } from "../verify/cryptography.ts";
import { encryption, openLedgerFile } from "../verify/ledgerFile.ts";

/**
 * A file and its encryption keys before and after; null means not encrypted. A ledger with equal keys gets this version's
 * layout.
 */
export interface ConvertFile {
  file: string;
  before: string | null;
  after: string | null;
  /** True for a ledger: the copy must verify with the same result as the original. */
  verified: boolean;
}

/** No connection may have the files open during the job. */
export interface ConvertJob {
  kind: "convert";
  files: ConvertFile[];
}

/** Where the copy is written until it is complete. */
export const copyOf = (file: string): string => `${file}.converting`;

interface Progress {
  done: number;
  total: number;
}
/** Progress is counted in thirds: copying, and verifying each of the two files. */
const PARTS = 3;
/** How much longer the copy may be than the used pages of the file: the cipher reserves some of each page. */
const LONGER = 1 / 32;
const LONGER_BYTES = 1_000_000;
/** How many rows are copied between two progress reports. */
const TELL_ROWS = 200;

/**
 * Converts one file after the other, reporting progress in bytes; those before a failure stay converted.
 * @param roomAt free disk space of a folder, in bytes
 */
export function* convertJob(
  { files }: ConvertJob,
  roomAt = diskRoom,
): Generator<Progress, Outcome<null, Failure>> {
  const sizes = files.map(({ file }) => sizeOf(file));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let [before, failure]: [number, Failure | null] = [0, null];
  for (const [index, one] of files.entries()) {
    const bytes = sizes[index] ?? 0;
    const steps = convertOne(one, roomAt);
    try {
      let step = steps.next();
      for (; step.done !== true; step = steps.next())
        yield { done: before + Math.floor(step.value * bytes), total };
      if (!step.value.ok) failure ??= step.value.failure;
    } finally {
      // If this generator is stopped, stop the inner one, so that it deletes its copy.
      steps.return(ok(null));
    }
    before += bytes;
  }
  return failure === null ? ok(null) : fail(failure);
}

/** Yields progress from 0 to 1. */
function* convertOne(
  { file, before, after, verified }: ConvertFile,
  roomAt: typeof diskRoom,
): Generator<number, Outcome<null, Failure>> {
  const copy = copyOf(file);
  let settled = false;
  try {
    removeAll(copy);
    const neededBytes = copyBytes(file, before);
    if ((roomAt(path.dirname(file)) ?? Infinity) < neededBytes) {
      return fail({ kind: "ledger-no-room", neededBytes });
    }
    closeSync(openSync(copy, "wx", 0o600));
    const share = verified ? 1 / PARTS : 1;
    for (const part of copyAll(file, before, copy, after)) yield share * part;
    if (verified) {
      const one = yield* verifiedAs(file, before, share);
      const other = yield* verifiedAs(copy, after, 2 * share);
      // A ledger without a chain has nothing to compare with.
      if (one !== null && one !== other) throw new Error("the copy is not the same");
    }
    if (before === after) finishLayout(file, copy, after);
    sync(copy, "r+");
    // The last point at which the caller can cancel.
    yield 1;
    removeAll(`${file}-wal`, `${file}-shm`, `${copy}-wal`, `${copy}-shm`);
    renameSync(copy, file);
    sync(path.dirname(file), "r");
    settled = true;
    return ok(null);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail({ kind: "ledger-not-converted", detail: detail.slice(0, 500) });
  } finally {
    // Runs also when the caller stops the generator.
    if (!settled) removeAll(copy);
  }
}

/** The maximum size of a copy. */
function copyBytes(file: string, key: string | null): number {
  return onFile(file, key, (database) => {
    const [pages = 0, free = 0, bytes = 0] = ["page_count", "freelist_count", "page_size"].map(
      (name) => Number(pragma(database, name)),
    );
    return Math.ceil((pages - free) * bytes * (1 + LONGER)) + LONGER_BYTES;
  });
}

function onFile<T>(file: string, key: string | null, work: (database: Database) => T): T {
  const database = new Libsql(file, { timeout: 2000, ...encryption(key) });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Whether a ledger has an earlier layout. One that cannot be read is reported by whoever opens it. */
export function hasEarlierLayout(file: string, key: string | null): boolean {
  try {
    return sizeOf(file) > 0 && onFile(file, key, isEarlier);
  } catch {
    return false;
  }
}

/** A ledger without a chain is kept beside it, as the copy is no longer the same. */
function finishLayout(file: string, copy: string, key: string | null): void {
  onFile(file, key, (from) => {
    let backup: string | null = null;
    if (isUnchained(from) && firstOf(from, "SELECT 1 FROM event LIMIT 1") === 1) {
      const target = `${file}.backup-v${Number(pragma(from, "user_version"))}`;
      copyFileSync(file, `${target}.new`);
      chmodSync(`${target}.new`, 0o600);
      sync(`${target}.new`, "r+");
      renameSync(`${target}.new`, target);
      backup = path.basename(target);
    }
    onFile(copy, key, (to) => finishCopy(from, to, backup));
  });
}

/** The result of verifying a file, as JSON for comparison; null if it has no chain. */
function* verifiedAs(
  file: string,
  key: string | null,
  from: number,
): Generator<number, string | null> {
  if (onFile(file, key, isUnchained)) return null;
  const read = openLedgerFile(file, key);
  try {
    const all = Math.max(1, read.total + read.texts);
    for (const steps = verifyLedger(read, cryptography); ;) {
      const step = steps.next();
      if (step.done === true) return JSON.stringify(step.value);
      const { stage, done } = step.value;
      yield from + Math.min(1, (stage === "rows" ? done : read.total + done) / all) / PARTS;
    }
  } finally {
    read.close();
  }
}

/** Deletes files together with their journals. */
export function removeAll(...files: string[]): void {
  for (const file of files) {
    for (const ending of ["", "-journal", "-wal", "-shm"])
      rmSync(`${file}${ending}`, { force: true });
  }
}

/** Flushes to disk. Folders cannot be synced on every platform, so errors there are ignored. */
function sync(place: string, how: "r" | "r+"): void {
  try {
    const descriptor = openSync(place, how);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (how === "r+") throw error;
  }
}

/** Copies every table, index and the version. Yields progress from 0 to 1. */
function* copyAll(
  file: string,
  before: string | null,
  copy: string,
  after: string | null,
): Generator<number> {
  const from = new Libsql(file, { timeout: 2000, ...encryption(before) });
  const to = new Libsql(copy, encryption(after));
  try {
    // Include what the last process left in the WAL.
    from.pragma("wal_checkpoint(TRUNCATE)");
    // Lets deletions shrink the file; must be set before it has content.
    to.pragma("auto_vacuum = INCREMENTAL");
    to.pragma("journal_mode = DELETE");
    // What names nothing any more is copied as well.
    to.pragma("foreign_keys = OFF");
    const pages = Math.max(1, Number(pragma(from, "page_count")));
    to.exec("BEGIN");
    for (const _ of before === after ? copyEarlier(from, to) : copyTables(from, to))
      yield Math.min(1, Number(pragma(to, "page_count")) / pages);
    to.exec("COMMIT");
  } finally {
    from.close();
    to.close();
  }
}

function* copyTables(from: Database, to: Database): Generator<void> {
  const schema = rowsOf(
    from,
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC",
  ).map((row) => row.map(String));
  for (const [type, name, sql] of schema) {
    to.exec(sql ?? "");
    if (type === "table" && name !== undefined) yield* copyTable(from, to, name);
  }
  to.exec(`PRAGMA user_version = ${Number(pragma(from, "user_version"))}`);
}

/**
 * Copies byte by byte, so that invalid UTF-8 is preserved and both files verify the same; libsql binds numbers as REAL.
 * Yields now and then.
 */
function* copyTable(from: Database, to: Database, name: string): Generator<void> {
  const columns = rowsOf(from, `PRAGMA table_info("${name}")`).map((row) => `"${String(row[1])}"`);
  const places = columns
    .map((_, at) => [2 * at + 1, 2 * at + 2])
    .map(
      ([type, value]) =>
        `CASE ?${type} WHEN 'text' THEN CAST(?${value} AS TEXT) WHEN 'integer' THEN CAST(?${value} AS INTEGER)
           ELSE ?${value} END`,
    );
  const insert = to.prepare(
    `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${places.join(", ")})`,
  );
  const select = columns.map(
    (column) =>
      `typeof(${column}), CASE typeof(${column}) WHEN 'text' THEN ${asBytes(column)} ELSE ${column} END`,
  );
  const rows = from
    .prepare(`SELECT ${select.join(", ")} FROM "${name}"`)
    .raw()
    .iterate();
  let count = 0;
  for (const row of rows) {
    insert.run(...(Array.isArray(row) ? row : []));
    count += 1;
    if (count % TELL_ROWS === 0) yield;
  }
}

/** Free bytes on the disk of that file or folder; null if unknown. */
function diskRoom(place: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return null;
  }
}
