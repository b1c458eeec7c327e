// One language, two evaluations: SQLite finds in the table what memory finds in the queue, and a printed filter
// parses to itself. Random facts, texts and filters, the real libraries.
import Libsql from "libsql";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { callFacts, nameInCalls } from "./documentFacts.ts";
import { alikeColumns, columnsSql, ownColumns, rowOf } from "./columns.ts";
import { fieldNames, FIELDS } from "./fields.ts";
import { testOf } from "./matches.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";
import type { FilterQuery } from "./query.ts";
import { ftsQuery, indexText } from "./text.ts";
import { facts, noonMs, query, text } from "./testing.ts";
import { toSql } from "./toSql.ts";

let database: Libsql.Database;
beforeAll(() => {
  database = new Libsql(":memory:");
  database.exec(`CREATE TABLE alike (id INTEGER PRIMARY KEY, ${columnsSql(alikeColumns)}) STRICT;
    CREATE TABLE item (seq INTEGER PRIMARY KEY, ${columnsSql(ownColumns)},
      alike INTEGER AS (seq)) STRICT;
    CREATE VIRTUAL TABLE item_text USING fts5(body, tokenize = 'ascii');`);
});
afterAll(() => database.close());

const inserting = (table: string, columns: readonly string[]): Libsql.Statement =>
  database.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length - 1)})`,
  );
const fill = (items: readonly { row: Record<string, unknown>; indexed: string }[]): void => {
  database.exec("DELETE FROM item; DELETE FROM alike; DELETE FROM item_text;");
  const insert = inserting("item", ["seq", ...ownColumns]);
  const insertAlike = inserting("alike", ["id", ...alikeColumns]);
  const insertText = database.prepare("INSERT INTO item_text (rowid, body) VALUES (?, ?)");
  for (const [seq, { row, indexed }] of items.entries()) {
    insert.run(seq, ...ownColumns.map((name) => row[name]));
    insertAlike.run(seq, ...alikeColumns.map((name) => row[name]));
    insertText.run(seq, indexed);
  }
};
function found(asked: FilterQuery): number[] {
  const { sql, params } = toSql(asked, {
    nowMs: noonMs,
    text: (terms) => ({
      sql: "item.seq IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)",
      params: [ftsQuery(terms)],
    }),
  });
  const rows: unknown[] = database
    .prepare(`SELECT seq FROM item WHERE ${sql} ORDER BY seq`)
    .raw()
    .all(...params);
  return rows.map((row) => Number(Array.isArray(row) ? row[0] : Number.NaN));
}

it("finds the same in SQLite as in memory, for any filter and any requests", () => {
  const used = new Set<string>();
  let [some, none, all] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.record({ facts, texts: fc.array(text, { maxLength: 2 }) }), {
        minLength: 4,
        maxLength: 8,
      }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
      (given, queries) => {
        const items = given.map((one) => ({
          row: rowOf(one.facts),
          indexed: indexText(one.texts),
        }));
        fill(items);
        for (const asked of queries) {
          const test = testOf(asked, noonMs);
          const inMemory = items.flatMap(({ row, indexed }, seq) =>
            test({ row, indexed: () => indexed }) ? [seq] : [],
          );
          expect(found(asked), JSON.stringify(asked)).toEqual(inMemory);
          if (inMemory.length === 0) none += 1;
          else if (inMemory.length === items.length) all += 1;
          else some += 1;
          note(asked, used);
        }
      },
    ),
    { numRuns: 60 },
  );
  // The test proves something only where filters divide the requests and each field was used.
  expect(some).toBeGreaterThan(150);
  expect(none).toBeGreaterThan(30);
  expect(all).toBeGreaterThan(30);
  expect([...used].sort()).toEqual(
    fieldNames.filter((name) => FIELDS[name].kind !== "text").sort(),
  );
});

it("offers every value of a field with a fixed set of values", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(facts, (given) => {
      const row = rowOf(given);
      for (const name of ["is", "has"] as const) {
        const { column, values = [] } = FIELDS[name];
        const words = String(row[column]).split("\n").filter(Boolean);
        expect(values).toEqual(expect.arrayContaining(words));
        for (const word of words) seen.add(`${name}:${word}`);
      }
    }),
    { numRuns: 1000 },
  );
  // And each offered value can match, but for those of states that random facts leave out.
  const offered = (["is", "has"] as const).flatMap((name) =>
    (FIELDS[name].values ?? []).map((value) => `${name}:${value}`),
  );
  expect(offered.filter((word) => !seen.has(word))).toEqual([]);
});

function note(asked: FilterQuery, used: Set<string>): void {
  if ("field" in asked) used.add(asked.field);
  else if (asked.kind === "not") note(asked.of, used);
  else if ("of" in asked) for (const part of asked.of) note(part, used);
}

it("parses a printed filter to the same filter", () => {
  fc.assert(
    fc.property(query, (asked) => {
      const printed = print(asked);
      expect(parse(printed), printed).toEqual({ query: asked, faults: [] });
    }),
    { numRuns: 1500 },
  );
});

it("never throws, and places every fault in the text", () => {
  const piece = fc.constantFrom(
    "server:",
    "is:",
    "tokens:>",
    "before:",
    "(",
    ")",
    '"',
    "“",
    "”",
    "「",
    "-",
    "NOT",
    "OR",
    "AND",
    "a",
    "协议",
    "*",
    "?",
    "\\",
    " ",
    " ",
    "..",
    "4",
    "（",
    "：",
    "x:y",
    "rejected",
    "\u3000",
    "\ud800",
  );
  const written = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  let faulty = 0;
  fc.assert(
    fc.property(written, (source) => {
      const { query: asked, faults } = parse(source);
      expect(asked === null).toBe(faults.length > 0);
      if (faults.length > 0) faulty += 1;
      for (const { start, end } of faults) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(source.length);
      }
      if (asked !== null) {
        expect(parse(print(asked)), print(asked)).toEqual({ query: asked, faults: [] });
      }
    }),
    { numRuns: 4000 },
  );
  expect(faulty).toBeGreaterThan(400);
});

it.each<[string, Record<string, Json>, boolean]>([
  ["calls:Read", { file_path: "/tmp/a" }, true],
  ["calls:read", { file_path: "/tmp/a" }, false],
  ["calls:Rea", { file_path: "/tmp/a" }, false],
  [String.raw`calls:"Read {\"file_path\":\"/tmp/a\"}"`, { file_path: "/tmp/a" }, true],
  [String.raw`calls:"Read {\"a\":1,\"b\":2}"`, { b: 2, a: 1 }, true],
  [String.raw`calls:"Read {\"file_path\":\"/tmp/a\"}"`, { file_path: "/tmp/a", limit: 1 }, false],
  [String.raw`calls:Read*\/tmp\/*`, { file_path: "/tmp/a" }, true],
  [String.raw`calls:Read*\/tmp\/*`, { file_path: "/TMP/a" }, false],
  ["calls:Read*u0085*", { text: "\u0085" }, true],
  ["calls:Read*", { text: "x".repeat(1000) }, true],
  ["calls:Read*xx*", { text: "x".repeat(1000) }, false],
])("compares %s with a call of Read with %j", (asked, input, is) => {
  const { query: read } = parse(asked);
  const [base] = fc.sample(facts, 1);
  if (read === null || base === undefined) throw new Error(asked);
  const row = rowOf({ ...base, ...callFacts([{ type: "tool_use", name: "Read", input }]) });
  fill([{ row, indexed: "" }]);
  expect([testOf(read, noonMs)({ row, indexed: () => "" }), found(read).length > 0]).toEqual([
    is,
    is,
  ]);
});

it("takes no tool's name for another name with arguments", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.json(), (name, written) => {
      const input = { value: JSON.parse(written) as Json };
      const { calls, calledTools } = callFacts([{ type: "tool_use", name, input }]);
      for (const text of [...calls, ...calledTools.map(nameInCalls)]) {
        expect(text.startsWith(`${nameInCalls(name)}`)).toBe(true);
        expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        if (name !== "Read") expect(/^Read(?: |$)/.test(text)).toBe(false);
      }
    }),
  );
  expect(nameInCalls('Read {"a":1}')).toBe(String.raw`"Read {\"a\":1}"`);
});

it.each<[string, { command?: string; path?: string; session?: string }, boolean]>([
  ['command:"npm test"', { command: "npm test -- --run" }, true],
  ['command:"npm  test"', { command: "npm test" }, true],
  ['command:"npm test"', { command: "npm tests" }, false],
  ['command:"npm test"', { command: "NPM test" }, false],
  ['command:"npm test"', { command: "npm" }, false],
  [String.raw`command:"git commit -m \"a b\""`, { command: "git commit -m 'a b' -q" }, true],
  ['command:"git commit -m a"', { command: "git commit -m 'a b'" }, false],
  ['command:"npm test; x"', { command: "npm test" }, false],
  ["command:*", { command: "npm test" }, true],
  ["command:*", {}, false],
  ["path:src/*.ts", { path: "src/a/b.ts" }, true],
  ["path:src/*.ts", { path: "SRC/a.ts" }, false],
  ["path:[a]*.ts", { path: "a.ts" }, false],
  ["path:[a]*.ts", { path: "[a]b.ts" }, true],
  ["path:src/a.ts", { path: "src/A.ts" }, false],
  ["path:src/a.ts", { path: "ｓrc/a.ts" }, false],
  ["path:*", { path: "a\nb" }, false],
  ["session:a", { session: "A" }, false],
])("compares %s with %j", (asked, given, is) => {
  const { query: read } = parse(asked);
  const [base] = fc.sample(facts, 1);
  if (read === null || base === undefined) throw new Error(asked);
  const row = rowOf({ ...base, command: null, path: null, paths: [], session: null, ...given });
  fill([{ row, indexed: "" }]);
  expect([testOf(read, noonMs)({ row, indexed: () => "" }), found(read).length > 0]).toEqual([
    is,
    is,
  ]);
});
