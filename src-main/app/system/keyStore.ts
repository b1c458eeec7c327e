// The system's key store through Electron: asynchronous from 45 on, synchronous before, asynchronous here in any case.
import type { SafeStorage } from "electron";
import type { KeyStore } from "../../store/encryption/cipher.ts";

type Before45 = Pick<SafeStorage, "isEncryptionAvailable" | "encryptString" | "decryptString">;
/** From 45 on, where the synchronous methods warn on stderr; Electron 46 has them no more. */
type From45 = Pick<
  SafeStorage,
  "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync"
>;

/** What there is of `safeStorage`, by the version of Electron. */
export type Storage = Partial<Before45 & From45 & Pick<SafeStorage, "getSelectedStorageBackend">>;

/** Chromium on Linux begins so what it encrypts by a password that stands in its source. */
const FIXED_PASSWORD = "v10";

/** Null where the system has none, or where Electron would only pretend. Call once the app is ready. */
export async function systemKeyStore(
  storage: Storage,
  platform = process.platform,
): Promise<KeyStore | null> {
  const store = isAsync(storage) ? newKeyStore(storage) : oldKeyStore(storage as Before45);
  if (!(await store.isAvailable())) return null;
  if (platform !== "linux") return store;
  if (storage.getSelectedStorageBackend?.() === "basic_text") return null;
  // Whatever the backend's name: what it encrypts shows it.
  if (isByFixedPassword(await store.encrypt("-"))) return null;
  return {
    encrypt: (text) => store.encrypt(text),
    decrypt(bytes) {
      // Anybody could have written it.
      if (isByFixedPassword(bytes)) return Promise.reject(new Error("not by the key store"));
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
