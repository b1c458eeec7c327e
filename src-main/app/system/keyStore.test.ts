// The keychain by both forms of Electron's safeStorage: that of 45, which cannot run here, and that of 33.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCipher } from "../../profile/encryption/cipher.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { systemKeyStore } from "./keyStore.ts";
import type { Storage } from "./keyStore.ts";

let folder: string;
const file = (): string => path.join(folder, "secrets.json");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-key-store-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const seal = (text: string, begin = "v11"): Buffer =>
  Buffer.from(begin + Buffer.from(text, "utf8").toString("hex"));
const unseal = (bytes: Buffer): string => {
  if (!/^v1[01]/.test(bytes.toString())) throw new Error("not by this key store");
  return Buffer.from(bytes.toString().slice(3), "hex").toString("utf8");
};

const old: Storage = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => seal(text),
  decryptString: unseal,
  getSelectedStorageBackend: () => "gnome_libsecret",
};

/** As in electron.d.ts of 45.5.0; the old methods are there and would warn. */
const deprecated = vi.fn((): never => {
  throw new Error("(electron) 'safeStorage' method is deprecated");
});
const new45 = (stale = false): Storage => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text) => Promise.resolve(seal(text)),
  decryptStringAsync: (bytes) =>
    new Promise((resolve) => resolve({ result: unseal(bytes), shouldReEncrypt: stale })),
  getSelectedStorageBackend: () => "gnome_libsecret",
  isEncryptionAvailable: deprecated,
  encryptString: deprecated,
  decryptString: deprecated,
});

async function open(storage: Storage) {
  const fault = (): never => expect.fail("no fault expected");
  return new Secrets(
    file(),
    await openCipher(file(), await systemKeyStore(storage, "linux"), fault),
    fault,
  );
}

it("uses only Electron 45's asynchronous methods, and reads what Electron 33 wrote", async () => {
  (await open(old)).set("provider:a", "sk-1");
  const secrets = await open(new45());
  expect(secrets.storage).toBe("encrypted");
  expect(secrets.get("provider:a")).toBe("sk-1");
  secrets.set("provider:b", "sk-2");
  expect((await open(old)).get("provider:b")).toBe("sk-2");
  expect(deprecated).not.toHaveBeenCalled();
});

it("encrypts its key again where the keychain has a better one", async () => {
  (await open(old)).set("provider:a", "sk-1");
  const encrypt = vi.fn((text: string) => Promise.resolve(seal(text)));
  await open({ ...new45(true), encryptStringAsync: encrypt });
  expect(encrypt.mock.lastCall?.[0]).toMatch(/^[0-9a-f]{64}$/);
  expect((await open(new45())).get("provider:a")).toBe("sk-1");
});

it.each([
  ["says basic_text", { getSelectedStorageBackend: (): "basic_text" => "basic_text" }],
  ["has no keychain", { isEncryptionAvailable: () => false }],
  [
    "names no backend, and encrypts with the fixed password",
    { getSelectedStorageBackend: undefined, encryptString: (text: string) => seal(text, "v10") },
  ],
])("refuses a system that %s", async (_, differs) => {
  const storage = { ...old, ...differs } as Storage;
  expect(await systemKeyStore(storage, "linux")).toBeNull();
});

it.each([
  [{ getSelectedStorageBackend: (): "basic_text" => "basic_text" }],
  [{ isAsyncEncryptionAvailable: () => Promise.resolve(false) }],
])("refuses one on Electron 45 too", async (differs) => {
  expect(await systemKeyStore({ ...new45(), ...differs }, "linux")).toBeNull();
});

it.each([
  ["33", old],
  ["45", new45()],
])("rejects a value encrypted with Chromium's fixed password (%s)", async (_, storage) => {
  const keyStore = await systemKeyStore(storage, "linux");
  await expect(keyStore?.decrypt(seal("forged", "v10"))).rejects.toThrow(
    "not encrypted by the keychain",
  );
  const onMac = await systemKeyStore(storage, "darwin");
  expect(await onMac?.decrypt(seal("kept", "v10"))).toMatchObject({ text: "kept" });
});

it("writes no secret and no key in plain text", async () => {
  (await open(new45())).set("provider:a", "sk-very-secret");
  expect(readFileSync(file(), "utf8")).not.toContain("sk-very-secret");
});
