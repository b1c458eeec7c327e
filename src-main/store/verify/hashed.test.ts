// Texts that are hashed on a thread of their own give what they give where the rows are walked along; where the thread
// cannot be had it is done without it.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyWhole } from "../../../src-shared/ledger/verify.ts";
import { checkedOf } from "../../../src-shared/ledger/verifyContents.ts";
import type { Verification } from "../../../src-shared/ledger/verification.ts";
import { openLedger } from "../ledger.ts";
import { cryptography } from "./cryptography.ts";
import { hashApart } from "./hashed.ts";
import { openLedgerFile } from "./ledgerFile.ts";

const ENTRY = new URL("./hashing.ts", import.meta.url);
const TEXTS = 1500;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-hashing-"));
  file = path.join(folder, "ledger.db");
  const { ledger, close } = openLedger(file);
  const rows = Array.from({ length: TEXTS }, (_, n) => ({
    ...{ sampleId: `s${n}`, atMs: n + 1, kind: "received" },
    body: { asked: { n, text: "x".repeat(n % 50) } },
  }));
  expect(ledger.appendAll(rows).ok).toBe(true);
  close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function apart(entry: URL = ENTRY, hashedFile = file): Verification {
  const ledger = openLedgerFile(file, null);
  const hashed = hashApart(entry, { file: hashedFile, key: null }, () =>
    checkedOf(ledger, cryptography),
  );
  try {
    return verifyWhole({ ...ledger, checked: () => hashed.checked() }, cryptography);
  } finally {
    hashed.close();
    ledger.close();
  }
}

function here(): Verification {
  const ledger = openLedgerFile(file, null);
  const result = verifyWhole(ledger, cryptography);
  ledger.close();
  return result;
}

function change(sql: string): void {
  const database = new Libsql(file);
  database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  database.close();
}

it("verifies the same, and finds the same first fault", () => {
  const whole = apart();
  expect(whole).toMatchObject({ fault: null, contents: { kept: TEXTS, absent: 0 } });
  expect(whole).toEqual(here());
  change(`UPDATE content SET body = replace(body, 'x', 'y') WHERE id IN (70, 1200)`);
  expect(apart()).toEqual(here());
  expect(apart().fault).toMatchObject({ kind: "content-changed" });
  change(`UPDATE content SET salt = x'00' WHERE id = 60; DELETE FROM content WHERE id = 50`);
  expect(apart()).toEqual(here());
  expect(apart().fault).toMatchObject({ kind: "content-missing" });
});

it("goes on without the thread where that cannot read the file", () => {
  expect(apart(ENTRY, path.join(folder, "none.db"))).toEqual(here());
});
