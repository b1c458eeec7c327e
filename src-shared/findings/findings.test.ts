// Hidden characters are found at their places; legitimate ones are left alone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHARACTER_RULES } from "./characters/charSets.ts";
import { findingsOf } from "./findings.ts";

const tags = (text: string): string =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join("");
const kinds = (text: string): string[] => findingsOf(text).map((finding) => finding.kind);

describe("findings", () => {
  it("have their whole place", () => {
    const text = `one\r\ntwo ${tags("hi")}\u{E007F}.`;
    expect(findingsOf({ messages: [{ content: { text } }] })).toEqual([
      {
        kind: "tag",
        severity: "high",
        path: ["messages", 0, "content", "text"],
        offset: 9,
        length: 6,
        line: 2,
        codePoints: [0xe0068, 0xe0069, 0xe007f],
        count: 3,
        spells: "hi",
      },
    ]);
  });

  it.each([
    ["\u202E", "bidi-control", "high"],
    ["\u2066", "bidi-control", "high"],
    ["\u200F", "bidi-mark", "low"],
    ["\u061C", "bidi-mark", "low"],
    ["\u200B", "zero-width", "high"],
    ["\u200D", "zero-width", "high"],
    ["\u2060", "zero-width", "high"],
    ["\uFEFF", "zero-width", "high"],
    ["\u034F", "zero-width", "high"],
    ["\uFE0F", "variation-selector", "high"],
    ["\u{E0121}", "variation-selector", "high"],
    ["\u00AD", "soft-hyphen", "low"],
    ["\u3164", "blank-letter", "low"],
    ["\u2028", "line-separator", "low"],
    ["\u0000", "control", "high"],
    ["\u001B", "control", "high"],
    ["\u007F", "control", "high"],
    ["\u009B", "control", "high"],
    ["\uD800", "lone-surrogate", "high"],
    ["\uFFF9", "other-format", "low"],
  ])("%j between letters as %s", (character, kind, severity) => {
    expect(findingsOf(`ab${character}cd`)).toMatchObject([
      { kind, severity, offset: 2, length: character.length, line: 1, path: [] },
    ]);
  });

  it("are one per run of a kind", () => {
    expect(findingsOf("a\u200B\u2060\u200B\u202Eb")).toMatchObject([
      { kind: "zero-width", offset: 1, length: 3, count: 3, codePoints: [0x200b, 0x2060] },
      { kind: "bidi-control", offset: 4, length: 1, count: 1 },
    ]);
  });

  it("include field names", () => {
    expect(findingsOf({ tools: [{ inputSchema: { "pa\u200Bth": 1 } }] })).toMatchObject([
      { kind: "zero-width", inName: true, path: ["tools", 0, "inputSchema", "pa\u200Bth"] },
    ]);
  });

  it("are in document order", () => {
    const found = findingsOf({ b: ["\u200B", { x: "\u00AD" }], a: "\u202E" });
    expect(found.map((finding) => finding.path.join("."))).toEqual(["b.0", "b.1.x", "a"]);
  });
});

describe("no findings", () => {
  it.each([
    ["plain text with tabs and line endings", "a\tb\r\nc\n"],
    ["Chinese, Japanese, Korean", "请简单介绍一下 協議 こんにちは 한국어"],
    ["a joined emoji", "👩‍❤️‍👨 👩🏽‍🚀 🏳️‍🌈"],
    ["a keycap and a symbol", "1️⃣ ❤️ ☎︎ ©️"],
    ["the flag of Scotland", `\u{1F3F4}${tags("gbsct")}\u{E007F}`],
    ["Persian", "می‌خواهم"],
    ["Hindi and Sinhala", "क्‍ष ශ්‍රී"],
    ["an ideograph's variant", "葛\u{E0100} 﨑︀"],
    ["a mathematical variant", "\u2229\uFE00"],
    ["Mongolian", "ᠠ᠋"],
  ])("%s", (_, text) => {
    expect(findingsOf(text)).toEqual([]);
  });

  it.each([
    ["a joiner between letters", "a\u200Db", ["zero-width"]],
    ["a second joiner in Persian", "می\u200C\u200Dخواهم", ["zero-width"]],
    ["a selector after a letter", "a\uFE0F", ["variation-selector"]],
    ["a selector after a digit without a keycap", "1\uFE0F2", ["variation-selector"]],
    ["two selectors after an emoji", "❤\uFE0F\uFE0F", ["variation-selector"]],
    ["a stray joiner", "👩\u200D", ["zero-width"]],
    ["bytes hidden after an emoji", "😀\u{E0141}\u{E0142}", ["variation-selector"]],
    ["an unknown flag", `\u{1F3F4}${tags("hello")}\u{E007F}`, ["tag"]],
    ["text hidden after a flag", `\u{1F3F4}${tags("gbsct")}\u{E007F}${tags("x")}`, ["tag"]],
  ])("but some for %s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

describe("any text", () => {
  const suspects = CHARACTER_RULES.flatMap(({ ranges }) => ranges.flat());
  const mixed = fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 3 }),
        fc.constantFrom("a", "\n", "\r\n", "😀", "م", "葛", "1", "\u{1F3F4}"),
        fc.constantFrom(...suspects).map((code) => String.fromCodePoint(code)),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(""));

  it("has each finding at its place, in order, and no run is cut short", () => {
    fc.assert(
      fc.property(mixed, (text) => {
        let end = 0;
        for (const finding of findingsOf({ text })) {
          expect(finding.offset).toBeGreaterThanOrEqual(end);
          end = finding.offset + finding.length;
          const run = Array.from(text.slice(finding.offset, end));
          expect(run).toHaveLength(finding.count);
          expect(new Set(run.map((c) => c.codePointAt(0)))).toEqual(new Set(finding.codePoints));
          const lines = text.slice(0, finding.offset).split(/\r\n|\r|\n/).length;
          // A run that begins inside of CR LF stands on neither line alone; no suspect does.
          expect(finding.line).toBe(lines);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("always reports characters that are never legitimate", () => {
    const never = CHARACTER_RULES.filter(
      ({ kind }) => !["zero-width", "variation-selector", "tag"].includes(kind),
    ).flatMap(({ ranges }) => ranges.flat());
    fc.assert(
      fc.property(mixed, fc.constantFrom(...never), mixed, (before, code, after) => {
        const text = `${before}${String.fromCodePoint(code)}${after}`;
        // Surrogates may pair up with their neighbours and no longer be lone.
        fc.pre(code < 0xd800 || code > 0xdfff);
        const covered = findingsOf(text).some(
          ({ offset, length }) => offset <= before.length && before.length < offset + length,
        );
        expect(covered).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("can be huge and hostile", () => {
    expect(findingsOf("a\u200B".repeat(50_000))).toHaveLength(50_000);
    expect(findingsOf(tags("x").repeat(500_000))).toHaveLength(1);
  });
});

it("has kinds that do not overlap", () => {
  const all = CHARACTER_RULES.flatMap(({ ranges }) => ranges).toSorted(([a], [b]) => a - b);
  expect(all.filter(([from], i) => from <= (all[i - 1]?.[1] ?? -1))).toEqual([]);
});
