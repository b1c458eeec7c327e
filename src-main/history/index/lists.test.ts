// A word in most items is found in the same order as by any other filter, also after changes.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "#shared/filter/parse.ts";
import { ftsQuery } from "#shared/filter/text.ts";
import { toSql } from "#shared/filter/toSql.ts";
import { openIndexFile } from "./indexFile.ts";
import { Lists } from "./lists.ts";
import { HistoryIndex } from "./historyIndex.ts";
import { LedgerWriter, writeRequest } from "./testing.ts";
import { rowsOnce } from "./sql.ts";
import { whereOf } from "./where.ts";

let folder: string;
let writer: LedgerWriter;
let room: HistoryIndex;
const inFolder = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-lists-"));
  writer = new LedgerWriter(inFolder("ledger.db"));
  const files = { ledger: inFolder("ledger.db"), index: inFolder("history.db"), key: null };
  room = new HistoryIndex(files, () => performance.now());
});
afterEach(() => {
  room.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(id: string, atMs: number, text: string): void {
  const told = { server: "notes", tool: null, answer: "yes", model: "gpt-5" } as const;
  writeRequest(writer, { ...told, id, atMs, text, end: "replied" });
  while (room.step(20) === "more");
}

/** The ids that a filter finds; from `many` items on, lists use their other way to find words. */
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

it("finds a common word like a rare one, newest first", () => {
  const texts = ["alpha beta", "beta", "alpha 协议", "gamma extraordinary", "alpha beta 协议"];
  // Not in the order of arrival; two at the same time.
  const times = [50_000, 10_000, 30_000, 30_000, 20_000];
  texts.forEach((text, n) => put(`s${n}`, times[n] ?? 0, text));
  for (const text of ["alpha", "bet", '"alpha beta"', "协议", "协", "nowhere", "-alpha"]) {
    expect(found(new Lists(1), text), text).toEqual(found(new Lists(1000), text));
  }
  expect(found(new Lists(1), "alpha")).toEqual(["s0", "s2", "s4"]);
  for (const begun of ["ga", "extraor", "extraordi*"]) {
    expect(found(new Lists(1), begun), begun).toEqual(["s3"]);
  }
});

it(
  "finds the same for words together as for each alone, whatever is around them",
  { tags: ["long"] },
  () => {
    const words = ["alpha", "beta", "协议", '"beta gamma"', "gam*", "协"];
    for (let n = 0; n < 24; n += 1) {
      put(
        `s${n}`,
        1000 * ((n * 7) % 24),
        ["alpha", "beta gamma", "协议", "delta", "gamma beta"]
          .filter((_word, at) => ((n >> at) + at) % 2 === 0)
          .join(" "),
      );
    }
    const word = fc.constantFrom(...words);
    const field = fc.constantFrom(
      "server:notes",
      "is:replied",
      "model:gpt*",
      "is:rejected",
      "tokens:>1",
    );
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        word,
        field,
        tie("tree").map((one) => `-(${one})`),
        fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} ${b})`),
        fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} OR ${b})`),
      ),
    }));
    const index = openIndexFile(inFolder("history.db"), null);
    // Each part by itself, as written in the filter.
    const apart = (text: string): number[] => {
      const { query } = parse(text);
      if (query === null) throw new Error(text);
      const { sql, params } = toSql(query, {
        nowMs: 0,
        text: (terms) => ({
          sql: "item.n IN (SELECT n FROM holds WHERE unit IN (SELECT rowid FROM words WHERE words MATCH ?))",
          params: [ftsQuery(terms)],
        }),
      });
      return rowsOnce(
        index,
        `SELECT n FROM item WHERE ${sql} ORDER BY order_ms DESC, n DESC`,
        params,
      ).map(([n]) => Number(n));
    };
    let joined = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom(1, 1000), (text, many) => {
        const where = whereOf(text, 0);
        if (!where.ok) throw new Error(text);
        if (where.value.words?.includes(" ") === true) joined += 1;
        const lists = new Lists(many);
        const { query } = lists.find(index, where.value);
        const shown: unknown = JSON.parse(lists.page(index, query, 0, 500) ?? "null");
        const rows = apart(text).map((n) =>
          rowsOnce(index, "SELECT row FROM shown WHERE n = ?", [n]),
        );
        expect(shown, text).toEqual(rows.map(([row]): unknown => JSON.parse(String(row?.[0]))));
      }),
      { numRuns: 300 },
    );
    expect(joined).toBeGreaterThan(20);
    index.close();
  },
);

it.each([
  ["either", (within: string) => `(alpha OR (beta ${within}))`],
  ["both", (within: string) => `(alpha (beta OR ${within}))`],
  ["none of", (within: string) => `(alpha beta -gamma -(delta OR ${within}))`],
  ["neither", (within: string) => `-(is:replied OR ${within})`],
  ["a field", (within: string) => `(server:notes (is:rejected OR ${within}))`],
  ["not both", (within: string) => `(alpha -(beta ${within}))`],
] as const)("finds filters nested to the maximum depth: %s", (_name, around) => {
  put("s0", 20_000, "alpha beta");
  put("s1", 10_000, "delta");
  let text = "omega";
  let deepest = 0;
  for (let next = around(text); parse(next).query !== null; next = around(text)) {
    text = next;
    deepest += 1;
    const answer = room.find(text);
    expect(answer.ok ? null : answer.failure, text).toBeNull();
    expect(found(new Lists(1), text), text).toEqual(found(new Lists(1000), text));
  }
  expect(deepest).toBeGreaterThan(20);
});

it("follows changes between two searches on the same connection", () => {
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
  index.prepare("INSERT INTO begun (rowid, terms) VALUES (2, 'alpha')").run();
  index.prepare("INSERT INTO shown VALUES (2, '2')").run();
  const { query, total } = lists.find(index, where.value);
  expect(total).toBe(2);
  expect(JSON.parse(lists.page(index, query, 0, 1) ?? "null")).toEqual([2]);
  index.close();
});

it("caches results until something changes, and prefetches the first view of the history", () => {
  put("s1", 1000, "alpha");
  room.warm();
  const ids = (): string[] => {
    const answer = room.find("is:ended");
    if (!answer.ok) throw new Error(answer.failure.kind);
    const { rows } = JSON.parse(answer.value) as { rows: { facts: { id: string } }[] };
    return rows.map(({ facts }) => facts.id);
  };
  expect(ids()).toEqual(["s1"]);
  expect(ids()).toEqual(["s1"]);
  put("s2", 2000, "beta");
  expect(ids()).toEqual(["s2", "s1"]);
});
