import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOwnKey } from "./ownKey.ts";
import { Secrets } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-own-key-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const noFault = (): never => expect.fail("no fault expected");
const keyIn = (encrypted: boolean): string => {
  const cipher = { encrypt: (text: string) => Buffer.from(text), decrypt: String };
  const secrets = new Secrets(
    path.join(folder, "secrets.json"),
    encrypted ? cipher : null,
    noFault,
  );
  return openOwnKey(folder, secrets, noFault);
};

it("is kept in the keychain where there is one", () => {
  const key = keyIn(true);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(keyIn(true)).toBe(key);
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
});

it("is kept in a file for its owner only without a keychain, and such a file is ignored with one", () => {
  const key = keyIn(false);
  expect(keyIn(false)).toBe(key);
  expect(statSync(path.join(folder, "own-key.json")).mode & 0o777).toBe(0o600);
  expect(keyIn(true)).not.toBe(key);
});
