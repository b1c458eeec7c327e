// The room in a real ledger: what is forgotten leaves it, and giving it back makes the file smaller and leaves it whole.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyWhole } from "../../src-shared/ledger/verify.ts";
import { SqliteForgetting } from "./forgetting.ts";
import { openLedger } from "./ledger.ts";
import { SqliteSpace } from "./space.ts";
import { cryptography } from "./verify/cryptography.ts";
import { encryption, openLedgerFile } from "./verify/ledgerFile.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-space-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A ledger of requests, of which every other one has been forgotten. */
function half(key: string | null) {
  const opened = openLedger(file, { key });
  const text = "A text of some length. ".repeat(1000);
  for (let n = 0; n < 200; n += 1) {
    const sampleId = `s${n}`;
    const rows = [
      { sampleId, atMs: 1, kind: "received", body: { asked: { text: `${n} ${text}` } } },
      { sampleId, atMs: 2, kind: "rejected", body: {} },
    ];
    expect(opened.ledger.appendAll(rows).ok).toBe(true);
  }
  const forgetting = new SqliteForgetting(opened.file, () => undefined);
  for (let n = 0; n < 200; n += 2) {
    const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 3 } as const;
    expect(forgetting.forget(`s${n}`, how)).toMatchObject({ value: { kind: "forgotten" } });
  }
  const purge = (): ReturnType<SqliteForgetting["purge"]> => forgetting.purge();
  return { ...opened, space: new SqliteSpace(opened.file, path.join(folder, "note"), { purge }) };
}

it.each([["as it is", null] as const, ["encrypted", "ab".repeat(32)] as const])(
  "is given back page by page, beside rows that are written: %s",
  (_, key) => {
    const { space, ledger, close } = half(key);
    space.settle();
    const before = space.look();
    if (!before.ok) throw new Error("it cannot be looked at");
    expect(before.value.when).toBe("now");
    expect(before.value.freeBytes).toBeGreaterThan(1_000_000);
    expect(statSync(file).size).toBe(before.value.fileBytes);
    let rows = 401 + 100;
    for (let left = before.value.freeBytes; left > 0; rows += 1) {
      const taken = space.take(64);
      if (!taken.ok) throw new Error(taken.failure.kind);
      left = taken.value;
      const row = { sampleId: "other", atMs: 4, kind: "elicitation-received", body: {} };
      expect(ledger.append(row).ok).toBe(true);
    }
    expect(space.settle()).toEqual({ ok: true, value: true });
    expect(statSync(file).size).toBeLessThan(before.value.fileBytes - 1_000_000);
    const read = openLedgerFile(file, key);
    expect(verifyWhole(read, cryptography)).toMatchObject({ fault: null, rows });
    read.close();
    close();
    const sound = new Libsql(file, { readonly: true, ...encryption(key) });
    expect(sound.prepare("PRAGMA quick_check").raw().all()).toEqual([["ok"]]);
    sound.close();
  },
);

it("is on the disk still while a reader holds the file, and is said to be", () => {
  const { space, close } = half(null);
  space.settle();
  const before = statSync(file).size;
  const reader = new Libsql(file, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM event").raw().get();
  expect(space.take(100_000)).toEqual({ ok: true, value: 0 });
  expect(space.logBytes()).toBe(statSync(`${file}-wal`).size);
  expect(space.logBytes()).toBeGreaterThan(100_000);
  expect(space.settle()).toEqual({ ok: true, value: false });
  expect(statSync(file).size).toBe(before);
  const held = space.look();
  if (!held.ok) throw new Error("it cannot be looked at");
  expect(held.value.fileBytes).toBe(before);
  expect(held.value.freeBytes).toBeGreaterThan(1_000_000);
  reader.exec("COMMIT");
  reader.close();
  expect(space.settle()).toEqual({ ok: true, value: true });
  expect(statSync(file).size).toBe(before - held.value.freeBytes);
  expect(space.look()).toMatchObject({
    value: { fileBytes: before - held.value.freeBytes, freeBytes: 0 },
  });
  expect(space.logBytes()).toBe(0);
  close();
});

it("has to be written anew where an earlier version has made it", () => {
  const old = new Libsql(file);
  old.exec("PRAGMA journal_mode = WAL; CREATE TABLE was (it); DROP TABLE was");
  old.close();
  const { space, close } = half(null);
  expect(space.look()).toMatchObject({ value: { when: "next-start", asked: false } });
  expect(space.askNextStart().ok).toBe(true);
  expect(space.look()).toMatchObject({ value: { asked: true } });
  close();
});
