// Deletion in a real ledger: nothing of the content stays in its files, which become shorter.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { SqliteContentDeletion } from "./contentDeletion.ts";
import { openLedger } from "./ledger.ts";
import { cryptography } from "../verify/cryptography.ts";
import { encryption, openLedgerFile } from "../verify/ledgerFile.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-forgetting-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const REQUESTS = 200;

/** Deletes the content of every other request of a ledger; returns its size before and after, in bytes. */
function halved(key: string | null): [number, number] {
  const { ledger, file: opened, close } = openLedger(file, { key });
  const text = "A text of some length. ".repeat(1000);
  for (let n = 0; n < REQUESTS; n += 1) {
    const requestId = `s${n}`;
    const words = n % 2 === 0 ? "zauberformel" : "stays";
    const rows = [
      {
        sampleId: requestId,
        atMs: 1,
        kind: "received",
        body: { asked: { text: `${n} ${words} ${text}` } },
      },
      { sampleId: requestId, atMs: 2, kind: "rejected", body: {} },
    ];
    expect(ledger.appendAll(rows).ok).toBe(true);
  }
  const deletion = new SqliteContentDeletion(opened, () => undefined);
  expect(deletion.purge()).toEqual({ ok: true, value: true });
  const before = statSync(file).size;
  for (let n = 0; n < REQUESTS; n += 2) {
    const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 3 } as const;
    expect(deletion.deleteContent(`s${n}`, how)).toMatchObject({ value: { kind: "forgotten" } });
  }
  expect(deletion.purge()).toEqual({ ok: true, value: true });
  while (deletion.shorten());
  expect(deletion.purge()).toEqual({ ok: true, value: true });
  const after = statSync(file).size;
  close();
  return [before, after];
}

function expectWhole(key: string | null): void {
  const read = openLedgerFile(file, key);
  expect(verifyWhole(read, cryptography)).toMatchObject({ fault: null, rows: 1 + 2.5 * REQUESTS });
  read.close();
  const sound = new Libsql(file, { readonly: true, ...encryption(key) });
  expect(sound.prepare("PRAGMA quick_check").raw().all()).toEqual([["ok"]]);
  sound.close();
}

it.each([["as it is", null] as const, ["encrypted", "ab".repeat(32)] as const])(
  "shortens the file and leaves it intact: %s",
  (_, key) => {
    const [before, after] = halved(key);
    expect(after).toBeLessThan(0.7 * before);
    expect(readFileSync(file).includes("zauberformel")).toBe(false);
    expectWhole(key);
  },
);

it(
  "keeps the size of an earlier version's file, and overwrites what was deleted",
  { tags: ["long"] },
  () => {
    const old = new Libsql(file);
    old.exec("PRAGMA journal_mode = WAL; CREATE TABLE was (it); DROP TABLE was");
    old.close();
    const [before, after] = halved(null);
    expect(after).toBeGreaterThanOrEqual(before);
    expect(readFileSync(file).includes("zauberformel")).toBe(false);
    expectWhole(null);
  },
);
