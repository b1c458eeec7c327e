// Changes JSON text: what stays the same keeps its spelling, with its white space, order, escapes and digits.
import { isJsonObject, jsonIn } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

/** Where a value is in the text. */
interface Span {
  start: number;
  end: number;
}
interface Entry extends Span {
  /** Where its name begins; of an item, where its value does. */
  from: number;
  /** Null for an item of a list. */
  name: string | null;
}

/**
 * JSON text that says `value`; what `text` says already keeps its spelling. A number equals another that JavaScript
 * can't tell from it.
 * @param text valid JSON in which no object has a name twice
 */
export function rewritten(text: string, value: Json): string {
  const end = text.trimEnd().length;
  const start = text.length - text.trimStart().length;
  const was = JSON.parse(text) as Json;
  const changed = changedText(text, { start, end }, was, value);
  const whole = text.slice(0, start) + changed + text.slice(end);
  // Nothing but the value may leave, whatever the text was.
  return isSame(JSON.parse(whole) as Json, value) ? whole : JSON.stringify(value);
}

function changedText(text: string, { start, end }: Span, was: Json, is: Json): string {
  if (isSame(was, is)) return text.slice(start, end);
  if (Array.isArray(was) && Array.isArray(is)) return changedList(text, start, was, is);
  if (isJsonObject(was) && isJsonObject(is)) return changedObject(text, start, was, is);
  return JSON.stringify(is);
}

/** Members stay in their order; new ones come last. */
function changedObject(text: string, start: number, was: JsonObject, is: JsonObject): string {
  const members = membersIn(text, start);
  const kept = members.flatMap(({ name, ...field }, from): Written[] => {
    const value = Object.hasOwn(is, name ?? "") ? is[name ?? ""] : undefined;
    if (value === undefined) return [];
    const before = text.slice(field.from, field.start);
    return [{ from, text: before + changedText(text, field, was[name ?? ""] ?? null, value) }];
  });
  const added = Object.entries(is).flatMap(([name, value]): Written[] =>
    value === undefined || Object.hasOwn(was, name)
      ? []
      : [{ from: null, text: `${JSON.stringify(name)}:${JSON.stringify(value)}` }],
  );
  return joined(text, start, members, [...kept, ...added]);
}

/** Items keep their text, also behind some that were left out or added. */
function changedList(text: string, start: number, was: Json[], is: Json[]): string {
  const members = membersIn(text, start);
  const shorter = Math.min(was.length, is.length);
  let behind = 0;
  while (behind < shorter && isSame(was.at(-1 - behind), is.at(-1 - behind))) behind += 1;
  const written = is.map((value, at): Written => {
    const from = at < is.length - behind ? at : at - is.length + was.length;
    const [field, old] = [members[from], was[from]];
    const isNew = at < is.length - behind && from >= was.length - behind;
    return isNew || field === undefined || old === undefined
      ? { from: null, text: JSON.stringify(value) }
      : { from, text: changedText(text, field, old, value) };
  });
  return joined(text, start, members, written);
}

/** A member as it is written; `from`: the index of the one that it was, null for a new one. */
interface Written {
  from: number | null;
  text: string;
}

/** The members in their brackets. White space between two that still follow each other stays. */
function joined(
  text: string,
  start: number,
  members: readonly Entry[],
  written: readonly Written[],
): string {
  const first = members[0]?.from ?? start + 1;
  const last = members.at(-1)?.end ?? first;
  let before = -1;
  const pieces = written.map((one, at) => {
    const [left, right] = [members[before], members[one.from ?? -1]];
    const isNext = left !== undefined && right !== undefined && one.from === before + 1;
    before = one.from ?? -1;
    return (at === 0 ? "" : isNext ? text.slice(left.end, right.from) : ",") + one.text;
  });
  return text.slice(start, first) + pieces.join("") + text.slice(last, endOf(text, start));
}

/** The members of the object, or the items of the list, that begins here. */
function membersIn(text: string, start: number): Entry[] {
  const members: Entry[] = [];
  const isList = text[start] === "[";
  for (let at = afterSpace(text, start + 1); text[at] !== (isList ? "]" : "}");) {
    const from = at;
    let name: string | null = null;
    if (!isList) {
      const end = endOf(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    const end = endOf(text, at);
    members.push({ from, name, start: at, end });
    at = afterSpace(text, end);
    if (text[at] === ",") at = afterSpace(text, at + 1);
  }
  return members;
}

const SPACE = /[\t\n\r ]*/y;
const PLAIN = /[^\t\n\r ,\]}]*/y;
const TOKEN = /["[\]{}]/g;

function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** The end of the value that begins here. */
function endOf(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== "{" && first !== "[") {
    PLAIN.lastIndex = start;
    PLAIN.exec(text);
    return PLAIN.lastIndex;
  }
  let depth = 0;
  for (let at = start; ;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return text.length;
    at = TOKEN.lastIndex;
    if (token === '"') at = endOfString(text, at - 1);
    else depth += token === "{" || token === "[" ? 1 : -1;
    if (depth === 0) return at;
  }
}

/** The end of the string whose first quote is here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === "\\") before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The name of a field that an object of the text has twice: readers differ in which one they take. Null: none. */
export function repeatedField(text: string): string | null {
  const open: Set<string>[] = [];
  const token = /["[\]{}]/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    if (mark === "{" || mark === "[") open.push(new Set());
    else if (mark !== '"') open.pop();
    else {
      const end = endOfString(text, found.index);
      token.lastIndex = end;
      if (text[afterSpace(text, end)] !== ":") continue;
      const name = JSON.parse(text.slice(found.index, end)) as string;
      if (open.at(-1)?.has(name) === true) return name.slice(0, 100);
      open.at(-1)?.add(name);
    }
  }
  return null;
}

/** Whether a short text is the value as it is written, which has no field twice; long ones can be too deep for it. */
const isWritten = (text: string, value: Json): boolean =>
  text.length < 2000 && JSON.stringify(value) === text;

/** The value of a JSON text; undefined where it is none, or an object of it has a field twice. */
export function onceIn(text: string): Json | undefined {
  const value = jsonIn(text);
  if (value === undefined || isWritten(text, value)) return value;
  return repeatedField(text) === null ? value : undefined;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one).filter((name) => one[name] !== undefined);
  const others = Object.keys(other).filter((name) => other[name] !== undefined);
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
