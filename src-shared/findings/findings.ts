// Finds characters in a document that are invisible or change the reading order, with their exact places. Removes
// nothing.
import type { Json, JsonObject } from "../json.ts";
import type { Path } from "../request/document/flag.ts";
import { CHARACTER_RULES } from "./characters/charSets.ts";
import type { CharacterKind, CharacterRule } from "./characters/charSets.ts";
import type { FindingKind, Severity } from "./kinds.ts";
import { promptBlocks } from "./text/saidTwice.ts";
import { canBeLegitimate, isLegitimate, isFlagOfTags, spelledByTags } from "./characters/legit.ts";

/** Something that the user should look at, and its exact place. Never has the text of a secret. */
export interface Finding {
  kind: FindingKind;
  severity: Severity;
  /** Path of the string in the document. */
  path: Path;
  /** The finding is in the field's name, not in its value. */
  inName?: true;
  /** In UTF-16 units from the start of the string; both are 0 for a finding about the whole string. */
  offset: number;
  length: number;
  /** Counted from 1; lines end with LF, CR or CR LF, as in the editor. */
  line: number;
  /** For characters: the distinct code points of the run, in order. */
  codePoints?: number[];
  /** For characters: the length of the run in code points. */
  count?: number;
  /** The decoded text or plain letters: text from outside, at most 2,000 UTF-16 units. */
  spells?: string;
  /** An excerpt or masked form, for the user to recognise it: text from outside. */
  example?: string;
  /** The variant of its kind: a stable word such as `base64` or `en`. */
  detail?: string;
  /** Found inside encoded text at this place. */
  inside?: true;
  /** In a text that the user has accepted as the program's own: only redaction still covers it. */
  accepted?: true;
}

/** A run of characters of one kind. */
export interface CharacterFinding extends Finding {
  kind: CharacterKind;
  codePoints: number[];
  count: number;
}

/** All characters to report in every string and field name of `document`, in document order. */
export function findingsOf(document: Json | JsonObject): CharacterFinding[] {
  const found: CharacterFinding[] = [];
  const twice = promptBlocks(document);
  // Not recursive, as a model's output may be nested to any depth.
  const open: { value: Json | undefined; path: Path }[] = [{ value: document, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") search(value, path, {}, found);
    if (typeof value !== "object" || value === null) continue;
    const members = Object.entries(value);
    for (const [key, item] of members.reverse()) {
      if (key === "text" && twice.has(value)) continue;
      open.push({ value: item, path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
    if (Array.isArray(value)) continue;
    for (const key of Object.keys(value)) search(key, [...path, key], { inName: true }, found);
  }
  return found;
}

/** Adds every finding of one text to `found`. */
export function search(
  text: string,
  path: Path,
  place: { inName?: true },
  found: CharacterFinding[],
): void {
  // Line numbers are only computed when something is found, which is rare.
  let lines: ((offset: number) => number) | null = null;
  for (let from = nextSuspect(text, 0); from < text.length;) {
    let end = from;
    while (end < text.length && isSuspect(text, end)) end += widthAt(text, end);
    lines ??= lineCounter(text);
    for (const run of runsOf(text, from, end)) {
      const { kind, severity } = run.rule;
      const finding: CharacterFinding = {
        kind,
        severity,
        path,
        offset: run.start,
        length: run.end - run.start,
        line: lines(run.start),
        codePoints: run.codePoints,
        count: run.count,
      };
      if (place.inName) finding.inName = true;
      if (kind === "tag") finding.spells = spelledByTags(text.slice(run.start, run.end));
      found.push(finding);
    }
    from = nextSuspect(text, end);
  }
}

/** By UTF-16 unit: whether it is to be found alone, or whether the code point it starts has to be checked. */
const SUSPECT = new Uint8Array(65_536);
const [ALONE, WITH_NEXT] = [1, 2];
for (const [from, to] of CHARACTER_RULES.flatMap(({ ranges }) => ranges)) {
  for (let code = from; code <= Math.min(to, 0xffff); code += 1) SUSPECT[code] = ALONE;
}
// A high surrogate is to be found when unpaired; a pair may be.
for (let unit = 0xd800; unit <= 0xdbff; unit += 1) SUSPECT[unit] = WITH_NEXT;

function nextSuspect(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const what = SUSPECT[text.charCodeAt(at)] ?? 0;
    if (what === 0) continue;
    if (what === ALONE || isSuspect(text, at)) return at;
    // Skips the second unit of a pair.
    if (widthAt(text, at) === 2) at += 1;
  }
  return text.length;
}

function isSuspect(text: string, at: number): boolean {
  const what = SUSPECT[text.charCodeAt(at)] ?? 0;
  return what === WITH_NEXT ? ruleOf(text.codePointAt(at) ?? 0) !== null : what === ALONE;
}

const widthAt = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

interface Run {
  rule: CharacterRule;
  start: number;
  end: number;
  codePoints: number[];
  count: number;
}

/** Splits a stretch of such characters into runs of one kind, without those in ordinary use. */
function runsOf(text: string, start: number, end: number): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  for (let at = start; at < end;) {
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    const rule = ruleOf(code);
    if (rule === null || worksAt(text, at, next, code)) {
      run = null;
    } else if (run !== null && run.rule === rule) {
      run.end = next;
      run.count += 1;
      if (!run.codePoints.includes(code)) run.codePoints.push(code);
    } else {
      run = { rule, start: at, end: next, codePoints: [code], count: 1 };
      runs.push(run);
    }
    at = next;
  }
  return runs.filter(
    ({ rule, start, end }) =>
      rule.kind !== "tag" || !isFlagOfTags(text.slice(start, end), characterBefore(text, start)),
  );
}

const worksAt = (text: string, at: number, next: number, code: number): boolean =>
  canBeLegitimate(code) && isLegitimate(code, characterBefore(text, at), characterAt(text, next));

const characterAt = (text: string, offset: number): string => {
  const code = text.codePointAt(offset);
  return code === undefined ? "" : String.fromCodePoint(code);
};

function characterBefore(text: string, offset: number): string {
  if (offset === 0) return "";
  const isPair = offset > 1 && (text.codePointAt(offset - 2) ?? 0) > 0xffff;
  return text.slice(offset - (isPair ? 2 : 1), offset);
}

/** Returns the line of an offset; offsets must ascend. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let [feed, carriage] = [text.indexOf("\n"), text.indexOf("\r")];
  return (offset) => {
    for (;;) {
      const isFeed = feed !== -1 && (carriage === -1 || feed < carriage);
      const next = isFeed ? feed : carriage;
      if (next === -1 || next >= offset) return line;
      line += 1;
      // CR LF is one line end.
      if (isFeed || feed === carriage + 1) feed = text.indexOf("\n", feed + 1);
      if (!isFeed) carriage = text.indexOf("\r", carriage + 1);
    }
  };
}

/** The kind of each code point looked up so far. */
const ruleByCode = new Map<number, CharacterRule | null>();

function ruleOf(code: number): CharacterRule | null {
  const known = ruleByCode.get(code);
  if (known !== undefined) return known;
  const falls = ([from, to]: readonly [number, number]): boolean => code >= from && code <= to;
  const rule = CHARACTER_RULES.find(({ ranges }) => ranges.some(falls)) ?? null;
  ruleByCode.set(code, rule);
  return rule;
}
