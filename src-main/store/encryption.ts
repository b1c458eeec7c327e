// Encrypts the ledger's file, or decrypts it, as the person has set it: by SQLite's own cipher, with a random key that
// lies in the system's key store. Done at the start, before anything has the file open (see conversion.ts).
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { ConvertFile } from "../services/convertPorts.ts";
import type { Secrets } from "../services/ports.ts";
import { copyOf, removeAll } from "./conversion.ts";
import { isEncrypted, looksEncrypted, sizeOf } from "./encrypted.ts";

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

/** How the files are to be. */
export interface Wanted {
  encrypted: boolean;
  /** Without what is free in the ledger. */
  compact: boolean;
}

/** Writes files anew, off the thread that asks. */
export type Convert = (files: ConvertFile[]) => Promise<Outcome<null, Failure>>;

/**
 * Brings the files to what is wanted, and says what they are to be opened with. Nothing may have them open.
 * After a crash within, the next call goes on: of each file the old one stands until the new one is whole.
 */
export async function settleEncryption(
  { ledger, index, drafts }: TextFiles,
  wanted: Wanted,
  secrets: Secrets,
  convert: Convert,
): Promise<LedgerKey> {
  for (const file of [ledger, drafts]) removeAll(copyOf(file));
  const was = isEncrypted(ledger);
  const none = { key: null, draftsKey: null, changed: false };
  // Switched off, and yet encrypted: it has to be decrypted still, and its key cannot be had now.
  const stillEncrypted = looksEncrypted(ledger) || looksEncrypted(drafts);
  const isPlain = !wanted.encrypted && !stillEncrypted && secrets.get(KEY_NAME) === null;
  // Nothing was ever encrypted here, so what does not begin as a database is none.
  if (isPlain && (was || !wanted.compact)) return { ...none, failure: null };
  const kept = isPlain ? ok(null) : keyOf(secrets, was || isEncrypted(drafts));
  if (!kept.ok) return { ...none, failure: kept.failure };
  const key = kept.value;
  // The index is built again.
  if (was !== wanted.encrypted) removeAll(index);
  const all = isPlain ? [ledger] : [...backupsOf(ledger), drafts, ledger];
  const files = all.flatMap((file): ConvertFile[] => {
    const is = isEncrypted(file);
    const verified = file === ledger;
    const wants = is !== wanted.encrypted || (verified && wanted.compact);
    if (sizeOf(file) === 0 || !wants) return [];
    return [{ file, before: is ? key : null, after: wanted.encrypted ? key : null, verified }];
  });
  const done = files.length === 0 ? ok(null) : await convert(files);
  // What earlier versions kept, and the newer file holds as well.
  if (wanted.encrypted) rmSync(drafts.replace(/\.db$/, ".json.taken-over"), { force: true });
  const keyFor = (file: string): string | null =>
    isEncrypted(file) || (wanted.encrypted && sizeOf(file) === 0) ? key : null;
  const now = keyFor(ledger);
  const changed = sizeOf(ledger) > 0 && was !== (now !== null);
  const failure = done.ok ? null : done.failure;
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
