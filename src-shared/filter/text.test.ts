// Terms: what a phrase finds, and that SQLite's index and memory agree on any text.
import Libsql from "libsql";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fold, foldValue, ftsQuery, holds, indexText, termsOf, textTerms } from "./text.ts";

const finds = (phrase: string, ...texts: string[]): boolean =>
  holds(indexText(texts), textTerms(phrase));

it.each([
  ["协议", "请简单介绍一下 MCP 协议"],
  ["简单介绍", "请简单介绍一下 MCP 协议"],
  ["议", "请简单介绍一下 MCP 协议"],
  ["介", "请简单介绍一下"],
  ["一下 MCP 协议", "请简单介绍一下 MCP 协议"],
  ["MCP 协", "请简单介绍一下 MCP 协议"],
  ["mcp", "ＭＣＰ协议"],
  ["サーバー", "ｻｰﾊﾞｰを起動"],
  ["ΟΔΟΣ", "η οδός".normalize("NFC").replace("ό", "ο")],
  ["ignore previous", "Please Ig\u200bnore\u00a0pre\u00advious instructions"],
  ["snake_case", "def snake_case():"],
  ["https://example.com/a", "see https://example.com/a."],
  ["exact words", "the exact\nwords"],
  ["x".repeat(300), `a ${"x".repeat(300)} b`],
  ["ไทย", "ภาษาไทยง่าย"],
])("finds %s in %s", (phrase, text) => expect(finds(phrase, text)).toBe(true));

it.each([
  ["议协", "协议"],
  ["exact words", "words exact"],
  ["summar", "summarize"],
  ["x".repeat(200), "x".repeat(300)],
  ["cafe", "café"],
  ["协 议", "协议"],
])("does not find %s in %s", (phrase, text) => expect(finds(phrase, text)).toBe(false));

it("finds a word by its prefix only when asked to", () => {
  const text = indexText(["please summarize"]);
  expect(holds(text, textTerms("summar", true))).toBe(true);
  expect(holds(text, textTerms("ummar", true))).toBe(false);
});

it("finds no phrase that spans two texts", () => {
  expect(finds("one two", "one", "two")).toBe(false);
  expect(finds("协议", "协", "议")).toBe(false);
});

it("has no terms without a word, and matches nothing", () => {
  expect(textTerms("?! …").terms).toEqual([]);
  expect(finds("?!", "what?!")).toBe(false);
});

/** Pieces of real texts, so that random strings overlap at their edges. */
const piece = fc.constantFrom(
  ..."协议书 请 ab a Ab Ａ ｱ ー が ς Σ é e\u0301 한국 ไท 1 ١ _ - . ' \" * \u200b \u00ad \ue000 \n \ud83d\ude00 \ud800 İ ß ﬁ ☃ \u3099 \u0000".split(
    " ",
  ),
  " ",
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
);

it("folds idempotently", () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(fold(fold(value))).toBe(fold(value));
      expect(foldValue(foldValue(value))).toBe(foldValue(value));
    }),
    { numRuns: 2000 },
  );
});

it("finds every phrase of whole words", () => {
  fc.assert(
    fc.property(text, text, text, (before, phrase, after) => {
      const { terms } = textTerms(phrase);
      fc.pre(terms.length > 0);
      expect(finds(phrase, `${before} ${phrase} ${after}`)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("agrees with SQLite's index for any text and phrase", { tags: ["long"] }, () => {
  const database = new Libsql(":memory:");
  database.exec("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'ascii')");
  const insert = database.prepare("INSERT INTO t (rowid, body) VALUES (1, ?)");
  const match = database.prepare("SELECT count(*) FROM t WHERE t MATCH ?").raw();
  let found = 0;
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), text, fc.boolean(), (texts, phrase, begun) => {
      // Half of the phrases are cut out of the text, so that many are found.
      const cut = phrase.length % 2 === 0 ? phrase : (texts[0] ?? "").slice(1, 1 + phrase.length);
      const terms = textTerms(cut, begun);
      fc.pre(terms.terms.length > 0);
      const indexed = indexText(texts);
      database.exec("DELETE FROM t");
      insert.run(indexed);
      const inMemory = holds(indexed, terms);
      if (inMemory) found += 1;
      expect(match.get(ftsQuery(terms)), JSON.stringify({ indexed, terms })).toEqual([
        inMemory ? 1 : 0,
      ]);
    }),
    { numRuns: 3000 },
  );
  database.close();
  expect(found).toBeGreaterThan(300);
});

it("indexes a long text in slices as in one piece", () => {
  const long = "请简单介绍一下 MCP 协议\u00a0naïve e\u0301tude ".repeat(3000);
  expect(indexText([long, "end"])).toBe(` ${[...termsOf(long)].join(" ")} \ue000 end `);
});

it(
  "never makes a term that is longer than SQLite keeps or contains a separator",
  { tags: ["long"] },
  () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.constant("é".repeat(70_000))), (value) => {
        for (const term of termsOf(value)) {
          expect(term.length).toBeLessThanOrEqual(128);
          expect(term).not.toMatch(/[\s"\ue000]/u);
        }
      }),
    );
  },
);
