// The system's key store through Electron. `basic_text` on Linux is a fixed password: no key store at all.
import { safeStorage } from "electron";
import type { Cipher } from "../store/secrets.ts";

/** Null where the system has none, or where Electron would only pretend. Call once the app is ready. */
export function systemCipher(): Cipher | null {
  if (!safeStorage.isEncryptionAvailable()) return null;
  if (process.platform === "linux" && isFixedPassword()) return null;
  return {
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
  };
}

/** What Chromium on Linux begins a text with that it has encrypted by a key of the system's key store. */
const BY_KEY_STORE = "v11";

function isFixedPassword(): boolean {
  const storage: Partial<typeof safeStorage> = safeStorage;
  // Electron 25 does not have it.
  if (storage.getSelectedStorageBackend !== undefined)
    return safeStorage.getSelectedStorageBackend() === "basic_text";
  const begin = safeStorage.encryptString("-").subarray(0, BY_KEY_STORE.length);
  return begin.toString("latin1") !== BY_KEY_STORE;
}
