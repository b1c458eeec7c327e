// Fixtures for specs with a keychain: a separate unlocked one, and a profile that outlasts each start.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { test as base } from "../fixtures.ts";
import { KeyStore, keyStoreLacks } from "./keyStore.ts";

/** Every start with a keychain takes seconds on a busy machine, and each test makes many. */
const MANY_STARTS_MS = 180_000;

const withStore = base.extend<{ keyStore: KeyStore; profile: string }>({
  keyStore: async ({ folder }, use) => {
    const keyStore = await KeyStore.open(folder);
    await keyStore.start();
    await use(keyStore);
    await keyStore.close();
  },
  profile: async ({ folder }, use) => use(path.join(folder, "profile")),
});

/**
 * The test function of a whole spec; without a keychain the spec is skipped, and says so.
 * @param spec its file, as the console names it
 */
export function keyStoreTest(spec: string): typeof withStore {
  const lacks = keyStoreLacks();
  if (lacks !== null) {
    process.stderr.write(`\nWITHOUT A KEY STORE: ${spec} is skipped: ${lacks}\n\n`);
  }
  withStore.skip(lacks !== null, lacks ?? "");
  withStore.setTimeout(MANY_STARTS_MS);
  return withStore;
}

/** Files of a folder, and below, that contain these bytes. */
export function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(words))
    .map((file) => path.relative(folder, file));
}
