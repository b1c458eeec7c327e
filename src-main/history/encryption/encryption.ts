// Encrypts or decrypts the ledger's files at the start, according to the settings: with SQLite's cipher and a random
// key in the system's keychain. Brings a ledger of an earlier version into this one's layout. Runs before anything has the files open (see conversion.ts).
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { copyOf, hasEarlierLayout, removeAll } from "./conversion.ts";
import type { ConvertFile } from "./conversion.ts";
import { isEncrypted, looksEncrypted, sizeOf } from "./encrypted.ts";

const KEY_NAME = "ledger.file-key";

/** The files of a profile that contain requests' texts. */
export interface TextFiles {
  ledger: string;
  /** The index of the ledger. */
  index: string;
  drafts: string;
}

/** The encryption keys of the files. */
export interface LedgerKey {
  /** For the ledger and its index; null if not encrypted. */
  key: string | null;
  /** For the drafts; null if not encrypted. */
  draftsKey: string | null;
  /** The ledger was converted just now. */
  changed: boolean;
  /** Why the files are not in the configured state. The app continues with them as they are. */
  failure: Failure | null;
}

/** Converts files on a worker thread. */
export type Convert = (files: ConvertFile[]) => Promise<Outcome<null, Failure>>;

/**
 * Encrypts or decrypts the files as configured, settles the ledger's layout, and returns their keys. No connection may have them open. After a
 * crash midway, the next call continues: each old file is intact until its replacement is complete.
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
  // Encryption was turned off, but the files still have to be decrypted, for which the key may be missing.
  const stillEncrypted = looksEncrypted(ledger) || looksEncrypted(drafts);
  const isPlain = !encrypted && !stillEncrypted && secrets.get(KEY_NAME) === null;
  const earlier = (key: string | null, after: string | null): ConvertFile[] =>
    hasEarlierLayout(ledger, key) ? [{ file: ledger, before: after, after, verified: true }] : [];
  // Nothing was ever encrypted here, so a file without SQLite's header is broken.
  if (isPlain) {
    const done = await converted(earlier(null, null), convert);
    return { ...none, failure: done.ok ? null : done.failure };
  }
  const kept = keyOf(secrets, was || isEncrypted(drafts));
  if (!kept.ok) return { ...none, failure: kept.failure };
  const key = kept.value;
  // The index is rebuilt, so it is not converted.
  if (was !== encrypted) removeAll(index);
  const files = [...backupsOf(ledger), drafts, ledger].flatMap((file): ConvertFile[] => {
    const is = isEncrypted(file);
    if (sizeOf(file) === 0 || is === encrypted) return [];
    const [before, after] = is ? [key, null] : [null, key];
    return [{ file, before, after, verified: file === ledger }];
  });
  files.push(...earlier(was ? key : null, encrypted ? key : null));
  const done = await converted(files, convert);
  const keyFor = (file: string): string | null =>
    isEncrypted(file) || (encrypted && sizeOf(file) === 0) ? key : null;
  const now = keyFor(ledger);
  const changed = sizeOf(ledger) > 0 && was !== (now !== null);
  const failure = done.ok ? null : done.failure;
  return { key: now, draftsKey: keyFor(drafts), changed, failure };
}

const converted = async (files: ConvertFile[], convert: Convert): ReturnType<Convert> =>
  files.length === 0 ? ok(null) : convert(files);

/** The stored key; a new one is created only if nothing is encrypted yet. */
function keyOf(secrets: Secrets, needed: boolean): Outcome<string, Failure> {
  const kept = secrets.get(KEY_NAME);
  if (kept !== null) return ok(kept);
  if (needed) return fail({ kind: "ledger-key-missing" });
  if (secrets.storage !== "encrypted") return fail({ kind: "secrets-unavailable" });
  const key = randomBytes(32).toString("hex");
  const set = secrets.set(KEY_NAME, key);
  return set.ok ? ok(key) : fail(set.failure);
}

/** Backups from before migrations, next to the ledger. */
function backupsOf(file: string): string[] {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return [];
  const begin = `${path.basename(file)}.backup-v`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && /^\d+$/.test(name.slice(begin.length)))
    .map((name) => path.join(folder, name));
}
