// The real SQLite file: durable by pragma, private by mode, and every way in which a disk fails.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { openLedger, openLedgerAtStart } from "./ledger.ts";
import { pragma, rowsOf } from "../../store/sql.ts";

let folder: string;
let file: string;
const opened: { close(): void }[] = [];
const open = (limits?: { maxPages: number }): ReturnType<typeof openLedger> => {
  const ledger = openLedger(file, limits);
  opened.push(ledger);
  return ledger;
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-ledger-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const row = (n: number, body: string = "x") => ({
  sampleId: `s${n}`,
  atMs: n,
  kind: "received",
  body: { body },
});
/** All but the first row, which starts the ledger: the kind, the time and the content. */
const rows = (): unknown[][] => {
  const reader = new Libsql(file, { readonly: true });
  const all = rowsOf(
    reader,
    `SELECT sample, at_ms, kind, body FROM event LEFT JOIN content ON commitment = content
     WHERE seq > 1 ORDER BY seq`,
  );
  reader.close();
  return all;
};

it("is in WAL with every commit on disk, overwrites what is deleted, and is readable by its owner only", () => {
  const database = openDatabase(file);
  if (!database.ok) throw new Error(database.failure.detail);
  expect(pragma(database.value, "journal_mode")).toBe("wal");
  expect(pragma(database.value, "synchronous")).toBe(2);
  expect(pragma(database.value, "foreign_keys")).toBe(1);
  expect(pragma(database.value, "secure_delete")).toBe(1);
  expect(() =>
    database.value.exec(
      "INSERT INTO event_row VALUES (2, 2, 's', 'noon', 'k', NULL, NULL, NULL, '', '{}')",
    ),
  ).toThrow(/TEXT value in INTEGER column/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  database.value.close();
});

it("keeps rows in order, at once readable by another process", () => {
  const { ledger } = open();
  expect(ledger.append(row(1)).ok).toBe(true);
  expect(ledger.append(row(2, "请简单介绍一下")).ok).toBe(true);
  expect(rows()).toEqual([
    ["s1", 1, "received", '{"body":"x"}'],
    ["s2", 2, "received", '{"body":"请简单介绍一下"}'],
  ]);
});

it("opens an existing file without changing its content", () => {
  const first = open();
  first.ledger.append(row(1));
  first.close();
  expect(open().ledger.append(row(2)).ok).toBe(true);
  expect(rows()).toHaveLength(2);
});

it("says that the disk is full, loses nothing that was recorded, and accepts what still fits", () => {
  const { ledger } = open({ maxPages: 30 });
  expect(ledger.append(row(1)).ok).toBe(true);
  const full = {
    ok: false,
    failure: { kind: "not-recorded", reason: "full", detail: expect.stringMatching(/full/) },
  };
  expect(ledger.append(row(2, "x".repeat(200_000)))).toMatchObject(full);
  expect(ledger.append(row(3)).ok).toBe(true);
  expect(rows()).toHaveLength(2);
  const roomy = open();
  expect(roomy.ledger.append(row(2, "x".repeat(200_000))).ok).toBe(true);
  expect(rows()).toHaveLength(3);
});

it("writes rows that belong together all or not at all", () => {
  const { ledger } = open({ maxPages: 30 });
  expect(ledger.append(row(1)).ok).toBe(true);
  expect(ledger.appendAll([row(2), row(3, "x".repeat(200_000))])).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  expect(rows()).toHaveLength(1);
  expect(ledger.appendAll([row(2), row(3)]).ok).toBe(true);
  expect(rows()).toHaveLength(3);
});

it("returns a failure when the file is damaged inside", () => {
  const first = open();
  for (let i = 0; i < 50; i += 1) first.ledger.append(row(i, "x".repeat(500)));
  opened.splice(0).forEach((one) => one.close());
  const clean = new Libsql(file);
  clean.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  clean.close();
  const bytes = readFileSync(file);
  // A separate file: the closed one may still be written to when its statements are collected.
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, bytes.fill(0xa5, 4096));
  expect(open().ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: {
      kind: "not-recorded",
      reason: "damaged",
      detail: expect.stringMatching(/malformed|corrupt/) as string,
    },
  });
});

it("returns a failure when its journal cannot be written", () => {
  mkdirSync(`${file}-wal`);
  expect(open().ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  rmdirSync(`${file}-wal`);
  expect(open().ledger.append(row(1)).ok).toBe(true);
});

it("has every row that it reported as recorded, after kill -9", async () => {
  const script = `
    const { openLedger } = await import(${JSON.stringify(new URL("ledger.ts", import.meta.url).href)});
    const { ledger } = openLedger(${JSON.stringify(file)});
    for (let n = 1; ; n += 1) {
      if (!ledger.append({ sampleId: "s", atMs: n, kind: "k", body: {} }).ok) throw new Error("no");
      require("node:fs").writeSync(1, n + "\\n");
    }`;
  const child = spawn(
    process.execPath,
    ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "-e", `(async () => {${script}})()`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let said = "";
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.split("\n").length > 50 && !child.killed) child.kill("SIGKILL");
  }
  const last = Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
  expect(last).toBeGreaterThanOrEqual(50);
  const kept = rows().map(([, atMs]) => Number(atMs));
  expect(kept.length).toBeGreaterThanOrEqual(last);
  expect(kept).toEqual(kept.map((_, i) => i + 1));
});

it("returns a failure, not an exception, when the file is not a database", () => {
  writeFileSync(file, "this is not SQLite ".repeat(500));
  expect(open().ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded", reason: "damaged" },
  });
});

it("returns a failure when the folder is gone", () => {
  file = path.join(folder, "nowhere", "ledger.db");
  const { ledger } = open();
  expect(ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: {
      kind: "not-recorded",
      reason: "gone",
      detail: expect.stringContaining("ENOENT") as string,
    },
  });
});

it("says so while another process holds the file, and writes once it is free", () => {
  const { ledger } = open();
  ledger.append(row(1));
  const other = new Libsql(file);
  other.exec("BEGIN IMMEDIATE");
  expect(ledger.append(row(2))).toMatchObject({
    ok: false,
    failure: { reason: "locked", detail: expect.stringMatching(/locked|busy/i) as string },
  });
  other.exec("COMMIT");
  other.close();
  expect(ledger.append(row(2)).ok).toBe(true);
  expect(rows()).toHaveLength(2);
});

it("refuses a file of a newer version instead of writing into it", () => {
  const newer = new Libsql(file);
  newer.exec("PRAGMA user_version = 999");
  newer.close();
  expect(open().ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: { reason: "newer", detail: expect.stringContaining("newer") as string },
  });
});

it("returns a failure when the file was cut", () => {
  const first = open();
  for (let i = 0; i < 50; i += 1) first.ledger.append(row(i, `${i}`.repeat(500)));
  opened.splice(0).forEach((one) => one.close());
  const clean = new Libsql(file);
  clean.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  clean.close();
  truncateSync(file, 40_960);
  expect(open().ledger.append(row(1))).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded", reason: "damaged" },
  });
});

it.runIf(process.getuid?.() === 0)("returns a failure on a full disk", () => {
  const disk = path.join(folder, "disk");
  mkdirSync(disk);
  // A separate disk of 1 MiB: only root can make one.
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status !== 0) return;
  try {
    file = path.join(disk, "ledger.db");
    const { ledger } = open();
    expect(ledger.append(row(1)).ok).toBe(true);
    let n = 2;
    for (let done = true; done && n < 100; n += 1)
      done = ledger.append(row(n, "x".repeat(50_000))).ok;
    expect(ledger.append(row(n, "y".repeat(90_000)))).toMatchObject({
      ok: false,
      failure: { reason: "full" },
    });
    opened.splice(0).forEach((one) => one.close());
    expect(rows().length).toBeGreaterThan(3);
  } finally {
    opened.splice(0).forEach((one) => one.close());
    spawnSync("umount", ["-l", disk]);
  }
});

it.runIf(process.getuid?.() === 0)("returns a failure in a read-only folder", () => {
  const first = open();
  first.ledger.append(row(1));
  opened.splice(0).forEach((one) => one.close());
  const mounted = `${folder}-read-only`;
  mkdirSync(mounted);
  // File modes do not bind root: the same folder, mounted again read-only.
  if (spawnSync("mount", ["--bind", folder, mounted]).status !== 0) return;
  try {
    spawnSync("mount", ["-o", "remount,ro,bind", mounted]);
    file = path.join(mounted, "ledger.db");
    expect(open().ledger.append(row(2))).toMatchObject({
      ok: false,
      failure: { reason: "read-only" },
    });
  } finally {
    opened.splice(0).forEach((one) => one.close());
    spawnSync("umount", ["-l", mounted]);
    rmdirSync(mounted);
  }
});

it("reports a new ledger in the place of another only where there was one", () => {
  const index = path.join(folder, "history.db");
  const begins = (at: string): boolean => {
    const ledger = openLedgerAtStart(at, index);
    opened.push(ledger);
    return ledger.begunAnew;
  };
  expect(begins(file)).toBe(false);
  expect(open().ledger.append(row(1)).ok).toBe(true);
  writeFileSync(index, "an index");
  expect(begins(file)).toBe(false);
  expect(begins(path.join(folder, "gone.db"))).toBe(true);
  // On a disk that is not connected: nothing can start there.
  expect(begins(path.join(folder, "away", "ledger.db"))).toBe(false);
});
