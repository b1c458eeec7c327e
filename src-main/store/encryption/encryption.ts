// Encrypts the ledger's file, or decrypts it, as the user has set it: by SQLite's own cipher, with a random key that
// lies in the system's key store. Done at the start, before anything has the file open (see conversion.ts).
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { ConvertFile } from "../../services/record/convertPorts.ts";
import type { Secrets } from "../../services/ports.ts";
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
  /** Why it is not as the user has set it. The app goes on with the file as it is. */
  failure: Failure | null;
}

/** Writes files anew, off the thread that asks. */
export type Convert = (files: ConvertFile[]) => Promise<Outcome<null, Failure>>;

/**
 * Encrypts the files, or decrypts them, and says what they are to be opened with. Nothing may have them open.
 * After a crash within, the next call goes on: of each file the old one stands until the new one is whole.
 */
export async function settleEncryption(
  { ledger, index, drafts }: TextFiles,
  encrypted: boolean,
  secrets: Secrets,
  convert: Convert,
): Promise<LedgerKey> {
  for (const file of [ledger, drafts]) removeAll(copyOf(file));
  const was = isEncrypted(ledger);
  const none = { key: null, draftsKey: null, changed: false };
  // Turned off, and yet encrypted: it has to be decrypted still, and its key cannot be had now.
  const stillEncrypted = looksEncrypted(ledger) || looksEncrypted(drafts);
  const isPlain = !encrypted && !stillEncrypted && secrets.get(KEY_NAME) === null;
  // Nothing was ever encrypted here, so what does not begin as a database is none.
  if (isPlain) return { ...none, failure: null };
  const kept = keyOf(secrets, was || isEncrypted(drafts));
  if (!kept.ok) return { ...none, failure: kept.failure };
  const key = kept.value;
  // The index is built again.
  if (was !== encrypted) removeAll(index);
  const files = [...backupsOf(ledger), drafts, ledger].flatMap((file): ConvertFile[] => {
    const is = isEncrypted(file);
    if (sizeOf(file) === 0 || is === encrypted) return [];
    const [before, after] = is ? [key, null] : [null, key];
    return [{ file, before, after, verified: file === ledger }];
  });
  const done = files.length === 0 ? ok(null) : await convert(files);
  // What earlier versions kept, and the newer file holds as well.
  if (encrypted) rmSync(drafts.replace(/\.db$/, ".json.taken-over"), { force: true });
  const keyFor = (file: string): string | null =>
    isEncrypted(file) || (encrypted && sizeOf(file) === 0) ? key : null;
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
