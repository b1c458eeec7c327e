// A ledger that threads help to verify gives what the one thread gives that goes row by row: the same counts, the same
// first fault, whatever is changed in it; where the threads cannot be had it is done without them.
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyWhole } from "../../../src-shared/ledger/verify.ts";
import type { Known, Verification } from "../../../src-shared/ledger/verification.ts";
import { openLedger } from "../ledger/ledger.ts";
import { cryptography } from "./cryptography.ts";
import { withHelp } from "./hashed.ts";
import { openLedgerFile } from "./ledgerFile.ts";
import { Signer } from "./testing.ts";

const ENTRY = new URL("../../workers/hashing.ts", import.meta.url);
/** Two stretches and a rest, two blocks of texts and a rest: each kind of part, and what is left over. */
const ROWS = 4500;
const READS = 4;
const TEXTS = ROWS / 2;
const SIGNED = [300, 2500, 4400];
const signer = new Signer();

let folder: string;
let whole: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-hashing-"));
  whole = path.join(folder, "whole.db");
  file = path.join(folder, "ledger.db");
  const { ledger, file: open, close } = openLedger(whole);
  const rows = Array.from({ length: ROWS - 1 }, (_, n) => ({
    ...{ sampleId: `s${n}`, atMs: n + 1, kind: "received" },
    body: n % 2 === 0 ? { asked: { n, text: "x".repeat(n % 50) } } : { turn: n },
  }));
  expect(ledger.appendAll(rows).ok).toBe(true);
  expect(open.use((database) => sign(database, SIGNED)).ok).toBe(true);
  close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sign(database: Libsql.Database, seqs: readonly number[]): void {
  const name = String(
    database.prepare("SELECT json_extract(facts, '$.ledger') FROM event WHERE seq = 1").raw().get(),
  );
  let previous = 0;
  for (const seq of seqs) {
    const [hash, atMs] = database
      .prepare("SELECT hash, at_ms FROM event WHERE seq = ?")
      .raw()
      .get(seq) as [string, number];
    const row = { seq, hash, atMs } as Parameters<Signer["checkpoint"]>[0];
    const made = signer.checkpoint(row, previous, name);
    database
      .prepare("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?)")
      .run(seq, hash, made.atMs, previous, made.key, made.signature);
    previous = seq;
  }
  database.pragma("wal_checkpoint(TRUNCATE)");
}

/** By the one thread, or with others. */
function verified(helped: boolean, known: Known = {}, entry: URL = ENTRY): Verification {
  const ledger = openLedgerFile(file, null, READS);
  const help = helped ? withHelp(entry, { file, key: null }, ledger, 2) : null;
  try {
    return verifyWhole(help?.source ?? ledger, cryptography, known);
  } finally {
    help?.close();
    ledger.close();
  }
}

/** A copy under a name of its own: SQLite would take a log that lies beside it for its own. */
function copied(): void {
  rmSync(file, { force: true });
  file = path.join(folder, `${randomUUID()}.db`);
  copyFileSync(whole, file);
}

function changed(sql: string): Verification {
  copied();
  const database = new Libsql(file);
  database.exec(
    `PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; ${sql}`,
  );
  database.close();
  const alone = verified(false);
  expect(verified(true)).toEqual(alone);
  return alone;
}

it("verifies the same", () => {
  const found = changed("");
  expect(found).toMatchObject({ fault: null, rows: ROWS, checkpoints: 3, signedSeq: 4400 });
  expect(found.contents).toEqual({ kept: TEXTS, forgotten: 0, absent: 0, stray: 0 });
  for (const seq of [1, 2000, 4500]) {
    for (const hash of ["0".repeat(64), String(hashAt(seq))]) {
      const known = { head: { seq, hash }, key: signer.publicKey };
      expect(verified(true, known)).toEqual(verified(false, known));
    }
  }
});

const hashAt = (seq: number): unknown => {
  const database = new Libsql(file);
  const [hash] = database
    .prepare("SELECT hash FROM event WHERE seq = ?")
    .raw()
    .get(seq) as string[];
  database.close();
  return hash;
};

it.each([1, 2000, 2001, 4500])("finds what was changed at row %i", (seq) => {
  const at = `WHERE seq = ${seq}`;
  for (const column of ["sample", "kind", "facts", "prev", "hash"]) {
    const sql = `UPDATE event SET ${column} = substr(${column}, 2) || '1' ${at}`;
    expect(changed(sql).fault, column).toMatchObject({ seq });
  }
  expect(changed(`UPDATE event SET at_ms = at_ms + 1 ${at}`).fault).toMatchObject({ seq });
  expect(changed(`UPDATE event SET media = hash ${at}`).fault).toMatchObject({ seq });
  for (const facts of ["facts || char(10)", "facts || CAST(x'ff' AS TEXT)"]) {
    expect(changed(`UPDATE event SET facts = ${facts} ${at}`).fault).toEqual({
      kind: "row-malformed",
      seq,
    });
  }
  if (seq < ROWS) {
    expect(changed(`DELETE FROM event ${at}`).fault).toEqual({
      kind: "row-missing",
      seq,
      found: seq + 1,
    });
  }
});

it("finds rows that change places, are put in, and are cut off", () => {
  for (const [a, b] of [
    [2000, 2001],
    [300, 3100],
  ]) {
    const swap = `UPDATE event SET seq = -1 WHERE seq = ${a}; UPDATE event SET seq = ${a} WHERE seq = ${b};
      UPDATE event SET seq = ${b} WHERE seq = -1;`;
    expect(changed(swap).fault).toMatchObject({ kind: "row-unlinked", seq: a });
  }
  const copied = "sample, at_ms, kind, facts, content, media, prev, hash FROM event WHERE seq = 7";
  for (const seq of [0, -5, ROWS + 1, ROWS + 9000, 2 ** 60]) {
    expect(changed(`INSERT INTO event SELECT ${seq}, ${copied}`).fault).not.toBeNull();
  }
  // Below and above what a number of JavaScript counts exactly: what shows the past reads these as well.
  for (const seq of [
    -(2n ** 63n),
    -9223372036854775000n,
    -(2n ** 53n),
    1n - 2n ** 53n,
    2n ** 63n - 1n,
  ]) {
    expect(changed(`INSERT INTO event SELECT ${literal(seq)}, ${copied}`).fault).toMatchObject({
      kind: "row-malformed",
    });
  }
  expect(changed("DELETE FROM event WHERE seq > 4300").fault).toMatchObject({
    kind: "end-missing",
  });
  expect(changed("DELETE FROM event").fault).toEqual({ kind: "no-beginning", seq: 1 });
});

it("finds what was changed in checkpoints and texts", () => {
  for (const seq of [300, 4400]) {
    const at = `WHERE seq = ${seq}`;
    for (const column of ["hash", "signature", "key"]) {
      const other = `replace(replace(replace(${column}, '1', 'x'), '2', '1'), 'x', '2')`;
      expect(changed(`UPDATE checkpoint SET ${column} = ${other} ${at}`).fault).toMatchObject({
        seq,
      });
    }
    if (seq < 4400) expect(changed(`DELETE FROM checkpoint ${at}`).fault).not.toBeNull();
  }
  for (const id of [1000, 2240]) {
    const at = `WHERE id = ${id}`;
    for (const set of [
      "body = body || ' '",
      "salt = x'00'",
      "length = length + 1",
      "sha256 = ''",
    ]) {
      expect(changed(`UPDATE content SET ${set} ${at}`).fault, set).not.toBeNull();
    }
    expect(changed(`DELETE FROM content ${at}`).fault).toMatchObject({ kind: "content-missing" });
    expect(changed(`UPDATE content SET id = -id ${at}`).fault).toBeNull();
  }
  const two = "UPDATE content SET body = body || ' ' WHERE id IN (70, 1200)";
  expect(changed(two).fault).toMatchObject({ kind: "content-changed" });
});

it("finds texts by numbers that no read comes by", () => {
  const text = `commitment, sha256, salt, length, forgotten_ms, body`;
  const other = `'${"a".repeat(64)}', '${"b".repeat(64)}', salt, length, forgotten_ms, body`;
  for (const id of [-(2n ** 63n), -(2n ** 53n), 2n ** 53n, 2n ** 63n - 1n]) {
    const insert = `INSERT INTO content (id, ${text}) SELECT ${literal(id)}, ${other} FROM content WHERE id = 5`;
    expect(changed(insert).fault, String(id)).toMatchObject({ kind: "content-malformed" });
  }
});

/** SQLite takes the digits of the least of all for a number with a point. */
const literal = (n: bigint): string => (n === -(2n ** 63n) ? `(${n + 1n} - 1)` : String(n));

/** What it says; the words where the file cannot even be opened. */
function said(helped: boolean): Verification | string {
  try {
    return verified(helped);
  } catch (error) {
    return String(error);
  }
}

it("says the same of a file with a broken page, wherever it is", () => {
  const { size } = statSync(whole);
  const bytes = readFileSync(whole);
  for (let run = 0; run < 10; run += 1) {
    const copy = Buffer.from(bytes);
    // Anywhere but in the first page, without which nothing is read; heads of pages, and what stands in them.
    const page = 4096 * (1 + Math.floor(((run * 7919 * 4096) % (size - 4096)) / 4096));
    const at = page + (run % 3 === 0 ? run % 8 : (run * 911) % 4096);
    copy[at] = (copy[at] ?? 0) ^ (1 << (run % 8));
    copied();
    writeFileSync(file, copy);
    expect(said(true), `byte ${at}`).toEqual(said(false));
  }
});

it("goes on without threads that cannot begin", () => {
  copied();
  const alone = verified(false);
  expect(verified(true, {}, new URL("./none.ts", import.meta.url))).toEqual(alone);
}, 90_000);

it("is helped only by what sees the same file", () => {
  copied();
  const ledger = openLedgerFile(file, null, READS);
  const other = path.join(folder, "other.db");
  copyFileSync(whole, other);
  const database = new Libsql(other);
  database.exec(
    "PRAGMA journal_mode = DELETE; UPDATE event SET hash = replace(hash, '1', '2') WHERE seq = (SELECT max(seq) FROM event); UPDATE content SET body = ''",
  );
  database.close();
  const help = withHelp(ENTRY, { file: other, key: null }, ledger, 2);
  expect(verifyWhole(help.source, cryptography).fault).toBeNull();
  help.close();
  ledger.close();
});

// A thread that is broken off while a statement runs in it ends the process.
it("waits at its end for a thread that reads still", async () => {
  copied();
  const said = (name: string): string => path.join(folder, name);
  const entry = said("reads.mjs");
  writeFileSync(
    entry,
    `import { writeFileSync } from "node:fs";
     import { workerData } from "node:worker_threads";
     import { READS, SAID } from ${JSON.stringify(new URL("./parts.ts", import.meta.url).href)};
     const { own, shared, port } = workerData;
     Atomics.compareExchange(shared, own, 0, READS);
     writeFileSync(${JSON.stringify(said("begun"))}, "");
     Atomics.wait(shared, own, READS, 300);
     writeFileSync(${JSON.stringify(said("left"))}, "");
     port.postMessage({ kind: "ended" });
     Atomics.add(shared, SAID, 1);
     Atomics.notify(shared, SAID);`,
  );
  const ledger = openLedgerFile(file, null, READS);
  const help = withHelp(pathToFileURL(entry), { file, key: null }, ledger, 1);
  const begun = Array.from(help.source.stretches?.({ checkpoints: new Map(), head: null }) ?? []);
  expect(begun).toHaveLength(2);
  await expect.poll(() => existsSync(said("begun"))).toBe(true);
  help.close();
  ledger.close();
  expect(existsSync(said("left"))).toBe(true);
});
