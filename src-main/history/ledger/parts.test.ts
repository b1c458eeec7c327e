// Content in parts, in the real file: the turns of a conversation, what becomes of them, and every way to forge one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#shared/json.ts";
import { dividedBody } from "#shared/ledger/dividedBody.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openLedgerFile } from "../verify/ledgerFile.ts";
import { SqliteContentDeletion } from "./contentDeletion.ts";
import { openLedger } from "./ledger.ts";

const script = path.resolve(import.meta.dirname, "../../../e2e/verify/verify.py");
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-parts-"));
  file = path.join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** JSON with texts of every length around the limits. */
const anyContent: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.constantFrom(1, 30, 300, 3000))
      .map(([text, times]) => text.repeat(times)),
    fc.array(tie("json"), { maxLength: 6 }),
    fc.dictionary(fc.string(), tie("json"), { maxKeys: 6 }),
  ),
})).json;

const turn = (messages: number, marked = messages): JsonObject => ({
  asked: {
    systemPrompt: "You work in a repository. ".repeat(400),
    tools: Array.from({ length: 20 }, (_, n) => ({
      name: `tool${n}`,
      description: `Does ${n}. `.repeat(80),
    })),
    messages: Array.from({ length: messages }, (_, n) => ({
      role: n % 2 === 0 ? "user" : "assistant",
      content: [{ type: "text", text: `Message ${n} é. `.repeat(n % 5 === 0 ? 600 : 60) }],
      ...(n === marked ? { cache: true } : {}),
    })),
  },
});
/** Stores turns of one conversation, each as a request that ends. */
function store(turns: readonly JsonObject[]): void {
  const { ledger, close } = openLedger(file);
  for (const [n, body] of turns.entries()) {
    const id = `s${n}`;
    const approved = { document: body["asked"] } as JsonObject;
    const rows = [
      { sampleId: id, atMs: 1, kind: "received", body },
      { sampleId: id, atMs: 2, kind: "request-approved", body: approved },
      { sampleId: id, atMs: 3, kind: "rejected", body: {} },
    ];
    expect(ledger.appendAll(rows).ok).toBe(true);
  }
  close();
}
function drop(...requests: string[]): void {
  const { file: opened, close } = openLedger(file);
  const deletion = new SqliteContentDeletion(opened, () => undefined);
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 9 } as const;
  for (const id of requests)
    expect(deletion.deleteContent(id, how)).toMatchObject({ value: { kind: "forgotten" } });
  expect(deletion.purge()).toEqual({ ok: true, value: true });
  close();
}
function bodiesOf(request: string): unknown[] {
  const { ledger, close } = openLedger(file);
  const rows = ledger.rowsOf(request);
  close();
  if (!rows.ok) throw new Error(rows.failure.detail);
  return rows.value.map(({ body: { kind: _kind, atMs: _at, ...body } }) => body);
}
function sql(...statements: string[]): unknown[] {
  const database = new Libsql(file);
  database.pragma("foreign_keys = OFF");
  const read = statements.map((one) =>
    one.startsWith("SELECT") ? database.prepare(one).raw().all() : database.exec(one),
  );
  database.close();
  return read;
}
const verified = (): [fault: unknown, stranger: number | null] => {
  const read = openLedgerFile(file, null);
  const { fault } = verifyWhole(read, cryptography);
  read.close();
  return [fault?.kind ?? null, spawnSync("python3", [script, file]).status];
};

it("divides any content so that its parts are its JSON text, to the byte", () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const body = JSON.stringify({ asked: content });
      const pieces = dividedBody(body) ?? [{ text: body }];
      expect(pieces.map(({ text }) => text).join("")).toBe(body);
    }),
  );
});

it("gives back any content that it stores, and both verifiers find it whole", () => {
  const contents = fc.sample(anyContent, 60).map((inner) => ({ asked: [inner, "x".repeat(5000)] }));
  store(contents);
  for (const [n, content] of contents.entries())
    expect(bodiesOf(`s${n}`)[0]).toEqual(JSON.parse(JSON.stringify(content)));
  expect(verified()).toEqual([null, 0]);
});

it("stores what turns share once: forty take less than twice the last", () => {
  const turns = Array.from({ length: 40 }, (_, n) => turn(2 * n + 2));
  store(turns);
  const last = JSON.stringify(turns.at(-1)).length;
  expect(statSync(file).size).toBeLessThan(2 * last);
  expect(bodiesOf("s17")).toEqual([turns[17], { document: turns[17]?.["asked"] }, {}]);
  expect(verified()).toEqual([null, 0]);
});

it("deletes a part with the last content that names it, and nothing of it stays in the files", () => {
  store([turn(4), turn(8), { asked: { secret: "zauberformel ".repeat(500) } }]);
  drop("s2");
  expect(bodiesOf("s1")[0]).toEqual(turn(8));
  expect(readFileSync(file).includes("zauberformel")).toBe(false);
  drop("s1");
  expect(bodiesOf("s0")[0]).toEqual(turn(4));
  expect(readFileSync(file).includes("Message 6")).toBe(false);
  expect(verified()).toEqual([null, 0]);
  drop("s0");
  expect(readFileSync(file).includes("Message 0")).toBe(false);
  const counts = ["part", "content_row WHERE list <> ''", "part_count"].map(
    (table) => `SELECT count(*) FROM ${table}`,
  );
  expect(sql(...counts)).toEqual([[[0]], [[0]], [[0]]]);
  expect(verified()).toEqual([null, 0]);
});

it("leaves no part that no list names, whatever is stored and deleted in whatever order", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(12), { minLength: 10, maxLength: 10 }),
      (dropped, lengths) => {
        rmSync(file, { force: true });
        store(lengths.map((messages, n) => turn(messages, n)));
        drop(...dropped.map((n) => `s${n}`));
        for (const [n, messages] of lengths.entries())
          if (!dropped.includes(n)) expect(bodiesOf(`s${n}`)[0]).toEqual(turn(messages, n));
        const named = `SELECT part.id, count(*) FROM content_row, json_each(list) span
          JOIN part ON span.type = 'array' AND part.id BETWEEN span.value ->> 0 AND span.value ->> 1 GROUP BY 1 ORDER BY 1`;
        const [counted, real] = sql("SELECT id, named FROM part_count ORDER BY id", named);
        expect(counted).toEqual(real);
        expect(sql("SELECT count(*) FROM part")).toEqual([[[(real as unknown[]).length]]]);
      },
    ),
    { numRuns: 8 },
  );
});

describe("both verifiers find", () => {
  const forgeries: [what: string, sql: string][] = [
    ["a forged part", "UPDATE part SET body = replace(body, 'Message', 'Massage') WHERE id = 27"],
    ["a part that is gone", "DELETE FROM part WHERE id = 27"],
    ["a swapped order", "UPDATE content_row SET list = replace(list, '[1,', '[2,') WHERE id = 1"],
    [
      "a text between",
      "UPDATE content_row SET list = replace(list, 'asked', 'acked') WHERE id = 1",
    ],
    ["a missing list", "UPDATE content_row SET list = NULL WHERE id = 1"],
    ["a list of no spans", `UPDATE content_row SET list = '["x",5,[1]]' WHERE id = 1`],
    ["a damaged list", "UPDATE content_row SET list = '[[1,' WHERE id = 1"],
    [
      "a list of deleted content",
      "UPDATE content_row SET salt = NULL, forgotten_ms = 1 WHERE id = 1",
    ],
  ];
  /** One in the list, one in a part: the rest take as long each. */
  const quick = new Set(["a swapped order", "a forged part"]);
  const some = forgeries.filter(([what]) => quick.has(what));
  const others = forgeries.filter(([what]) => !quick.has(what));
  it.each(some)("%s", isFound);
  it.each(others)("%s", { tags: ["long"] }, isFound);

  function isFound(_what: string, forgery: string): void {
    store([turn(8)]);
    expect(
      sql(
        "SELECT list FROM content_row WHERE id = 1",
        "SELECT count(*) FROM part WHERE id = 27 AND body LIKE '%Message%'",
      ),
    ).toEqual([[[expect.stringMatching(/^\["\{.*asked.*",\[1,/)]], [[1]]]);
    sql(forgery);
    expect(verified()).toEqual([expect.any(String), 1]);
  }
});
