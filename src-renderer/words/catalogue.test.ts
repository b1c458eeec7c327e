import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { channels } from "#shared/contract/contract.ts";
import { en } from "./en.ts";
import { pickLanguage } from "#shared/languages.ts";
import { zh } from "./zh.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Every string of a catalogue by its dotted key; plural forms are one key. */
function flat(value: object, prefix = ""): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [key, entry] of Object.entries(value)) {
    const name = prefix + key.replace(/_(zero|one|other)$/, "");
    if (typeof entry === "string") all.set(name, [...(all.get(name) ?? []), entry]);
    else for (const [inner, texts] of flat(entry as object, `${name}.`)) all.set(inner, texts);
  }
  return all;
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? "").toSorted();
const english = flat(en);
const chinese = flat(zh);

describe("the catalogues", () => {
  it("have the same keys", () => {
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect(english.size).toBeGreaterThan(150);
  });

  it("have the same parameters in every string", () => {
    for (const [key, texts] of english) {
      const wanted = [...new Set(texts.flatMap(placeholders))].toSorted();
      const given = [...new Set((chinese.get(key) ?? []).flatMap(placeholders))].toSorted();
      expect(given, key).toEqual(wanted);
    }
  });

  it.each([
    ["English", english],
    ["Chinese", chinese],
  ])("have no empty string, which would be shown as its key: %s", (_name, texts) => {
    const empty = [...texts].filter(([, forms]) => forms.some((text) => text.trim() === ""));
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it("translate: no sentence is in English in both", () => {
    const same = [...english].filter(
      ([key, texts]) =>
        texts.join("") === (chinese.get(key) ?? []).join("") &&
        /[a-z]{2,} [a-z]{2,}/.test(texts.join("")),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });
});

/** Every text of a language as its files write it: a text that is used again by its name is written once. */
const written = (language: string): string[] =>
  readdirSync(path.join(import.meta.dirname, language), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, language, file), "utf8").matchAll(
        /(?:[{,]\s*(?:\/[/*].*\s*)*"?[\w/-]+"?:|^const \w+ =)\s+("(?:[^"\\]|\\.)*"|'[^']*')(?=[\s,;}])/gm,
      ),
    ])
    .map(([, literal = ""]) =>
      literal.startsWith("'") ? literal.slice(1, -1) : String(JSON.parse(literal)),
    );

it("the catalogues write no text twice, unless it is another one in the other language", () => {
  const texts = written("en");
  // The expression above reads what the catalogue has.
  const distinct = new Set([...english.values()].flat());
  expect(new Set(texts)).toEqual(distinct);
  // Keys that are the same in both languages are one; a singular may read as its plural does.
  const keys = new Map<string, string[]>();
  for (const [key, forms] of english)
    keys.set([...forms, ...(chinese.get(key) ?? [])].join("\n"), forms);
  const allowed = Map.groupBy([...keys.values()].flat(), (text) => text);
  const times = Map.groupBy(texts, (text) => text);
  const repeated = [...times].filter(
    ([text, all]) => all.length > (allowed.get(text)?.length ?? 0),
  );
  expect(repeated.map(([text]) => text)).toEqual([]);
});

describe("the window", () => {
  const source = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^words.(en|zh)/.test(file))
    .concat("../src-shared/shortcuts.ts")
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .join("\n");
  const quoted = new Set([...source.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, text]) => text));
  /** Keys with a variable part: `failures.next.${kind}`. */
  const patterns = [...source.matchAll(/`([\w-]+\.(?:[\w.-]|\$\{[^{}`]*\})*)`/g)].flatMap(
    ([, text = ""]) => {
      if (!text.includes("${")) return [];
      const parts = text.split(/\$\{[^{}`]*\}/).map((part) => part.replaceAll(".", "\\."));
      return [new RegExp(`^${parts.join("[\\w./-]+")}$`)];
    },
  );

  it("uses every string of the catalogues", () => {
    const isSaid = (key: string): boolean =>
      quoted.has(key) || patterns.some((pattern) => pattern.test(key));
    expect([...english.keys()].filter((key) => !isSaid(key))).toEqual([]);
    expect(isSaid("settings.local.nobodySaysThis")).toBe(false);
  });

  it("invokes every channel of main", () => {
    const all = Object.keys(channels);
    expect(all.filter((channel) => !quoted.has(channel))).toEqual([]);
    expect(all.length).toBeGreaterThan(90);
  });
});

describe("the components", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx") && file !== "main.tsx",
  );

  it("hold no strings of their own: all are in the catalogue", () => {
    const found: string[] = [];
    for (const file of files) {
      const source = readFileSync(path.join(root, file), "utf8").replaceAll(
        /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
        "",
      );
      for (const match of source.matchAll(/>([^<>{}=;()|&]*[A-Za-z]{3,}[^<>{}=;()|&]*)<\//g)) {
        found.push(`${file}: ${(match[1] ?? "").trim()}`);
      }
      for (const match of source.matchAll(
        /\b(?:title|placeholder|aria-label|alt|label|hint)="([^"]*[A-Za-z]{3,}[^"]*)"/g,
      )) {
        const text = match[1] ?? "";
        // An address or a command as an example is not a sentence.
        if (!/^[a-z0-9:/.@_-]+$/.test(text)) found.push(`${file}: ${text}`);
      }
    }
    expect(files.length).toBeGreaterThan(15);
    expect(found).toEqual([]);
  });
});

describe("pickLanguage", () => {
  it("follows the choice, else the first known language of the system, else English", () => {
    expect(pickLanguage("zh", ["en-US"])).toBe("zh");
    expect(pickLanguage("system", ["fr-FR", "zh-CN", "en"])).toBe("zh");
    expect(pickLanguage("system", ["fr-FR", "en-GB", "zh"])).toBe("en");
    expect(pickLanguage("system", ["fr"])).toBe("en");
  });
});
