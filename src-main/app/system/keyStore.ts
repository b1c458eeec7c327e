// The system's keychain through Electron's `safeStorage`: asynchronous from Electron 45 on, synchronous before;
// asynchronous here either way.
import type { SafeStorage } from "electron";
import type { KeyStore } from "../../profile/encryption/cipher.ts";

type Before45 = Pick<SafeStorage, "isEncryptionAvailable" | "encryptString" | "decryptString">;
/** From 45 on, where the synchronous methods warn on stderr; Electron 46 removes them. */
type From45 = Pick<
  SafeStorage,
  "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync"
>;

/** Methods of `safeStorage`, depending on Electron's version. */
export type Storage = Partial<Before45 & From45 & Pick<SafeStorage, "getSelectedStorageBackend">>;

/** Prefix of what Chromium on Linux encrypts with a password hard-coded in its source. */
const FIXED_PASSWORD = "v10";

/** Null when the system has no keychain, or Electron would only pretend to have one. Call once the app is ready. */
export async function systemKeyStore(
  storage: Storage,
  platform = process.platform,
): Promise<KeyStore | null> {
  const store = isAsync(storage) ? newKeyStore(storage) : oldKeyStore(storage as Before45);
  if (!(await store.isAvailable())) return null;
  if (platform !== "linux") return store;
  if (storage.getSelectedStorageBackend?.() === "basic_text") return null;
  // Don't rely on the backend's name: check what it encrypts.
  if (isByFixedPassword(await store.encrypt("-"))) return null;
  return {
    encrypt: (text) => store.encrypt(text),
    decrypt(bytes) {
      // Anybody could have encrypted this.
      if (isByFixedPassword(bytes))
        return Promise.reject(new Error("not encrypted by the keychain"));
      return store.decrypt(bytes);
    },
  };
}

type Available = KeyStore & { isAvailable(): Promise<boolean> };

const isAsync = (storage: Storage): storage is From45 => storage.encryptStringAsync !== undefined;

const newKeyStore = (storage: From45): Available => ({
  isAvailable: () => storage.isAsyncEncryptionAvailable(),
  encrypt: (text) => storage.encryptStringAsync(text),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(bytes));
    return { text: result, isStale: shouldReEncrypt };
  },
});

const oldKeyStore = (storage: Before45): Available => ({
  isAvailable: async () => Promise.resolve(storage.isEncryptionAvailable()),
  encrypt: async (text) => Promise.resolve(storage.encryptString(text)),
  decrypt: async (bytes) =>
    Promise.resolve({ text: storage.decryptString(Buffer.from(bytes)), isStale: false }),
});

const isByFixedPassword = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes).toString("latin1").startsWith(FIXED_PASSWORD);
