// Room in the WAL costs nothing of what stands there, and is not made while somebody else writes.
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import { firstOf } from "../sql.ts";
import type { Database } from "../sql.ts";
import { makeWalRoom } from "./walRoom.ts";

let folder: string;
const opened: Database[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-wal-"));
});
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function ledger(key: string | null = null): { database: Database; file: string } {
  const file = path.join(folder, "ledger.db");
  const made = openDatabase(file, { key });
  if (!made.ok) throw new Error(made.failure.detail);
  opened.push(made.value);
  return { database: made.value, file };
}

const add = (database: Database, text: string): void => {
  database.prepare("INSERT INTO open_sample VALUES (?)").run(text);
};
const count = (database: Database): unknown =>
  firstOf(database, "SELECT count(*) FROM open_sample");
const walSize = (file: string): number => statSync(`${file}-wal`).size;

it.each([null, "a key of the system's store"])(
  "keeps all rows, those before it and those after it, when the app is killed (key: %s)",
  (key) => {
    const { database, file } = ledger(key);
    add(database, "before");
    makeWalRoom(database, file);
    const long = walSize(file);
    expect(long).toBe(4_120_032);
    for (let n = 0; n < 50; n += 1) add(database, `after ${n}`);
    expect(walSize(file)).toBe(long);
    // What a process that is killed leaves behind.
    const copy = path.join(folder, "left.db");
    for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${copy}${end}`);
    const left = openDatabase(copy, { key });
    if (!left.ok) throw new Error(left.failure.detail);
    opened.push(left.value);
    expect(count(left.value)).toBe(51);
    expect(firstOf(left.value, "PRAGMA integrity_check")).toBe("ok");
  },
);

it("goes on from the front once the room is used up", () => {
  const { database, file } = ledger();
  makeWalRoom(database, file);
  for (let n = 0; n < 1500; n += 1) add(database, `${n} ${"x".repeat(2000)}`);
  expect(count(database)).toBe(1500);
  expect(firstOf(database, "PRAGMA integrity_check")).toBe("ok");
});

it("is not made while another connection writes, and is made later", () => {
  const { database, file } = ledger();
  const other = new Libsql(file, { timeout: 0 });
  opened.push(other);
  other.exec("BEGIN IMMEDIATE");
  const before = walSize(file);
  expect(() => makeWalRoom(database, file)).toThrow(/locked/);
  expect(walSize(file)).toBe(before);
  other.exec("ROLLBACK");
  makeWalRoom(other, file);
  expect(walSize(file)).toBeGreaterThan(before);
});

it("is not made on a disk that has little left", () => {
  const { database, file } = ledger();
  const before = walSize(file);
  makeWalRoom(database, file, () => 50_000_000);
  expect(walSize(file)).toBe(before);
  makeWalRoom(database, file);
  expect(walSize(file)).toBeGreaterThan(before);
});
