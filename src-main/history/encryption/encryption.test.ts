// Encrypting a profile's ledger and back, with a fake keychain: nothing readable stays in the files, nothing is lost,
// and on any error the old file stays.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Verification } from "#shared/ledger/verification.ts";
import { openDrafts } from "../drafts.ts";
import { isEncrypted } from "./encrypted.ts";
import { convertJob } from "./conversion.ts";
import { settledInPlace } from "./testing.ts";
import type { TextFiles } from "./encryption.ts";
import { openLedger } from "../ledger/ledger.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openLedgerFile } from "../verify/ledgerFile.ts";

const root = mkdtempSync(path.join(tmpdir(), "countersign-encryption-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = (): string => mkdtempSync(path.join(root, "profile-"));

const keyStore = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};
const secretsOf = (profile: string, cipher: typeof keyStore | null = keyStore): Secrets =>
  new Secrets(path.join(profile, "secrets.json"), cipher, () => undefined);

const filesOf = (profile: string): TextFiles => ({
  ledger: path.join(profile, "ledger.db"),
  index: path.join(profile, "history.db"),
  drafts: path.join(profile, "drafts.db"),
});

const MARK = "a very private question";

/** A ledger with secret text. */
function writeLedger(profile: string, key: string | null = null): void {
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"), { key });
  const { ok } = ledger.append({
    sampleId: "5b0c4a52-1f0e-4f5c-9a34-000000000002",
    atMs: 1_800_000_000_000,
    kind: "received",
    body: { asked: { text: MARK } },
  });
  expect(ok).toBe(true);
  close();
}

function verified(profile: string, key: string | null): Verification {
  const read = openLedgerFile(path.join(profile, "ledger.db"), key);
  const result = verifyWhole(read, cryptography);
  read.close();
  return result;
}

/** Whether any file of the profile holds the text. */
const readable = (profile: string): string[] =>
  readdirSync(profile).filter((name) => readFileSync(path.join(profile, name)).includes(MARK));

it("encrypts what is there, goes on writing, and decrypts it again", async () => {
  const profile = folder();
  writeLedger(profile);
  writeFileSync(path.join(profile, "history.db"), MARK);
  expect(readable(profile)).not.toEqual([]);
  const before = verified(profile, null);

  const on = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  expect(on).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{64}$/),
    draftsKey: on.key,
    changed: true,
    failure: null,
  });
  expect(isEncrypted(path.join(profile, "ledger.db"))).toBe(true);
  expect(readable(profile)).toEqual([]);
  expect(verified(profile, on.key)).toEqual(before);
  expect(statSync(path.join(profile, "ledger.db")).mode & 0o777).toBe(0o600);

  // The next start finds it encrypted, and writes on.
  expect(await settledInPlace(filesOf(profile), true, secretsOf(profile))).toEqual({
    ...on,
    changed: false,
  });
  const { note, close } = openLedger(path.join(profile, "ledger.db"), { key: on.key });
  expect(note("settings-changed", { n: 1 }, 1_800_000_000_001).ok).toBe(true);
  close();
  expect(verified(profile, on.key)).toMatchObject({ rows: before.rows + 1, fault: null });
  expect(readable(profile)).toEqual([]);

  const off = await settledInPlace(filesOf(profile), false, secretsOf(profile));
  expect(off).toEqual({ key: null, draftsKey: null, changed: true, failure: null });
  expect(verified(profile, null)).toMatchObject({ rows: before.rows + 1, fault: null });
  expect(readable(profile)).toEqual(["ledger.db"]);
});

it("starts a new ledger encrypted", async () => {
  const profile = folder();
  const { key, failure } = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  expect(failure).toBeNull();
  writeLedger(profile, key);
  expect(readable(profile)).toEqual([]);
  expect(verified(profile, key)).toMatchObject({ rows: 2, fault: null });
});

it("does nothing without a keychain, and says why", async () => {
  const profile = folder();
  writeLedger(profile);
  expect(await settledInPlace(filesOf(profile), true, secretsOf(profile, null))).toEqual({
    key: null,
    draftsKey: null,
    changed: false,
    failure: { kind: "secrets-unavailable" },
  });
  expect(verified(profile, null).fault).toBeNull();
});

it("says so if the key of an encrypted ledger is gone, and makes no new one", async () => {
  const profile = folder();
  writeLedger(profile);
  const { key } = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  rmSync(path.join(profile, "secrets.json"));
  expect(await settledInPlace(filesOf(profile), true, secretsOf(profile))).toEqual({
    key: null,
    draftsKey: null,
    changed: false,
    failure: { kind: "ledger-key-missing" },
  });
  expect(verified(profile, key).fault).toBeNull();
  // Moved away, as the message says: a new one starts, encrypted with a new key.
  rmSync(path.join(profile, "ledger.db"));
  const anew = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  expect(anew.failure).toBeNull();
  writeLedger(profile, anew.key);
  expect(readable(profile)).toEqual([]);
});

it("tells a ledger without its key from one that is damaged", async () => {
  const profile = folder();
  writeLedger(profile);
  const { key } = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  const { ledger: file } = filesOf(profile);
  const reasonOf = (given: string | null): string | undefined => {
    const opened = openLedger(file, { key: given });
    const done = opened.ledger.note("tried", {}, 1);
    opened.close();
    return done.ok ? "none" : done.failure.reason;
  };
  expect(reasonOf(null)).toBe("key");
  expect(reasonOf(key)).toBe("none");
  // A separate file: the closed one may still be written to when its statements are collected.
  rmSync(file);
  writeFileSync(file, "no ledger at all ".repeat(1000));
  expect(reasonOf(null)).toBe("damaged");
});

it("says so too where encryption was turned off before the key was available again", async () => {
  const profile = folder();
  writeLedger(profile);
  const { drafts: file } = filesOf(profile);
  const noFault = (): void => expect.unreachable();
  const drafts = openDrafts(file, noFault);
  drafts.save("a", { gate: 1, document: { messages: [], maxTokens: 5 }, model: null });
  drafts.close();
  const { key } = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  const missing = { kind: "ledger-key-missing" };
  // The keychain is locked.
  const locked = await settledInPlace(filesOf(profile), false, secretsOf(profile, null));
  expect(locked).toMatchObject({ key: null, draftsKey: null, failure: missing });
  // Only the drafts are still encrypted.
  const ledger = readFileSync(filesOf(profile).ledger);
  rmSync(filesOf(profile).ledger);
  const half = await settledInPlace(filesOf(profile), false, secretsOf(profile, null));
  expect(half).toMatchObject({ draftsKey: null, failure: missing });
  writeFileSync(filesOf(profile).ledger, ledger);
  const off = await settledInPlace(filesOf(profile), false, secretsOf(profile));
  expect(off).toMatchObject({ key: null, changed: true, failure: null });
  expect(key).not.toBeNull();
});

it("does not mistake a damaged file for an encrypted one if there never was a key", async () => {
  const profile = folder();
  writeFileSync(filesOf(profile).ledger, "no ledger at all ".repeat(1000));
  writeFileSync(filesOf(profile).drafts, Buffer.alloc(8192));
  expect((await settledInPlace(filesOf(profile), false, secretsOf(profile))).failure).toBeNull();
});

it("keeps the old file if the copy cannot be made, and removes what an earlier try left", async () => {
  const profile = folder();
  writeLedger(profile);
  const file = path.join(profile, "ledger.db");
  writeFileSync(`${file}.converting`, "half a copy");
  const broken = Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(8192, 0xee)]);
  for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
  writeFileSync(file, broken);
  const settled = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  expect(settled).toMatchObject({ key: null, failure: { kind: "ledger-not-converted" } });
  expect(readFileSync(file).equals(broken)).toBe(true);
  expect(readdirSync(profile).filter((name) => name.includes("converting"))).toEqual([]);
});

it("writes nothing if the disk has no room for the copy, and reports how much it needs", () => {
  const profile = folder();
  writeLedger(profile);
  const { ledger: file } = filesOf(profile);
  const before = readFileSync(file);
  const job = { file, before: null, after: "ab".repeat(32), verified: true };
  const convert = (room: number): Outcome<null, Failure> => {
    for (const steps = convertJob({ kind: "convert", files: [job] }, () => room); ;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  };
  const refused = convert(before.length);
  if (refused.ok || refused.failure.kind !== "ledger-no-room") throw new Error("it has");
  const { neededBytes } = refused.failure;
  expect(neededBytes).toBeGreaterThan(before.length);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(profile).filter((name) => name.includes("converting"))).toEqual([]);
  expect(convert(neededBytes)).toEqual(ok(null));
  expect(statSync(file).size).toBeLessThan(neededBytes);
  expect(isEncrypted(file)).toBe(true);
});

it("includes the drafts, and never sets them aside because their key is missing", async () => {
  const profile = folder();
  const { drafts: file } = filesOf(profile);
  const faults: string[] = [];
  const open = (key: string | null, locked = false) =>
    openDrafts(file, ({ kind }) => faults.push(kind), {
      key,
      locked,
    });
  const document = { messages: [], maxTokens: 5, systemPrompt: MARK };
  const before = open(null);
  before.save("a", { gate: 1, document, model: null });
  before.close();
  writeLedger(profile);
  const { draftsKey } = await settledInPlace(filesOf(profile), true, secretsOf(profile));
  expect(readable(profile)).toEqual([]);
  const after = open(draftsKey);
  expect(JSON.stringify(after.all())).toContain(MARK);
  after.close();
  expect(faults).toEqual([]);

  const without = open(null, true);
  expect(without.all()).toEqual({});
  without.close();
  expect(new Set(faults)).toEqual(new Set(["ledger-key-missing"]));
  const again = open(draftsKey);
  expect(JSON.stringify(again.all())).toContain(MARK);
  again.close();
});

it("reports progress, and leaves the file as it was when cancelled", { tags: ["long"] }, () => {
  const profile = folder();
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const text = "A text of some length. ".repeat(100);
  for (let batch = 0; batch < 3; batch += 1) {
    const rows = Array.from({ length: 500 }, (_, n) => ({
      sampleId: `s${batch}-${n}`,
      atMs: 1,
      kind: "received",
      body: { asked: { text: `${batch} ${n} ${text}` } },
    }));
    expect(ledger.appendAll(rows).ok).toBe(true);
  }
  close();
  const { ledger: file } = filesOf(profile);
  const before = verified(profile, null);
  const job = (): ReturnType<typeof convertJob> =>
    convertJob({
      kind: "convert",
      files: [{ file, before: null, after: "ab".repeat(32), verified: true }],
    });
  const given = job();
  for (let step = 0; step < 5; step += 1) expect(given.next().done).toBe(false);
  expect(readdirSync(profile)).toContain("ledger.db.converting");
  given.return(ok(null));
  expect(isEncrypted(file)).toBe(false);
  expect(verified(profile, null)).toEqual(before);
  expect(readdirSync(profile).filter((name) => name.includes(".converting"))).toEqual([]);

  const told: number[] = [];
  for (const steps = job(); ;) {
    const step = steps.next();
    if (step.done === true) {
      expect(step.value).toEqual(ok(null));
      break;
    }
    told.push(step.value.done / step.value.total);
  }
  expect(told.length).toBeGreaterThan(10);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeLessThanOrEqual(1);
  expect(isEncrypted(file)).toBe(true);
});

it("can still be cancelled when the copy is complete on disk", () => {
  const profile = folder();
  writeLedger(profile);
  const { ledger: file } = filesOf(profile);
  const before = statSync(file).ino;
  const files = [{ file, before: null, after: "ab".repeat(32), verified: false }];
  const steps = convertJob({ kind: "convert", files });
  const last = steps.next();
  if (last.done === true) throw new Error("it took the file's place without giving a turn");
  expect(last.value.done).toBe(last.value.total);
  steps.return(ok(null));
  expect(statSync(file).ino).toBe(before);
  expect(isEncrypted(file)).toBe(false);
  expect(readdirSync(profile).filter((name) => name.includes(".converting"))).toEqual([]);
});
