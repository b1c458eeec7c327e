// Encrypts secrets by a random key that the system's key store has encrypted: the key store, which is asynchronous, is asked
// once at the start, and no entry can be forged, altered or moved to another name without it.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { ok } from "../../../src-shared/outcome.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";
import { secretsSchema } from "./secrets.ts";
import type { Cipher } from "./secrets.ts";

/** The system's key store; `app/keyStore` makes the one of Electron. */
export interface KeyStore {
  encrypt(text: string): Promise<Uint8Array>;
  /** `isStale`: the key store has a better key now, and the text should be encrypted again. */
  decrypt(bytes: Uint8Array): Promise<{ text: string; isStale: boolean }>;
}

/** Entries with these names hold the key itself, each with the name of its own: one that cannot be read now may be later. */
const FILE_KEY = "file-key:";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The cipher for the secrets in `file`. Entries that an earlier version had encrypted by the key store itself are encrypted
 * by the key. Null where there is no key store, or it does not work.
 */
export async function openCipher(
  file: string,
  keyStore: KeyStore | null,
  faults: (failure: Failure) => void,
): Promise<Cipher | null> {
  if (keyStore === null) return null;
  const read = readJson(file, secretsSchema, {});
  // What cannot be read must not be written over; whoever opens the secrets says so.
  if (read.faults.some(({ kind }) => kind === "config-unreadable")) return null;
  read.faults.forEach(faults);
  const entries = new Map(Object.entries(read.value));
  const keys: Buffer[] = [];
  let isChanged = false;
  const put = (name: string, bytes: Uint8Array): void => {
    entries.set(name, Buffer.from(bytes).toString("base64"));
    isChanged = true;
  };
  try {
    for (const [name, text] of entries) {
      if (!name.startsWith(FILE_KEY)) continue;
      const opened = await openedBy(keyStore, text);
      if (opened === null || !/^[0-9a-f]{64}$/.test(opened.text)) continue;
      keys.push(Buffer.from(opened.text, "hex"));
      if (opened.isStale) put(name, await keyStore.encrypt(opened.text));
    }
    if (keys.length === 0) {
      const key = randomBytes(KEY_BYTES);
      const sealed = await keyStore.encrypt(key.toString("hex"));
      keys.push(key);
      const cipher = cipherOf(keys);
      for (const [name, text] of entries) {
        const opened = name.startsWith(FILE_KEY) ? null : await openedBy(keyStore, text);
        if (opened !== null) put(name, cipher.encrypt(opened.text, name));
      }
      put(FILE_KEY + randomBytes(4).toString("hex"), sealed);
    }
  } catch {
    return null;
  }
  const saved = isChanged ? writeJson(file, Object.fromEntries(entries)) : ok(null);
  if (saved.ok) return cipherOf(keys);
  // What is encrypted by a key that is not kept could not be read again.
  faults(saved.failure);
  return null;
}

async function openedBy(
  keyStore: KeyStore,
  base64: string,
): Promise<{ text: string; isStale: boolean } | null> {
  try {
    return await keyStore.decrypt(Buffer.from(base64, "base64"));
  } catch {
    return null;
  }
}

const cipherOf = (keys: readonly Buffer[]): Cipher => ({
  encrypt(text, name) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", keys[0] ?? "", iv).setAAD(Buffer.from(name));
    const sealed = [cipher.update(text, "utf8"), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
  },
  decrypt(bytes, name) {
    const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
    for (const key of keys) {
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(rest.subarray(0, TAG_BYTES));
      try {
        const opened = [decipher.update(rest.subarray(TAG_BYTES)), decipher.final()];
        return Buffer.concat(opened).toString("utf8");
      } catch {
        // By another key, or altered.
      }
    }
    throw new Error("by no key of this file");
  },
});
