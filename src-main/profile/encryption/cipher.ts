// Encrypts secrets with a random key that is itself encrypted by the system's keychain. So the keychain, which is
// asynchronous, is only used at the start; and without it no entry can be forged, altered or moved to another name.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import { readJson, writeJson } from "../jsonFile.ts";
import { secretsSchema } from "./secrets.ts";
import type { Cipher } from "./secrets.ts";

/** The system's keychain; `app/keyStore` wraps Electron's. */
export interface KeyStore {
  encrypt(text: string): Promise<Uint8Array>;
  /** `isStale`: the keychain has a newer key, so the text should be encrypted again. */
  decrypt(bytes: Uint8Array): Promise<{ text: string; isStale: boolean }>;
}

/** Entries with this prefix hold the encrypted keys. A key that cannot be decrypted now is kept, as it may be later. */
const FILE_KEY = "file-key:";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The cipher for the secrets in `file`. Null if there is no keychain or it does not work.
 */
export async function openCipher(
  file: string,
  keyStore: KeyStore | null,
  faults: (failure: Failure) => void,
): Promise<Cipher | null> {
  if (keyStore === null) return null;
  const read = readJson(file, secretsSchema, {});
  // An unreadable file must not be overwritten; opening the secrets reports it.
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
      put(FILE_KEY + randomBytes(4).toString("hex"), sealed);
    }
  } catch {
    return null;
  }
  const saved = isChanged ? writeJson(file, Object.fromEntries(entries)) : ok(null);
  if (saved.ok) return cipherOf(keys);
  // A key that cannot be stored must not be used: nothing encrypted with it could be read again.
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

/** Encrypts with the first key (AES-256-GCM); decrypts with any. */
export const cipherOf = (keys: readonly Buffer[]): Cipher => ({
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
        // Encrypted with another key, or altered.
      }
    }
    throw new Error("by no key of this file");
  },
});
