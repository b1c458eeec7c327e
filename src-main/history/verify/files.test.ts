// The files themselves: a ledger and an export as the app writes them, changed in one byte, read by the app's own
// verifier and by a script that anybody could write from FORMAT.md.
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportLines } from "#shared/ledger/exportLines.ts";
import { chained } from "#shared/ledger/row.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import type { Verification } from "#shared/ledger/verification.ts";
import { verifyCommand } from "../../headless/verifyCommand.ts";
import { cryptography, sha256 } from "./cryptography.ts";
import { openExportFile } from "./exportFile.ts";
import { encryption, openLedgerFile } from "./ledgerFile.ts";
import { convertLayout } from "../encryption/testing.ts";
import { LEDGER_NAME, Signer, lineHash, makeLedger, writeLedgerFile } from "./testing.ts";
import type { MadeLedger, Plan } from "./testing.ts";

const script = path.resolve(import.meta.dirname, "../../../e2e/verify/verify.py");
const folder = mkdtempSync(path.join(tmpdir(), "countersign-verify-"));
const signer = new Signer();

const row = (request: string, text: string, more: Partial<Plan> = {}): Plan => ({
  sample: request,
  kind: "received",
  body: JSON.stringify({ text }),
  media: [],
  signed: false,
  forgotten: false,
  ...more,
});
const made = makeLedger(
  [
    row("a", "请简单介绍一下 MCP 协议", { media: ["aGVsbG8="] }),
    row("b", "two", { signed: true }),
    row("a", "three", { kind: "delivered", body: null }),
    row("b", "four", { forgotten: true }),
    row("a", "three 🎈", { signed: true }),
    row("c", 'a line end\nand a quote "', { media: ["AAAA", "aGVsbG8="] }),
  ],
  signer,
);

beforeAll(() => {
  // Reported here rather than as a failure of each test.
  try {
    execFileSync("python3", ["--version"]);
  } catch {
    throw new Error("python3 is not there: what a stranger's script says cannot be tried");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exported(source: MadeLedger, requests: readonly string[] | null, contents = true): string {
  const lines = exportLines(
    {
      ledger: LEDGER_NAME,
      rows: source.rows,
      checkpoints: source.checkpoints,
      content: (commitment) => source.contents.find((one) => one.commitment === commitment) ?? null,
    },
    {
      exportedMs: 1_800_000_100_000,
      wants: ({ sample: request }) => requests?.includes(request) ?? true,
      contents,
    },
    sha256,
    lineHash(),
  );
  return [...lines].join("");
}

function ofLedger(file: string): Verification {
  const open = openLedgerFile(file, null);
  const found = verifyWhole(open, cryptography);
  open.close();
  return found;
}

function ofExport(text: string): { ours: Verification; python: ReturnType<typeof python> } {
  const file = path.join(folder, "export.jsonl");
  writeFileSync(file, text);
  const source = openExportFile(file);
  if (source === null) throw new Error("not taken for an export");
  return { ours: verifyWhole(source, cryptography), python: python(file) };
}

function python(file: string): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("python3", [script, file], { encoding: "utf8" });
  return { code: status, said: stdout + stderr };
}

function command(file: string): { code: number; said: string } {
  let said = "";
  const code = verifyCommand([file], {}, (text) => (said += text));
  return { code, said };
}

function zero(file: string, from: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, from));
}

function drop(file: string, table: string): void {
  const database = new Libsql(file);
  database.exec(`PRAGMA foreign_keys = OFF; DROP TABLE ${table}`);
  database.close();
}

describe("a ledger's file", () => {
  it("verifies, and prints its counts", () => {
    const file = path.join(folder, "whole.db");
    writeLedgerFile(file, made);
    expect(ofLedger(file)).toMatchObject({
      ledger: LEDGER_NAME,
      rows: 8,
      contents: { kept: 6, forgotten: 1, absent: 0, stray: 0 },
      checkpoints: 2,
      key: signer.publicKey,
      fault: null,
    });
    expect(python(file)).toMatchObject({
      code: 0,
      said: expect.stringContaining("Verified: 8 rows"),
    });
  });

  it("has facts that every reader reads in the same way", { tags: ["long"] }, () => {
    const file = path.join(folder, "facts.db");
    const [begun] = made.rows;
    if (begun === undefined) throw new Error("no first row");
    const odd = ['{"n":1,"n":2}', '{"n":[{"a":1,"\\u0061":2}]}', "[]", "null", "no JSON", ""];
    for (const facts of odd) {
      const next = { seq: 2, atMs: 1, sample: "a", kind: "k", facts, content: null, media: "" };
      const rows = [begun, chained(next, begun.hash, sha256)];
      writeLedgerFile(file, { rows, contents: [], checkpoints: [] });
      expect(ofLedger(file).fault, facts).toEqual({ kind: "row-malformed", seq: 2 });
      expect(python(file), facts).toEqual({
        code: 1,
        said: expect.stringContaining("row 2: malformed facts"),
      });
      rmSync(file);
    }
  });

  const changes: [what: string, sql: string, kind: string, seq: number | null][] = [
    ["a fact", "UPDATE event SET facts = '{\"n\":9}' WHERE seq = 4", "row-changed", 4],
    ["a time", "UPDATE event SET at_ms = at_ms + 1 WHERE seq = 3", "row-changed", 3],
    ["a request id", "UPDATE event SET sample = 'b' WHERE seq = 2", "row-changed", 2],
    ["the first row", "DELETE FROM event WHERE seq = 1", "row-missing", 1],
    ["a row within", "DELETE FROM event WHERE seq = 5", "row-missing", 5],
    ["the end", "DELETE FROM event WHERE seq > 6", "end-missing", 7],
    ["no content for empty", "UPDATE event SET content = '' WHERE seq = 4", "row-malformed", 4],
    ["a text", "UPDATE content SET body = body || ' ' WHERE id = 1", "content-changed", 2],
    ["a length", "UPDATE content SET length = length + 1 WHERE id = 2", "content-changed", 2],
    [
      "a text within a blob",
      "UPDATE content SET salt = zeroblob(32) WHERE id = 3",
      "content-changed",
      3,
    ],
    [
      "a text dropped",
      "PRAGMA foreign_keys = OFF; DELETE FROM content WHERE id = 1",
      "content-missing",
      2,
    ],
    [
      "a text emptied",
      "UPDATE content SET body = NULL, salt = NULL, sha256 = NULL, forgotten_ms = 1 WHERE id = 1",
      "content-forgotten-unrecorded",
      2,
    ],
    [
      "a signature's row",
      "UPDATE checkpoint SET hash = lower(hex(zeroblob(32))) WHERE seq = 3",
      "checkpoint-differs",
      3,
    ],
    ["a checkpoint", "DELETE FROM checkpoint WHERE seq = 3", "checkpoint-missing", 3],
    [
      "a row far below the first",
      "INSERT INTO event SELECT -9223372036854775000, sample, at_ms, kind, facts, content, media, prev, hash FROM event WHERE seq = 4",
      "row-malformed",
      1,
    ],
    [
      "a row far above the last",
      "INSERT INTO event SELECT 9223372036854775807, sample, at_ms, kind, facts, content, media, prev, hash FROM event WHERE seq = 4",
      "row-malformed",
      1,
    ],
    [
      "a text far above the last",
      "INSERT INTO content SELECT 9223372036854775807, hex(zeroblob(32)), NULL, salt, length, forgotten_ms, body FROM content WHERE id = 1",
      "content-malformed",
      null,
    ],
    [
      "a text far below the first",
      "INSERT INTO content SELECT -9223372036854775000, hex(zeroblob(32)), NULL, salt, length, forgotten_ms, body FROM content WHERE id = 1",
      "content-malformed",
      null,
    ],
  ];
  /** One of each layer of the file, and one of each way that a layout may be converted in. */
  const quick = new Set(["a fact", "the end", "a text", "a text far above the last"]);
  describe.each([
    { tags: [], some: changes.filter(([what]) => quick.has(what)) },
    { tags: ["long"], some: changes.filter(([what]) => !quick.has(what)) },
  ])("changed", ({ tags, some }) => {
    it.each(some)("shows %s that was changed", { tags }, (what, sql, kind, seq) => {
      const file = path.join(folder, `${what.replaceAll(" ", "-")}.db`);
      writeLedgerFile(file, made);
      const database = new Libsql(file);
      database.exec(sql);
      database.close();
      const found = ofLedger(file);
      expect(found.fault).toMatchObject({ kind, seq });
      expect(python(file)).toMatchObject({
        code: 1,
        said: expect.stringContaining("NOT VERIFIED"),
      });
      // In this version's layout as well, for which numbers that libsql cannot give back are too far out.
      expect(convertLayout(file).ok).toBe(!what.includes(" far above "));
      expect(ofLedger(file)).toEqual(found);
      expect(python(file)).toMatchObject({
        code: 1,
        said: expect.stringContaining("NOT VERIFIED"),
      });
    });
  });

  it.each([
    [
      "an encrypted ledger",
      (file: string) => writeLedgerFile(file, made, encryption("ab".repeat(32))),
    ],
    ["another text", (file: string) => writeFileSync(file, "hello\n")],
    ["other JSON Lines", (file: string) => writeFileSync(file, '{"messages":[]}\n')],
    ["an empty file", (file: string) => writeFileSync(file, "")],
  ])("is told from %s, which the script calls unreadable rather than changed", (what, write) => {
    const file = path.join(folder, `${what.replaceAll(" ", "-")}.other`);
    write(file);
    expect(python(file)).toMatchObject({ code: 2, said: expect.stringMatching(/^Unreadable: /) });
  });

  it.each([
    ["another program's", "CREATE TABLE bookmark (url TEXT)"],
    ["one with its own table of events", "CREATE TABLE event (seq INTEGER PRIMARY KEY, name TEXT)"],
    ["an empty one", "PRAGMA journal_mode = WAL; VACUUM"],
  ])("is told from another database: %s", { tags: ["long"] }, (what, sql) => {
    const file = path.join(folder, `${what.replaceAll(" ", "-")}.other.db`);
    const database = new Libsql(file);
    database.exec(sql);
    database.close();
    const { code, said } = command(file);
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringContaining("not a Countersign ledger"),
    });
    expect(python(file)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Unreadable: .*not a Countersign ledger/),
    });
  });

  const damages: [what: string, damage: (file: string) => void][] = [
    ["cut short by a page", (file) => truncateSync(file, statSync(file).size - 4096)],
    ["cut to half", (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["cut to its first page", (file) => truncateSync(file, 4096)],
    ["with zeros in every page but the first", (file) => zero(file, 4096)],
    ["with zeros after its header", (file) => zero(file, 100)],
    ["without its checkpoints' table", (file) => drop(file, "checkpoint")],
    ["without its texts' table", (file) => drop(file, "content")],
  ];
  it.each(damages.slice(1, 4))("does not verify if the database is damaged: %s", isDamaged);
  it.each([...damages.slice(0, 1), ...damages.slice(4)])(
    "does not verify if the database is damaged: %s",
    { tags: ["long"] },
    isDamaged,
  );

  function isDamaged(what: string, damage: (file: string) => void): void {
    const file = path.join(folder, `damaged-${what.replaceAll(/\W/g, "-")}.db`);
    writeLedgerFile(file, made);
    damage(file);
    expect(command(file)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/NOT VERIFIED: the file is damaged|cannot be read/),
    });
    expect(python(file)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^NOT VERIFIED: /),
    });
  }

  it("shows a forged signature, which Python's standard library cannot", () => {
    const file = path.join(folder, "forged.db");
    writeLedgerFile(file, made);
    const database = new Libsql(file);
    database.exec(
      "UPDATE checkpoint SET signature = replace(signature, substr(signature, 1, 8), '00000000') WHERE seq = 7",
    );
    database.close();
    expect(ofLedger(file).fault).toEqual({ kind: "checkpoint-forged", seq: 7 });
  });

  it("is read with what is still in its log, through a link too", () => {
    const file = path.join(folder, "open.db");
    const link = path.join(folder, "link.db");
    const writer = new Libsql(file);
    writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE other (id INTEGER)");
    writeLedgerFile(file, made);
    symlinkSync(file, link);
    for (const one of [file, link]) {
      expect(ofLedger(one)).toMatchObject({ fault: null, rows: made.rows.length });
    }
    writer.close();
  });
});

describe("an export", () => {
  it.each([
    ["everything", null, true, { rows: 8, omitted: 0 }],
    [
      "a selection, with the row that deletes one of its texts",
      ["b"],
      true,
      { rows: 4, omitted: 4 },
    ],
    ["a selection without texts", ["a"], false, { rows: 4, omitted: 4 }],
  ] as const)("verifies: %s", (_what, requests, contents, counts) => {
    const { ours, python } = ofExport(exported(made, requests, contents));
    expect(ours).toMatchObject({ fault: null, ledger: LEDGER_NAME, checkpoints: 2, ...counts });
    expect(python).toMatchObject({ code: 0, said: expect.stringContaining("Verified: 8 rows") });
  });

  it("shows a changed byte anywhere, with both tools", () => {
    const text = exported(made, ["a"]);
    // Every fifty-third byte by the app's verifier; a few by the script, which takes a process each.
    const bytes = Buffer.from(text);
    const file = path.join(folder, "export.jsonl");
    const unseen: number[] = [];
    for (let at = 0; at < bytes.length; at += 53) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      writeFileSync(file, copy);
      const source = openExportFile(file);
      if (source !== null && verifyWhole(source, cryptography).fault === null) unseen.push(at);
      if (at % (53 * 29) === 0) expect(python(file).code, `byte ${at}`).not.toBe(0);
    }
    expect(unseen).toEqual([]);
  });

  it("shows cut, dropped, swapped and doubled lines", () => {
    const lines = exported(made, null).split("\n").slice(0, -1);
    for (let at = 0; at < lines.length; at += 1) {
      const dropped = lines.toSpliced(at, 1);
      const doubled = lines.toSpliced(at, 0, lines[at] ?? "");
      const swapped = lines.toSpliced(at, 2, lines[at + 1] ?? "", lines[at] ?? "");
      for (const changed of [dropped, doubled, swapped, lines.slice(0, at)]) {
        writeFileSync(
          path.join(folder, "export.jsonl"),
          changed.map((line) => `${line}\n`).join(""),
        );
        const source = openExportFile(path.join(folder, "export.jsonl"));
        expect(
          source === null || verifyWhole(source, cryptography).fault !== null,
          `line ${at}`,
        ).toBe(true);
      }
    }
  });

  it("holds only its own rows: no text of others is in it", () => {
    const text = exported(made, ["a"]);
    expect(text).toContain("协议");
    for (const other of ["two", "four", "line end"]) expect(text).not.toContain(other);
    expect(exported(made, null, false)).not.toContain("协议");
  });

  it("continues after a gap when a checkpoint vouches for what follows, and only then", () => {
    const lines = exported(made, null).split("\n");
    const without = (pattern: RegExp): string[] => lines.filter((line) => !pattern.test(line));
    const gap = (seq: number): string =>
      JSON.stringify({ gap: { seq, hash: made.rows[seq - 1]?.hash } });
    // Rows 5 to 8 only; row 7 is signed.
    const later = without(/"seq":[1234],"sample|checkpoint":\{"seq":3,/).toSpliced(1, 0, gap(4));
    expect(verifyText(later)).toMatchObject({
      gaps: 1,
      rows: 4,
      ledger: null,
      signedSeq: 7,
      fault: { kind: "export-changed" },
    });
    const unsigned = later.filter((line) => !line.startsWith('{"checkpoint'));
    expect(verifyText(unsigned).fault).toEqual({ kind: "row-unproven", seq: 5 });
    // Rows 1 to 3, of which the last is signed, then 7 and 8.
    const both = without(/"seq":[456],"sample/).toSpliced(4, 0, gap(6));
    expect(verifyText(both)).toMatchObject({ gaps: 1, rows: 5, fault: { kind: "export-changed" } });
    // Nothing leads back from row 7 to row 4, which nothing else vouches for.
    const loose = without(/"seq":[56],"sample/).toSpliced(5, 0, gap(6));
    expect(verifyText(loose).fault).toEqual({ kind: "row-unproven", seq: 4 });
  });
});

function verifyText(lines: readonly string[]): Verification {
  const file = path.join(folder, "gap.jsonl");
  writeFileSync(file, lines.join("\n"));
  expect(readFileSync(file, "utf8")).toContain('"gap"');
  const source = openExportFile(file);
  if (source === null) throw new Error("not taken for an export");
  return verifyWhole(source, cryptography);
}
