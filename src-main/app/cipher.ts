// The system's key store through Electron. `basic_text` on Linux is a fixed password: no key store at all.
import { safeStorage } from "electron";
import type { Cipher } from "../store/secrets.ts";

/** Null where the system has none, or where Electron would only pretend. Call once the app is ready. */
export function systemCipher(): Cipher | null {
  if (!safeStorage.isEncryptionAvailable()) return null;
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") {
    return null;
  }
  return {
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
  };
}
