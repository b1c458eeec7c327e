// Completion of filters: fields and values for the caret position, and the text that they replace.
import { parser } from "./grammar/table.ts";
import * as node from "./grammar/table.ts";
import { fieldNamed, fieldNames, FIELDS } from "./fields.ts";
import type { FieldName, KnownValues } from "./fields.ts";
import { valueText } from "./print.ts";
import { LIMITS } from "./parse.ts";
import { fold } from "./text.ts";
import { bareWord, quotedWord, sourceOf } from "./values.ts";

/** Values from the caller, most likely first. */
export type Known = Partial<Record<KnownValues, readonly string[]>>;

/** A completion. `insert` replaces `start` to `end`; a complete term ends with a space. */
export type Completion =
  | { kind: "field"; field: FieldName; insert: string }
  | { kind: "value"; field: FieldName; value: string; insert: string };

export interface Completions {
  /** Range of the text to replace, in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  items: Completion[];
}

type Node = ReturnType<typeof parser.parse>["topNode"];

/** The window's translation of a value; empty if the value is shown as it is. */
export type Shown = (field: FieldName, value: string) => string;
const AS_WRITTEN: Shown = () => "";

/**
 * Completions at the caret, best first; null if there are none, such as within a phrase. Values are also found by
 * their translation.
 */
export function complete(
  text: string,
  caret: number,
  known: Known = {},
  shown: Shown = AS_WRITTEN,
): Completions | null {
  if (text.length > LIMITS.characters) return null;
  const at = parser.parse(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).resolveInner(caret, -1);
  const [here, pair] = [wordAt(at, caret), pairAt(at)];
  const name = pair === null ? null : fieldOf(pair, text);
  if (pair !== null && name !== null) {
    const key = pair.firstChild;
    if (key !== null && caret >= key.to)
      return values(text, caret, name, here, key.to, { known, shown });
  }
  if (pair !== null && name === null && here?.type.id !== node.Key) return null;
  if (here === null) return some({ start: caret, end: caret, items: fields("") });
  if (here.type.id !== node.Word && here.type.id !== node.Key) return null;
  const typed = text.slice(here.from, caret);
  const end = here.type.id === node.Key ? here.to : caret;
  return some({ start: here.from, end, items: fields(typed) });
}

const some = (found: Completions): Completions | null => (found.items.length === 0 ? null : found);

/** The word, value or key that contains the caret or ends at it. */
function wordAt(at: Node, caret: number): Node | null {
  const ids: number[] = [
    node.Word,
    node.Value,
    node.String,
    node.BegunString,
    node.OpenString,
    node.Key,
  ];
  return ids.includes(at.type.id) && at.from < caret && caret <= at.to ? at : null;
}

function pairAt(at: Node): Node | null {
  for (let up: Node | null = at; up !== null; up = up.parent) {
    if (up.type.id === node.Pair) return up;
  }
  return null;
}

const fieldOf = (pair: Node, text: string): FieldName | null => {
  const key = pair.firstChild;
  const written = key === null ? "" : text.slice(key.from, key.to);
  return fieldNamed(written.replace(/[:：]?[>＞<＜=＝]*$/u, ""));
};

function fields(typed: string): Completion[] {
  const word = typed.toLowerCase();
  const begins = (name: FieldName): boolean =>
    [name, ...FIELDS[name].aliases].some((one) => one.startsWith(word));
  return fieldNames.filter(begins).map((field) => ({ kind: "field", field, insert: `${field}:` }));
}

function values(
  text: string,
  caret: number,
  name: FieldName,
  here: Node | null,
  keyEnd: number,
  { known, shown }: { known: Known; shown: Shown },
): Completions | null {
  const isValue = here !== null && here.type.id !== node.Key;
  // A space ends the value, except in parentheses.
  if (!isValue && caret > keyEnd && !isInGroup(text, keyEnd, caret)) return null;
  const start = isValue ? here.from : caret;
  const end = isValue ? Math.max(caret, here.to) : caret;
  const typed = fold(isValue ? writtenIn(here, text, caret) : "");
  const field = FIELDS[name];
  const folded = offered(name, text.slice(0, keyEnd), known).map((value) => ({
    value,
    word: fold(value),
  }));
  const begun = folded.filter(({ word }) => word.startsWith(typed));
  const inside = folded.filter(({ word }) => !word.startsWith(typed) && word.includes(typed));
  // Users can type the translation that they see in the list.
  const byShown = folded.filter(
    ({ value, word }) => !word.includes(typed) && fold(shown(name, value)).includes(typed),
  );
  const items = [...begun, ...inside, ...byShown].map(({ value }): Completion => ({
    kind: "value",
    field: name,
    value,
    insert: `${field.kind === "words" ? valueText(value) : value}${end === text.length ? " " : ""}`,
  }));
  return some({ start, end, items });
}

/** After a comparison operator, values are offered without theirs. */
function offered(name: FieldName, key: string, known: Known): string[] {
  const field = FIELDS[name];
  const isCompared = /[>＞<＜=＝]$/.test(key);
  const counted = field.counts === undefined || isCompared ? [] : FIELDS[field.counts].values;
  const all = [
    ...(field.known ? (known[field.known] ?? []) : []),
    ...(field.values ?? []),
    ...(counted ?? []),
  ];
  const plain = isCompared ? all.map((value) => value.replace(/^[<>=]+/, "")) : all;
  return [...new Set(plain)].filter((value) => !isCompared || !value.includes(".."));
}

const isInGroup = (text: string, keyEnd: number, caret: number): boolean =>
  /^[(（]/.test(text.slice(keyEnd, caret));

/** The part of the value before the caret, without quotes. */
function writtenIn(value: Node, text: string, caret: number): string {
  const source = text.slice(value.from, caret);
  const isQuoted = /^["＂“「]/.test(source);
  return sourceOf(isQuoted ? quotedWord(`${source}"`) : bareWord(source));
}
