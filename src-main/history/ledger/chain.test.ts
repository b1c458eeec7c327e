// The chain on the real file, checked only by its documented format; and that no two writers fork it.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLedger } from "./ledger.ts";
import { rowsOf } from "../../store/sql.ts";

let folder: string;
let file: string;
let opened: ReturnType<typeof openLedger>;
const seen: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-chain-"));
  file = path.join(folder, "ledger.db");
  opened = openLedger(file, { onAppended: (seq) => seen.push(seq) });
  seen.length = 0;
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const read = (select: string): unknown[][] => {
  const reader = new Libsql(file, { readonly: true });
  const rows = rowsOf(reader, select);
  reader.close();
  return rows;
};
const sha = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

/** A check by the documented format only: the numbers of valid rows and contents. */
function verified(): { rows: number; contents: number } {
  let prev = "0".repeat(64);
  const contents = new Map(
    read("SELECT commitment, salt, body FROM content").map(([c, salt, body]) => [c, [salt, body]]),
  );
  const rows = read("SELECT * FROM event ORDER BY seq");
  for (const [i, row] of rows.entries()) {
    const [seq, request, atMs, kind, facts, content, media, before, hash] = row.map((v) =>
      v === null ? "" : String(v),
    );
    const digest = sha([seq, atMs, request, kind, facts, content, media].join("\n"));
    expect(Number(seq)).toBe(i + 1);
    expect(before).toBe(prev);
    expect(hash).toBe(sha(`countersign-ledger/1\n${prev}\n${digest}`));
    prev = String(hash);
    for (const commitment of [content, ...String(media).split(" ")]) {
      if (commitment === "") continue;
      const [salt, body] = contents.get(commitment) ?? [];
      expect(sha(salt as Buffer, String(body))).toBe(commitment);
    }
  }
  return { rows: rows.length, contents: contents.size };
}

const received = (requestId: string, text: string) => ({
  sampleId: requestId,
  atMs: 5,
  kind: "received",
  body: { asker: { serverId: "srv" }, asked: text },
});

it("binds every row to the one before, and every content to its row", () => {
  const put = opened.media.put("a", "aGVsbG8=");
  opened.ledger.append({ ...received("a", "请简单介绍一下 \ud83d"), media: [put.ref] });
  opened.ledger.appendAll([received("b", "one"), received("c", "two")]);
  opened.ledger.append({ sampleId: "a", atMs: 6, kind: "cancelled", body: { by: "x" } });
  expect(opened.note("exported", { rows: 3 }, 7).ok).toBe(true);
  expect(verified()).toEqual({ rows: 6, contents: 4 });
  expect(seen).toEqual([2, 4, 5, 6]);
  const [begun, ...others] = read("SELECT kind, sample, facts FROM event ORDER BY seq");
  expect(begun?.slice(0, 2)).toEqual(["ledger-begun", "ledger"]);
  expect(JSON.parse(String(begun?.[2]))).toEqual({
    ledger: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    version: "2",
  });
  expect(others.map(([kind, request]) => `${String(request)} ${String(kind)}`)).toEqual([
    "a received",
    "b received",
    "c received",
    "a cancelled",
    "ledger exported",
  ]);
  expect(read("SELECT sample FROM open_sample ORDER BY 1")).toEqual([["b"], ["c"]]);
});

it("stores an equal medium once, each content with its own salt, and knows who holds it", () => {
  for (const request of ["a", "b"]) {
    const { ref } = opened.media.put(request, "aGVsbG8=");
    opened.ledger.append({ ...received(request, "same"), media: [ref] });
  }
  expect(read("SELECT id, length(salt), body FROM content")).toEqual([
    [1, 32, '{"asked":"same"}'],
    [2, 32, "aGVsbG8="],
    [3, 32, '{"asked":"same"}'],
  ]);
  const held = "SELECT sample, held.content FROM held JOIN event ON seq = request ORDER BY 1, 2";
  expect(read(held)).toEqual([
    ["a", 1],
    ["a", 2],
    ["b", 2],
    ["b", 3],
  ]);
  // Only media are found by their plain hash, which confirms a guess.
  expect(read("SELECT sha256 FROM content")).toEqual([[null], [sha("aGVsbG8=")], [null]]);
  const commitments = read("SELECT commitment FROM content");
  expect(new Set(commitments.map(String)).size).toBe(3);
  expect(verified()).toEqual({ rows: 3, contents: 3 });
});

it("continues where it was after the file was closed", () => {
  opened.ledger.append(received("a", "one"));
  opened.close();
  opened = openLedger(file);
  opened.ledger.append(received("b", "two"));
  expect(verified().rows).toBe(3);
});

it("never forks, however many processes write to the file at once", async () => {
  opened.ledger.append(received("a", "one"));
  const writer = (name: string): Promise<number | null> => {
    const script = `
      const { openLedger } = await import(${JSON.stringify(new URL("ledger.ts", import.meta.url).href)});
      const { ledger } = openLedger(${JSON.stringify(file)});
      for (let n = 0; n < 40; ) {
        const row = { sampleId: "${name}" + n, atMs: n, kind: "received", body: { asked: "${name}" + n } };
        if (ledger.append(row).ok) n += 1;
      }`;
    const flags = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--input-type=module"];
    const child = spawn(process.execPath, [...flags, "-e", script], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return new Promise((resolve) => child.once("exit", resolve));
  };
  expect(await Promise.all(["x", "y", "z"].map(writer))).toEqual([0, 0, 0]);
  expect(verified()).toEqual({ rows: 122, contents: 121 });
}, 60_000);
