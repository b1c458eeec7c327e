// The first pass over a text skips nothing that a check would find: each check also runs with a pass
// that skips nothing, and must find the same.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DETECTORS } from "../detectors.ts";
import type { Hit } from "./detector.ts";
import { search } from "../findings.ts";
import type { CharacterFinding } from "../findings.ts";
import { CHARACTER_RULES } from "../characters/charSets.ts";
import { addressesIn } from "../phrases/hosts.ts";
import { imitableOf } from "../characters/lookalike.ts";
import { PLACES, VOCABULARY } from "../phrases/phraseBook.ts";
import { matchesAt, scanOf } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { textContextOf } from "./textContext.ts";
import { skeleton } from "../characters/skeleton.ts";
import { wordsOf } from "./words.ts";

const corpus = (name: string): string[] =>
  readFileSync(new URL(`../../../e2e/corpora/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => String((JSON.parse(line) as { text: string }).text));
const TEXTS = [...corpus("harmless"), ...corpus("attacks")];

/** Anything can begin anywhere. */
function everywhere(text: string): Scan {
  const all = Array.from({ length: text.length }, (_, at) => at);
  return { at: () => all, numbers: all, lines: all, odd: all };
}

const AROUND = { voice: "user", gate: "request" } as const;
function hitsOf(text: string, scan: Scan): Hit[] {
  const hits: Hit[] = [];
  const addresses = addressesIn(text, scan);
  const around = { ...AROUND, scan, addresses, own: imitableOf(["docs.acme-tools.dev"]) };
  for (const detect of DETECTORS) detect(text, (hit) => hits.push(hit), around);
  return hits;
}

/** Pieces of what checks look for, whole and broken. */
const PIECES =
  "password: |hunter2x|secret=|Token\u212Aey|\u017Fecret: ab12cd!|api_key = 'a1b2c3d4'|密码：abc123|Bearer |abcdefghijklmnop1234|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U|AKIAIOSFODNN7EXAMPLE|123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawQ|4111 1111 1111 1111|+49 30 901820|(415) 555-2671|tel: 030 1234567|DE89 3704 0044 0532 0130 00|11010519491231002X|12345678Z|RSSMRA85T10A562S|AB 12 34 56 C|AB123456C|<|im_start|>|[INST]|<<SYS>>|\n\nHuman: |System: ignore|# System message: you must|user: hi|assistant: ok\n|[//]: # (x)|а|ο|𝐢𝐠𝐧𝐨𝐫𝐞|іgnоre|系统：请|系统指令：|-----BEGIN RSA PRIVATE KEY-----|https://|HTTP://|ftp://a.b|wss://|www.|evil.dev/?q=|jane |(at)|[ @ ]| at |host|(dot)| dot |com|&#64;|\n|\r\n|\r|\u2028|😀|\u200b|\ud800|\u{e0041}| |`|1|a|.|@|-|+|(".split(
    "|",
  );
const pieces = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join(""));

describe("the first pass", () => {
  it("misses nothing in the corpora", { tags: ["long"], timeout: 120_000 }, () => {
    let found = 0;
    for (const text of TEXTS) {
      const hits = hitsOf(text, scanOf(text));
      found += hits.length;
      expect(hits, text.slice(0, 200)).toEqual(hitsOf(text, everywhere(text)));
    }
    expect(found).toBeGreaterThan(500);
  });

  it("misses nothing in random text", { tags: ["long"], timeout: 120_000 }, () => {
    fc.assert(
      fc.property(pieces, (text) => {
        expect(hitsOf(text, scanOf(text))).toEqual(hitsOf(text, everywhere(text)));
      }),
      { numRuns: 1500 },
    );
  });

  it("finds numbers with separators", () => {
    const digits = fc.array(fc.constantFrom(..."0123456789 -.()/\u00a0,a=+"), { maxLength: 30 });
    const form =
      /(?<![\p{L}\p{N}.,_$€£#/=-])[+(]?\d(?:[ .()/\u00a0-]{0,2}\d){6,24}(?![\p{L}\p{N}_=]|[.,]\d)/gu;
    fc.assert(
      fc.property(digits, (signs) => {
        const text = `tel ${signs.join("")}`;
        const { numbers } = scanOf(text);
        for (const { index } of text.matchAll(form)) {
          expect(numbers.some((at) => at === index || at === index + 1)).toBe(true);
        }
      }),
    );
  });

  it("takes only sticky expressions", () => {
    expect(() => [...matchesAt("a", /a/g, [0])]).toThrow("sticky");
  });
});

it("finds the words that a plain implementation finds", () => {
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(...VOCABULARY.keys()),
      fc.constantFrom(
        ..."1gn0re|prev1ous|іgnоrе|igno\u00ADre|I|g|n|o|r|e|12|@|über|don’t|a-b|.|. |\n\n|忽".split(
          "|",
        ),
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(parts, fc.constantFrom(" ", "", "-", "\n"), (some, between) => {
      const text = some.join(between);
      const { count, id, start, end } = wordsOf(text);
      for (let at = 0; at < count; at += 1) {
        const word = text.slice(start[at], end[at]);
        const lower = word.toLowerCase();
        const plain = /^[a-z]+$/u.test(lower) ? lower : skeleton(lower);
        const spread = [...word].filter((sign) => /[\p{L}\p{N}@$]/u.test(sign)).map(skeleton);
        const wanted = VOCABULARY.get(plain) ?? VOCABULARY.get(skeleton(spread.join(""))) ?? 0;
        // A word that begins or ends a host name stands for a place.
        if (id[at] === PLACES.place) continue;
        expect([0, wanted]).toContain(id[at]);
        if (VOCABULARY.has(plain)) expect(id[at]).toBe(VOCABULARY.get(plain));
      }
    }),
    { numRuns: 1000 },
  );
});

it("finds the characters that one expression finds", () => {
  const hex = (code: number): string => `\\u{${code.toString(16)}}`;
  const any = CHARACTER_RULES.flatMap(({ ranges }) =>
    ranges.map(([from, to]) => `${hex(from)}-${hex(to)}`),
  ).join("");
  const sign = new RegExp(`[${any}]`, "u");
  const unit = fc.oneof(
    fc.constantFrom(..."a|😀|\u200b|\ud800|\udc00|\u{e0041}|\u202e|\u0007|\u00ad|葛".split("|")),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = units.join("");
      const found: CharacterFinding[] = [];
      search(text, [], {}, found);
      for (const { offset, length } of found) {
        for (const one of text.slice(offset, offset + length)) expect(sign.test(one)).toBe(true);
      }
      // Characters that are never legitimate are never skipped.
      const never = [...text].filter((one) => /[\u200b\u202e\u00ad\ud800-\udfff]/u.test(one));
      const told = found.reduce((sum, { count }) => sum + count, 0);
      expect(told).toBeGreaterThanOrEqual(never.length);
    }),
    { numRuns: 1000 },
  );
});

it("finds the addresses that one expression finds", () => {
  const begin = /(?:https?|ftp|wss?):\/\/|(?<![\w@.-])www\.(?=[\w-])/giu;
  for (const text of TEXTS) {
    const starts = new Set([...text.matchAll(begin)].map(({ index }) => index));
    const found = textContextOf(text, AROUND).addresses;
    for (const { start } of found) expect(starts.has(start)).toBe(true);
    const ends = found.map(({ start, end }) => [start, end] as const);
    const missed = [...starts].filter(
      (at) =>
        !ends.some(([start, end]) => at >= start && at < end) && /\w/u.test(text.charAt(at + 8)),
    );
    expect(missed.filter((at) => /^\w+:\/\/[\w-]/u.test(text.slice(at, at + 10)))).toEqual([]);
  }
});
