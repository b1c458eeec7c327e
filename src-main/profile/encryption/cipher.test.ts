// Secrets under a key in the keychain: forged and moved ones refused, those of another keychain kept.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openCipher } from "./cipher.ts";
import type { KeyStore } from "./cipher.ts";
import { Secrets } from "./secrets.ts";

let folder: string;
const file = (): string => path.join(folder, "secrets.json");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-cipher-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Another `owner` can read none of it. */
const keyStoreOf = (owner: string): KeyStore => ({
  encrypt: (text) => Promise.resolve(Buffer.from(`${owner}|${text}`).map((byte) => byte ^ 0xff)),
  decrypt(bytes) {
    const [by, text] = Buffer.from(bytes.map((byte) => byte ^ 0xff))
      .toString()
      .split("|");
    if (by !== owner || text === undefined) return Promise.reject(new Error("another key"));
    return Promise.resolve({ text, isStale: false });
  },
});
const noFault = (): never => expect.fail("no fault expected");
const open = async (owner = "me") =>
  new Secrets(file(), await openCipher(file(), keyStoreOf(owner), noFault), noFault);
const entries = (): Record<string, string> =>
  JSON.parse(readFileSync(file(), "utf8")) as Record<string, string>;
const write = (values: object): void => writeFileSync(file(), JSON.stringify(values));

it("refuses an entry that was moved to another name, altered, or written by hand", async () => {
  (await open()).set("server:a:env:TOKEN", "for a");
  const [kept = ""] = Object.entries(entries())
    .filter(([name]) => name.startsWith("server:"))
    .map(([, value]) => value);
  const altered = Buffer.from(kept, "base64").map((byte, at) => (at === 30 ? byte ^ 1 : byte));
  const byKeyStore = await keyStoreOf("me").encrypt("forged");
  write({
    ...entries(),
    "server:b:env:TOKEN": kept,
    altered: Buffer.from(altered).toString("base64"),
    short: "AA==",
    empty: "",
    // Now that there is a key, nothing else is converted.
    late: Buffer.from(byKeyStore).toString("base64"),
  });
  const secrets = await open();
  expect(secrets.get("server:a:env:TOKEN")).toBe("for a");
  expect(secrets.everything()).toEqual(["for a"]);
});

it("keeps what another keychain encrypted, and reads it once that one is back", async () => {
  (await open("other")).set("provider:a", "theirs");
  const mine = await open();
  expect(mine.get("provider:a")).toBeNull();
  mine.set("provider:b", "mine");
  expect((await open("other")).get("provider:a")).toBe("theirs");
  expect((await open()).get("provider:b")).toBe("mine");
});

it("is null where the keychain does not work, or its key cannot be stored", async () => {
  const broken = { ...keyStoreOf("me"), encrypt: () => Promise.reject(new Error("locked")) };
  expect(await openCipher(file(), broken, noFault)).toBeNull();
  expect(await openCipher(file(), null, noFault)).toBeNull();
  expect(existsSync(file())).toBe(false);
  mkdirSync(file());
  expect(await openCipher(file(), keyStoreOf("me"), noFault)).toBeNull();
  expect(statSync(file()).isDirectory()).toBe(true);
  rmSync(file(), { recursive: true });
  // The temporary file cannot be written.
  mkdirSync(`${file()}.new`);
  const faults: string[] = [];
  expect(await openCipher(file(), keyStoreOf("me"), ({ kind }) => faults.push(kind))).toBeNull();
  expect(faults).toEqual(["not-recorded"]);
});
