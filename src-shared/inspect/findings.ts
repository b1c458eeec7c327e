// Finds what a person cannot see in a document, or what turns the reading order, with its exact place.
// Nothing is removed: a finding only says where to look.
import type { Json, JsonObject } from "../json.ts";
import type { Path } from "../sampling/flag.ts";
import { LOOKED_FOR } from "./charSets.ts";
import type { FindingKind, LookedFor } from "./charSets.ts";
import { isAtWork, isFlagOfTags, spelledByTags } from "./legit.ts";

/** One run of characters of one kind. */
export interface Finding {
  kind: FindingKind;
  severity: "high" | "low";
  /** Path of the string in the document. */
  path: Path;
  /** The run stands in the member's name, not in its value. */
  inName?: true;
  /** UTF-16 units from the start of the string, and how many. */
  offset: number;
  length: number;
  /** Counted from 1; lines end with LF, CR or CR LF, as in the editor. */
  line: number;
  /** The code points that occur in the run, each once, in order. */
  codePoints: number[];
  /** How many characters the run has. */
  count: number;
  /** What tag characters spell: foreign text. */
  spells?: string;
}

/** Every finding in every string of `document`, names of members included, in document order. */
export function findingsOf(document: Json | JsonObject): Finding[] {
  const found: Finding[] = [];
  // A stack, not recursion: this also reads what a model made, however deep.
  const open: { value: Json | undefined; path: Path }[] = [{ value: document, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") found.push(...inText(value, path));
    if (typeof value !== "object" || value === null) continue;
    const members = Object.entries(value);
    for (const [key, item] of members.reverse()) {
      open.push({ value: item, path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
    if (!Array.isArray(value)) found.push(...inNames(value, path));
  }
  return found;
}

const inNames = (object: JsonObject, path: Path): Finding[] =>
  Object.keys(object).flatMap((key) => inText(key, [...path, key], { inName: true }));

/** Every finding in one text. `path` and `place` are only passed on. */
export function inText(text: string, path: Path = [], place: { inName?: true } = {}): Finding[] {
  // Most texts hold nothing of it: one scan decides.
  if (!SUSPECT.test(text)) return [];
  const found: Finding[] = [];
  const lines = lineCounter(text);
  for (const match of text.matchAll(RUNS)) {
    for (const run of runsOf(match[0], match.index, text)) {
      const { rule, offset, characters } = run;
      const whole = characters.join("");
      found.push({
        kind: rule.kind,
        severity: rule.severity,
        path,
        ...place,
        offset,
        length: whole.length,
        line: lines(offset),
        codePoints: [...new Set(characters)].map((character) => character.codePointAt(0) ?? 0),
        count: characters.length,
        ...(rule.kind === "tag" ? { spells: spelledByTags(whole) } : {}),
      });
    }
  }
  return found;
}

interface Run {
  rule: LookedFor;
  offset: number;
  characters: string[];
}

/** Parts a stretch of suspects into runs of one kind, without those that do honest work. */
function runsOf(stretch: string, start: number, text: string): Run[] {
  const runs: Run[] = [];
  let offset = start;
  let before = characterBefore(text, start);
  let broken = true;
  for (const character of stretch) {
    const end = offset + character.length;
    const rule = ruleOf(character);
    const idle = rule !== null && !isAtWork(character, before, characterAt(text, end));
    const last = broken ? undefined : runs.at(-1);
    if (idle && last?.rule === rule) last.characters.push(character);
    else if (idle) runs.push({ rule, offset, characters: [character] });
    broken = !idle;
    before = character;
    offset = end;
  }
  return runs.filter(
    (run) =>
      run.rule.kind !== "tag" ||
      !isFlagOfTags(run.characters.join(""), characterBefore(text, run.offset)),
  );
}

const characterAt = (text: string, offset: number): string => {
  const code = text.codePointAt(offset);
  return code === undefined ? "" : String.fromCodePoint(code);
};

function characterBefore(text: string, offset: number): string {
  if (offset === 0) return "";
  const isPair =
    offset > 1 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(offset - 2, offset));
  return text.slice(offset - (isPair ? 2 : 1), offset);
}

/** Line of an offset; offsets must come in rising order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  const ends = text.matchAll(/\r\n|\r|\n/g);
  let next = ends.next();
  return (offset) => {
    while (!next.done && next.value.index < offset) {
      line += 1;
      next = ends.next();
    }
    return line;
  };
}

const hex = (code: number): string => `\\u{${code.toString(16)}}`;
const SUSPECT_CLASS = `[${LOOKED_FOR.flatMap(({ ranges }) =>
  ranges.map(([from, to]) => `${hex(from)}-${hex(to)}`),
).join("")}]`;
const SUSPECT = new RegExp(SUSPECT_CLASS, "u");
const RUNS = new RegExp(`${SUSPECT_CLASS}+`, "gu");

/** Which rule a character falls under: looked up once a code point. */
const ruleByCharacter = new Map<string, LookedFor | null>();

function ruleOf(character: string): LookedFor | null {
  const known = ruleByCharacter.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const rule =
    LOOKED_FOR.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to)) ??
    null;
  ruleByCharacter.set(character, rule);
  return rule;
}
