// Parses the values of fields: patterns, amounts, closed lists. Faults have no positions; `parse.ts` adds them.
import { boundsOf, isAmount, plainAmount, rangeOf } from "./amounts.ts";
import type { AmountKind } from "./amounts.ts";
import { FIELDS, nearestFieldName } from "./fields.ts";
import type { Field, FieldName, Comparison } from "./fields.ts";
import type { FaultKind, FilterQuery, PatternPart } from "./query.ts";
import { foldValue, textTerms } from "./text.ts";

/** A value as written: its parts, and whether it was in quotes, which disable wildcards. */
export interface WrittenValue {
  parts: PatternPart[];
  quoted: boolean;
}
export type Read = { ok: true; query: FilterQuery } | { ok: false; fault: FaultKind };

const read = (query: FilterQuery): Read => ({ ok: true, query });
const wrong = (fault: FaultKind): Read => ({ ok: false, fault });

const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const STARS = new Set(["*", "＊"]);
const MARKS = new Set(["?", "？"]);

/** A bare word: `*` and `?` are wildcards, a backslash escapes a sign. */
export function bareWord(source: string): WrittenValue {
  const parts: PatternPart[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") parts.push(text);
    text = "";
  };
  const characters = [...source];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const next = characters[at + 1];
    if (character === "\\" && next !== undefined && !ALPHANUMERIC.test(next)) {
      text += next;
      at += 1;
    } else if (STARS.has(character) || MARKS.has(character)) {
      flush();
      const wild = STARS.has(character) ? "any" : "one";
      const last = parts.at(-1);
      // Consecutive stars are the same as one.
      const again = typeof last === "object" && last.wild === "any" && wild === "any";
      if (!again) parts.push({ wild });
    } else text += character;
  }
  flush();
  return { parts, quoted: false };
}

/** A quoted text; a backslash escapes the closing quote or a backslash. */
export function quotedWord(source: string): WrittenValue {
  const closing = source.at(-1) ?? "";
  const inside = source.slice(1, -1);
  const text = inside.replace(/\\(.)/gsu, (both, next: string) =>
    next === "\\" || next === closing ? next : both,
  );
  return { parts: text === "" ? [] : [text], quoted: true };
}

/** The value as text, with wildcards as signs. */
export const sourceOf = ({ parts }: WrittenValue): string =>
  parts.map((part) => (typeof part === "string" ? part : part.wild === "any" ? "*" : "?")).join("");

/**
 * Text to search for. A bare word matches as a prefix, a quoted one only exactly, unless a star follows. A star
 * elsewhere is a fault; a question mark is literal.
 */
export function readText(written: WrittenValue): Read {
  const { parts, quoted } = written;
  const last = parts.at(-1);
  const star = typeof last === "object" && last.wild === "any";
  const rest = star ? parts.slice(0, -1) : parts;
  if (rest.some((part) => typeof part === "object" && part.wild === "any")) {
    return wrong({ kind: "star-inside", text: sourceOf(written) });
  }
  const phrase = sourceOf({ ...written, parts: rest });
  const begun = star || !quoted;
  if (textTerms(phrase, begun).terms.length === 0) {
    return wrong({ kind: "no-word", text: sourceOf(written) });
  }
  return read({ kind: "text", phrase, begun });
}

/** A field's value, after the operator `by` if there is one. */
export function readValue(name: FieldName, by: Comparison | null, written: WrittenValue): Read {
  const field = FIELDS[name];
  if (written.parts.length === 0) return wrong({ kind: "no-value", field: name });
  if (field.kind === "text") {
    return by === null ? readText(written) : wrong({ kind: "not-comparable", field: name });
  }
  if (field.counts !== undefined && by === null && !isCount(sourceOf(written))) {
    return readWords(field.counts, FIELDS[field.counts], written);
  }
  if (field.kind !== "words") return readAmount(name, field.kind, by, written);
  if (by !== null && by !== "=") return wrong({ kind: "not-comparable", field: name });
  return readWords(name, field, written);
}

/** Whether it is meant as a number, a range or `*`, valid or not. */
const isCount = (source: string): boolean => /^[\d.*-]/.test(plainAmount(source));

function readWords(name: FieldName, field: Field, written: WrittenValue): Read {
  const { parts } = written;
  const [only] = parts;
  if (parts.length > 1 || typeof only !== "string") {
    return read({ kind: "word", field: name, pattern: parts });
  }
  const values = field.values ?? [];
  const folded = foldValue(only);
  if (folded === "") return wrong({ kind: "no-value", field: name });
  const same = field.sameAs;
  const meant = same !== undefined && Object.hasOwn(same, folded) ? same[folded] : undefined;
  const value = meant ?? values.find((one) => foldValue(one) === folded);
  if (value === undefined && field.closed === true) {
    const others = [...values, ...Object.keys(same ?? {})];
    return wrong({
      kind: "unknown-value",
      field: name,
      value: only,
      nearest: nearestFieldName(folded, others),
    });
  }
  return read({ kind: "word", field: name, pattern: [value ?? only] });
}

function readAmount(
  name: FieldName,
  kind: AmountKind,
  by: Comparison | null,
  written: WrittenValue,
): Read {
  const field = FIELDS[name];
  const source = sourceOf(written);
  const fixed = field.by;
  if (fixed !== undefined && by !== null) return wrong({ kind: "not-comparable", field: name });
  const sign = fixed ?? by;
  if (source === "*" && sign === null && !written.quoted)
    return read({ kind: "known", field: name });
  const [from, to, more] = source.split("..");
  if (from !== undefined && to !== undefined && more === undefined && sign === null) {
    return readRange(name, kind, from, to);
  }
  const value = plainAmount(source);
  if (!isAmount(kind, value)) return wrong({ kind: `not-${kind}`, value: source });
  return read({ kind: "compare", field: name, by: sign ?? "=", value });
}

function readRange(name: FieldName, kind: AmountKind, from: string, to: string): Read {
  const ends = [from, to].map((end) => (end === "" || end === "*" ? null : plainAmount(end)));
  const [first = null, last = null] = ends;
  for (const end of ends) {
    if (end !== null && !isAmount(kind, end)) return wrong({ kind: `not-${kind}`, value: end });
  }
  if (first === null && last === null) return read({ kind: "known", field: name });
  if (first !== null && last !== null && isBackwards(kind, first, last)) {
    return wrong({ kind: "backwards", from, to });
  }
  return read({ kind: "between", field: name, from: first, to: last });
}

/** Whether the range is reversed; ignores times relative to today. */
function isBackwards(kind: AmountKind, from: string, to: string): boolean {
  const isFixed = (end: string): boolean => kind !== "date" || /^\d{4}/.test(end);
  if (!isFixed(from) || !isFixed(to)) return false;
  const { min = 0 } = boundsOf(kind, ">=", from, 0);
  const { max = 0 } = rangeOf(kind, null, to, 0);
  return min > max;
}
