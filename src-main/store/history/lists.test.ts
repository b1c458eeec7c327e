// A word that most items hold is found in the same order as any other filter finds them, also once they have changed.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openIndexFile } from "./indexFile.ts";
import { Lists } from "./lists.ts";
import { HistoryRoom } from "./room.ts";
import { LedgerWriter, tell } from "./testing.ts";
import { whereOf } from "./where.ts";

let folder: string;
let writer: LedgerWriter;
let room: HistoryRoom;
const inFolder = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-lists-"));
  writer = new LedgerWriter(inFolder("ledger.db"));
  const files = { ledger: inFolder("ledger.db"), index: inFolder("history.db"), key: null };
  room = new HistoryRoom(files, () => performance.now());
});
afterEach(() => {
  room.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(id: string, atMs: number, text: string): void {
  const told = { server: "notes", tool: null, answer: "yes", model: "gpt-5" } as const;
  tell(writer, { ...told, id, atMs, text, end: "replied" });
  while (room.step(20) === "more");
}

/** The ids that a filter finds, by lists that look for words from `many` items on in the other way. */
function found(lists: Lists, text: string): string[] {
  const index = openIndexFile(inFolder("history.db"), null);
  try {
    const where = whereOf(text, 0);
    if (!where.ok) throw new Error(text);
    const { query, total } = lists.find(index, where.value);
    const rows = JSON.parse(lists.page(index, query, 0, 500) ?? "null") as {
      facts: { id: string };
    }[];
    expect(rows).toHaveLength(total);
    return rows.map(({ facts }) => facts.id);
  } finally {
    index.close();
  }
}

it("finds a common word as it finds a rare one, newest first", () => {
  const texts = ["alpha beta", "beta", "alpha 协议", "gamma", "alpha beta 协议"];
  // Not in the order in which they came; two at the same time.
  const times = [50_000, 10_000, 30_000, 30_000, 20_000];
  texts.forEach((text, n) => put(`s${n}`, times[n] ?? 0, text));
  for (const text of ["alpha", "bet", '"alpha beta"', "协议", "协", "nowhere", "-alpha"]) {
    expect(found(new Lists(1), text), text).toEqual(found(new Lists(1000), text));
  }
  expect(found(new Lists(1), "alpha")).toEqual(["s0", "s2", "s4"]);
});

it("follows what changes between two searches of the same connection", () => {
  put("s0", 10_000, "alpha");
  const index = openIndexFile(inFolder("history.db"), null);
  const lists = new Lists(1);
  const where = whereOf("alpha", 0);
  if (!where.ok) throw new Error("no filter");
  expect(lists.find(index, where.value).total).toBe(1);
  const columns = index.prepare("SELECT * FROM item").get() as Record<string, unknown>;
  delete columns["_metadata"];
  const next = { ...columns, n: 2, id: "s1", order_ms: 99_000 };
  const names = Object.keys(next);
  index
    .prepare(`INSERT INTO item (${names.join()}) VALUES (${names.map(() => "?").join()})`)
    .run(...Object.values(next));
  index.prepare("INSERT INTO words (rowid, asked) VALUES (2, 'alpha')").run();
  index.prepare("INSERT INTO shown VALUES (2, '2')").run();
  const { query, total } = lists.find(index, where.value);
  expect(total).toBe(2);
  expect(JSON.parse(lists.page(index, query, 0, 1) ?? "null")).toEqual([2]);
  index.close();
});
