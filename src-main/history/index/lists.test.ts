// A word in most items is found in the same order as by any other filter, also after changes.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parse } from "#shared/filter/parse.ts";
import { ftsQuery } from "#shared/filter/text.ts";
import { toSql } from "#shared/filter/toSql.ts";
import { openIndexFile } from "./indexFile.ts";
import { Lists } from "./lists.ts";
import { HistoryIndex } from "./historyIndex.ts";
import { LedgerWriter, writeRequest } from "./testing.ts";
import { rowsShown } from "./shownRows.ts";
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

/** The ids that a filter finds. */
function found(lists: Lists, text: string): string[] {
  const index = openIndexFile(inFolder("history.db"), null);
  try {
    const where = whereOf(text, 0);
    if (!where.ok) throw new Error(text);
    const { query, total, left } = lists.find(index, where.value, 500);
    expect(left).toBe(0);
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
  const many = Array.from({ length: 70 }, (_, at) => `om${String.fromCodePoint(0x1200 + at)}`);
  put("many", 1000, many.join(" "));
  for (const text of ["alpha", "bet", '"alpha beta"', "协议", "协", "nowhere", "-alpha"]) {
    expect(found(new Lists(1), text), text).toEqual(found(new Lists(), text));
  }
  for (const begun of ["alpha", "al", "alph"]) {
    expect(found(new Lists(1), begun), begun).toEqual(["s0", "s2", "s4"]);
  }
  // More characters than are asked for one by one.
  expect(found(new Lists(1), "om")).toEqual(["many"]);
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
      fc.property(tree, fc.constantFrom(1, 7, 1000), (text, piece) => {
        const where = whereOf(text, 0);
        if (!where.ok) throw new Error(text);
        const { texts } = where.value.conditionIn(index);
        if (texts.some(({ params }) => String(params).includes(" "))) joined += 1;
        const lists = new Lists(piece);
        const { query } = lists.find(index, where.value, 500);
        // On a busy machine a search answers before it has looked at all.
        while (lists.more(index, query)?.left !== 0);
        const shown: unknown = JSON.parse(lists.page(index, query, 0, 500) ?? "null");
        expect(shown, text).toEqual(
          apart(text).flatMap((n) => rowsShown(index, "shown WHERE n = ?", n)),
        );
      }),
      { numRuns: 300 },
    );
    expect(joined).toBeGreaterThan(20);
    index.close();
  },
);

const NESTED: [name: string, around: (within: string) => string][] = [
  ["either", (within: string) => `(alpha OR (beta ${within}))`],
  ["both", (within: string) => `(alpha (beta OR ${within}))`],
  ["none of", (within: string) => `(alpha beta -gamma -(delta OR ${within}))`],
  ["neither", (within: string) => `-(is:replied OR ${within})`],
  ["a field", (within: string) => `(server:notes (is:rejected OR ${within}))`],
  ["not both", (within: string) => `(alpha -(beta ${within}))`],
];
it.each(NESTED.slice(0, 1))("finds filters nested to the maximum depth: %s", findsNested);
it.each(NESTED.slice(1))(
  "finds filters nested to the maximum depth: %s",
  { tags: ["long"] },
  findsNested,
);

function findsNested(_name: string, around: (within: string) => string): void {
  put("s0", 20_000, "alpha beta");
  put("s1", 10_000, "delta");
  let text = "omega";
  let deepest = 0;
  for (let next = around(text); parse(next).query !== null; next = around(text)) {
    text = next;
    deepest += 1;
    const answer = room.find(text);
    expect(answer.ok ? null : answer.failure, text).toBeNull();
    expect(found(new Lists(1), text), text).toEqual(found(new Lists(), text));
  }
  expect(deepest).toBeGreaterThan(20);
}

it("asks the text index once for what each request must have, and must not", () => {
  put("s0", 10_000, "alpha beta gamma");
  const index = openIndexFile(inFolder("history.db"), null);
  const where = whereOf('-alpha "beta gamma" -"gamma beta" is:replied', 0);
  if (!where.ok) throw new Error("no filter");
  const { sql, texts } = where.value.conditionIn(index);
  expect(texts.map(({ isWithout }) => isWithout)).toEqual([true, false, true]);
  expect(sql).not.toContain("MATCH");
  index.close();
});

it("follows changes between two searches on the same connection", () => {
  put("s0", 10_000, "alpha");
  const index = openIndexFile(inFolder("history.db"), null);
  const lists = new Lists(1);
  const where = whereOf("alpha", 0);
  if (!where.ok) throw new Error("no filter");
  expect(lists.find(index, where.value, 100).total).toBe(1);
  const columns = index.prepare("SELECT * FROM item").get() as Record<string, unknown>;
  delete columns["_metadata"];
  const next = { ...columns, n: 200, id: "s1", order_ms: 99_000 };
  const names = Object.keys(next);
  index
    .prepare(`INSERT INTO item (${names.join()}) VALUES (${names.map(() => "?").join()})`)
    .run(...Object.values(next));
  index.prepare("INSERT INTO begun (rowid, terms) VALUES (200, 'alpha')").run();
  index.prepare("INSERT INTO shown SELECT 200, row FROM shown").run();
  const { query, total } = lists.find(index, where.value, 100);
  expect(total).toBe(2);
  expect(JSON.parse(lists.page(index, query, 0, 2) ?? "null")).toHaveLength(2);
  index.close();
});

it("finds in pieces: the first page before all are counted, and each request once", () => {
  // In and against the order of arrival; several at the same time.
  for (let n = 0; n < 40; n += 1)
    put(`s${n}`, 1000 * ((n * 7) % 10), n % 3 === 0 ? "alpha" : "beta");
  const index = openIndexFile(inFolder("history.db"), null);
  for (const text of ["is:replied", "alpha is:replied"]) {
    const where = whereOf(text, 0);
    if (!where.ok) throw new Error(text);
    const whole = new Lists();
    const all = whole.find(index, where.value, 100);
    const pieces = new Lists(4);
    const slow = vi.spyOn(performance, "now");
    // Each look at the clock takes long.
    let ms = 0;
    slow.mockImplementation(() => (ms += 100));
    const counts = [];
    const { query, ...first } = pieces.find(index, where.value, 2);
    counts.push(first);
    const page = pieces.page(index, query, 0, 2);
    for (let more = 0; more < 20 && counts.at(-1)?.left !== 0; more += 1) {
      const count = pieces.more(index, query);
      if (count !== null) counts.push(count);
    }
    slow.mockRestore();
    expect(counts.length, text).toBeGreaterThan(2);
    expect(first.total).toBeGreaterThan(0);
    expect(first.left).toBeGreaterThan(20);
    expect(counts.at(-1)).toEqual({ total: all.total, left: 0 });
    expect(page).toBe(whole.page(index, all.query, 0, 2));
    expect(pieces.page(index, query, 0, 40)).toBe(whole.page(index, all.query, 0, 40));
  }
  expect(new Lists().more(index, 1)).toBeNull();
  index.close();
});

it("counts and pages everything that has ended as any other filter does, from both ends", () => {
  for (let n = 0; n < 30; n += 1) put(`s${n}`, 1000 * ((n * 7) % 10), "alpha");
  const open = { server: "notes", tool: null, answer: "", model: "", end: "open" } as const;
  writeRequest(writer, { ...open, id: "open", atMs: 4500, text: "alpha" });
  while (room.step(20) === "more");
  const index = openIndexFile(inFolder("history.db"), null);
  const lists = new Lists();
  const [ended, same] = ["is:ended", "is:ended is:ended"].map((text) => {
    const where = whereOf(text, 0);
    if (!where.ok) throw new Error(text);
    return lists.find(index, where.value, 100);
  });
  expect(ended).toMatchObject({ total: 30, left: 0 });
  // What ends now is not in the list.
  writer.append("open", 99_000, "cancelled", {
    by: { kind: "server" },
    because: { kind: "server-cancelled" },
  });
  while (room.step(20) === "more");
  for (const [from, count] of [
    [0, 30],
    [0, 5],
    [3, 4],
    [20, 5],
    [25, 100],
    [29, 1],
    [30, 5],
    [99, 1],
  ] as const)
    expect(lists.page(index, ended?.query ?? 0, from, count)).toBe(
      lists.page(index, same?.query ?? 0, from, count),
    );
  index.close();
});
