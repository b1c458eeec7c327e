// Encrypts the ledger's file, or decrypts it, as the person has set it: by SQLite's own cipher, with a random key that
// lies in the system's key store. Done at the start, before anything has the file open: a copy is written, read again
// and verified, and takes the file's place in one step.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { verifyWhole } from "../../src-shared/ledger/verify.ts";
import type { Secrets } from "../services/ports.ts";
import { isEncrypted, looksEncrypted, sizeOf } from "./encrypted.ts";
import { pragma, rowsOf } from "./sql.ts";
import type { Database } from "./sql.ts";
import { asBytes } from "./texts.ts";
import { cryptography } from "./verify/cryptography.ts";
import { encryption, openLedgerFile } from "./verify/ledgerFile.ts";

const KEY_NAME = "ledger.file-key";

/** The files of a profile that hold texts of requests. */
export interface TextFiles {
  ledger: string;
  /** The index of it. */
  index: string;
  drafts: string;
}

/** What they are to be opened with. */
export interface LedgerKey {
  /** For the ledger and its index. Null: it is not encrypted. */
  key: string | null;
  /** For the drafts. */
  draftsKey: string | null;
  /** The file was converted just now. */
  changed: boolean;
  /** Why it is not as the person has set it. The app goes on with the file as it is. */
  failure: Failure | null;
}

/**
 * Brings the files to what is wanted, and says what they are to be opened with. Nothing may have them open.
 * After a crash within, the next call goes on: of each file the old one stands until the new one is whole.
 */
export function settleEncryption(
  { ledger, index, drafts }: TextFiles,
  wanted: boolean,
  secrets: Secrets,
): LedgerKey {
  for (const file of [ledger, drafts]) removeAll(`${file}.converting`);
  const was = isEncrypted(ledger);
  const none = { key: null, draftsKey: null, changed: false };
  // Switched off, and yet encrypted: it has to be decrypted still, and its key cannot be had now.
  const stillEncrypted = looksEncrypted(ledger) || looksEncrypted(drafts);
  if (!wanted && !stillEncrypted && secrets.get(KEY_NAME) === null)
    return { ...none, failure: null };
  const kept = keyOf(secrets, was || isEncrypted(drafts));
  if (!kept.ok) return { ...none, failure: kept.failure };
  const key = kept.value;
  // The index is built again.
  if (was !== wanted) removeAll(index);
  let failure: Failure | null = null;
  for (const file of [...backupsOf(ledger), drafts, ledger]) {
    const done = settleOne(file, key, wanted, file === ledger);
    if (!done.ok) failure ??= done.failure;
  }
  // What earlier versions kept, and the newer file holds as well.
  if (wanted) rmSync(drafts.replace(/\.db$/, ".json.taken-over"), { force: true });
  const keyFor = (file: string): string | null =>
    isEncrypted(file) || (wanted && sizeOf(file) === 0) ? key : null;
  const now = keyFor(ledger);
  const changed = sizeOf(ledger) > 0 && was !== (now !== null);
  return { key: now, draftsKey: keyFor(drafts), changed, failure };
}

/** The key that is kept; a new one only where nothing is encrypted yet. */
function keyOf(secrets: Secrets, needed: boolean): Outcome<string, Failure> {
  const kept = secrets.get(KEY_NAME);
  if (kept !== null) return ok(kept);
  if (needed) return fail({ kind: "ledger-key-missing" });
  if (secrets.storage !== "encrypted") return fail({ kind: "secrets-unavailable" });
  const key = randomBytes(32).toString("hex");
  const set = secrets.set(KEY_NAME, key);
  return set.ok ? ok(key) : fail(set.failure);
}

/** Copies from before a migration, which lie beside the ledger. */
function backupsOf(file: string): string[] {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return [];
  const begin = `${path.basename(file)}.backup-v`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && /^\d+$/.test(name.slice(begin.length)))
    .map((name) => path.join(folder, name));
}

function settleOne(
  file: string,
  key: string,
  wanted: boolean,
  verified: boolean,
): Outcome<null, Failure> {
  if (sizeOf(file) === 0 || isEncrypted(file) === wanted) return ok(null);
  const [before, after] = wanted ? [null, key] : [key, null];
  const copy = `${file}.converting`;
  try {
    removeAll(copy);
    closeSync(openSync(copy, "wx", 0o600));
    copyAll(file, before, copy, after);
    if (verified) compare(file, before, copy, after);
    sync(copy, "r+");
    removeAll(`${file}-wal`, `${file}-shm`, `${copy}-wal`, `${copy}-shm`);
    renameSync(copy, file);
    sync(path.dirname(file), "r");
    return ok(null);
  } catch (error) {
    removeAll(copy);
    const detail = error instanceof Error ? error.message : String(error);
    return fail({ kind: "ledger-not-converted", detail: detail.slice(0, 500) });
  }
}

function removeAll(...files: string[]): void {
  for (const file of files) {
    for (const ending of ["", "-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
  }
}

/** Onto the disk. Folders cannot be synced everywhere. */
function sync(place: string, how: "r" | "r+"): void {
  try {
    const descriptor = openSync(place, how);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (how === "r+") throw error;
  }
}

/** Every table with its rows, every index, the version. */
function copyAll(file: string, before: string | null, copy: string, after: string | null): void {
  const from = new Libsql(file, { timeout: 2000, ...encryption(before) });
  const to = new Libsql(copy, encryption(after));
  try {
    // What the last run left in its log belongs to the file.
    from.pragma("wal_checkpoint(TRUNCATE)");
    to.pragma("journal_mode = DELETE");
    const schema = rowsOf(
      from,
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC",
    ).map((row) => row.map(String));
    to.exec("BEGIN");
    for (const [type, name, sql] of schema) {
      to.exec(sql ?? "");
      if (type === "table" && name !== undefined) copyTable(from, to, name);
    }
    to.exec(`PRAGMA user_version = ${Number(pragma(from, "user_version"))}`);
    to.exec("COMMIT");
  } finally {
    from.close();
    to.close();
  }
}

/** Byte by byte: a text that is broken stays what it is, and verifying both says the same. */
function copyTable(from: Database, to: Database, name: string): void {
  const columns = rowsOf(from, `PRAGMA table_info("${name}")`).map((row) => `"${String(row[1])}"`);
  const places = columns
    .map((_, at) => [2 * at + 1, 2 * at + 2])
    .map(([text, value]) => `CASE WHEN ?${text} THEN CAST(?${value} AS TEXT) ELSE ?${value} END`);
  const insert = to.prepare(
    `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${places.join(", ")})`,
  );
  const select = columns.map(
    (column) =>
      `typeof(${column}) = 'text', CASE typeof(${column}) WHEN 'text' THEN ${asBytes(column)} ELSE ${column} END`,
  );
  const rows = from
    .prepare(`SELECT ${select.join(", ")} FROM "${name}"`)
    .raw()
    .iterate();
  for (const row of rows) insert.run(...(Array.isArray(row) ? row : []));
}

/** Verifying the copy says what verifying the file says; throws otherwise. */
function compare(file: string, before: string | null, copy: string, after: string | null): void {
  const [one, other] = [[file, before] as const, [copy, after] as const].map(([place, key]) => {
    const read = openLedgerFile(place, key);
    const result = verifyWhole(read, cryptography);
    read.close();
    return JSON.stringify(result);
  });
  if (one !== other) throw new Error("the copy is not the same");
}
