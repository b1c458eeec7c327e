// A document's JSON text as a list of parts: settings, system texts, tools, messages. Every character belongs to one part or to
// what stands between them, so that the pieces put together are the text.
import { isJsonObject, jsonIn } from "../../json.ts";
import { endOfString } from "../../rpc/messageScan.ts";
import type { Path } from "../document/flag.ts";
import {
  BILLING_MAX,
  BILLING_START,
  BILLING_TEXT,
  boundariesOf,
  CACHE_MARK,
  CACHE_MARK_VALUE,
} from "./boundaries.ts";
import type { Boundaries, Boundary, Form } from "./boundaries.ts";

/** Where a text begins and ends, in UTF-16 units. */
export interface Span {
  at: number;
  end: number;
}

/** `whole`: the text is malformed, of an unknown form, or has a field twice that has parts. */
export type PartKind = "whole" | "setting" | "system" | "tool" | "message";

/** A setting's text begins with its name, any other's is a JSON value. */
export interface Part extends Span {
  kind: PartKind;
  path: Path;
  /** Of a message; system texts among the messages have one, too. */
  role?: string;
  /** Whatever it says is no difference: who asks, and for which turn. */
  volatile?: true;
  /** Long strings of a message, media among them, which are kept by themselves. */
  long: Span[];
  /** What its compared form leaves out: cache marks. */
  lifted: Span[];
}

/** A string of a message is a piece of its own from this length on. */
const LONG = 1024;
/** How deep blocks with marks are in each other: a message's blocks, and those of a tool result. */
const MARKED_LEVELS = 3;

/**
 * The parts of a document, in the text's order.
 * @param text JSON; anything else is one part
 * @param value what the text says, where that is known
 */
export function partsOf(form: Form, text: string, value = jsonIn(text)): Part[] {
  const boundaries = boundariesOf(form);
  const reader = new Reader(text);
  if (boundaries !== null && isJsonObject(value))
    reader.readObject(text.indexOf("{"), boundaries, []);
  else reader.isWhole = true;
  return reader.isWhole
    ? [{ kind: "whole", path: [], at: 0, end: text.length, long: [], lifted: [] }]
    : reader.parts;
}

/** Reads valid JSON in one pass. Each of its methods returns where the value ends. */
class Reader {
  readonly parts: Part[] = [];
  /** A field with parts is there twice, and readers differ in which one they take. */
  isWhole = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readObject(start: number, boundaries: Boundaries, path: Path): number {
    const seen = new Set<string>();
    return fieldsOf(this.#text, start, (name, from, at) => {
      if (seen.has(name)) this.isWhole = true;
      seen.add(name);
      const boundary = Object.hasOwn(boundaries, name) ? boundaries[name] : undefined;
      return this.#readField({ from, at }, boundary, [...path, name]);
    });
  }

  #readField(
    { from, at }: { from: number; at: number },
    boundary: Boundary | undefined,
    path: Path,
  ): number {
    const first = this.#text[at];
    if (typeof boundary === "object" && first === "{") return this.readObject(at, boundary, path);
    if (typeof boundary === "string" && boundary !== "volatile" && first === "[")
      return itemsOf(this.#text, at, (item, index) =>
        this.#readItem(item, boundary, [...path, index]),
      );
    if (first === '"' && (boundary === "system" || boundary === "messages"))
      return this.#readText(at, boundary, path);
    const end = endOf(this.#text, at, []);
    const volatile = boundary === "volatile" ? { volatile: true as const } : {};
    this.parts.push({ kind: "setting", path, at: from, end, ...volatile, long: [], lifted: [] });
    return end;
  }

  /** A system prompt, or a prompt in place of messages. */
  #readText(at: number, boundary: "system" | "messages", path: Path): number {
    const long: Span[] = [];
    const end = endOf(this.#text, at, long);
    if (boundary === "messages") {
      this.parts.push({ kind: "message", role: "user", path, at, end, long, lifted: [] });
      return end;
    }
    const billing = BILLING_START.exec(this.#text.slice(at, Math.min(end, at + BILLING_MAX)));
    const lifted = billing === null ? [] : [{ at: at + 1, end: at + billing[0].length }];
    this.parts.push({ kind: "system", path, at, end, long: [], lifted });
    return end;
  }

  #readItem(at: number, boundary: "system" | "tools" | "messages", path: Path): number {
    const item: Item = { role: null, type: null, long: [], lifted: [] };
    const levels = boundary === "messages" ? MARKED_LEVELS : 1;
    const end =
      this.#text[at] === "{" ? this.#readBlock(at, levels, item) : endOf(this.#text, at, item.long);
    const lifted = item.lifted.sort((one, other) => one.at - other.at);
    const span = { path, at, end, long: [], lifted };
    if (boundary === "tools") this.parts.push({ kind: "tool", ...span });
    else if (boundary === "messages") {
      const role = roleOf(item);
      const kind = role === "system" || role === "developer" ? "system" : "message";
      this.parts.push({ kind, ...span, ...(role === null ? {} : { role }), long: item.long });
    } else if (end - at < BILLING_MAX && BILLING_TEXT.test(this.#text.slice(at, end)))
      this.parts.push({ kind: "setting", ...span, volatile: true });
    else this.parts.push({ kind: "system", ...span });
    return end;
  }

  /** A message, a block of it, or another object that may have a cache mark. @param levels below which none is looked for */
  #readBlock(start: number, levels: number, item: Item): number {
    const isItem = levels === MARKED_LEVELS;
    let marks: Span[] = [];
    let isFirst = true;
    let before = start + 1;
    const end = fieldsOf(this.#text, start, (name, from, at) => {
      // A mark goes with the comma before it, or after it where it comes first.
      const [mark] = marks;
      if (mark !== undefined && mark.end === -1) mark.end = from;
      let after: number;
      if (name === "content" && levels > 1 && this.#text[at] === "[")
        after = itemsOf(this.#text, at, (block) =>
          this.#text[block] === "{"
            ? this.#readBlock(block, levels - 1, item)
            : endOf(this.#text, block, item.long),
        );
      else after = endOf(this.#text, at, item.long);
      if (isItem && (name === "role" || name === "type")) this.#note(name, at, after, item);
      if (name === CACHE_MARK)
        marks.push(
          !CACHE_MARK_VALUE.test(this.#text.slice(at, Math.min(after, at + 200)))
            ? { at: from, end: from }
            : isFirst
              ? { at: from, end: -1 }
              : { at: before, end: after },
        );
      before = after;
      isFirst = false;
      return after;
    });
    // Of two marks, readers differ in which one they take.
    if (marks.length > 1) marks = [];
    for (const { at, end: to } of marks)
      if (to !== at) item.lifted.push({ at, end: to === -1 ? before : to });
    return end;
  }

  #note(name: "role" | "type", at: number, end: number, item: Item): void {
    const isText = this.#text[at] === '"' && item[name] === null && end - at < 600;
    item[name] = isText ? (JSON.parse(this.#text.slice(at, end)) as string) : "";
  }
}

/** What is read of one message, tool or text. An empty role or type: it is there twice, or no short text. */
interface Item {
  role: string | null;
  type: string | null;
  long: Span[];
  lifted: Span[];
}

/** The role that the item says; an item of Responses without one is the model's, or what a tool said. */
function roleOf({ role, type }: Item): string | null {
  if (role !== null) return role === "" ? null : role.slice(0, 100);
  if (type?.endsWith("_output") === true) return "tool";
  return type?.endsWith("_call") === true || type === "reasoning" ? "assistant" : null;
}

/** Visits the fields of an object; `visit` gets where the name and the value begin, and returns where the value ends. */
function fieldsOf(
  text: string,
  start: number,
  visit: (name: string, from: number, at: number) => number,
): number {
  let at = afterSpace(text, start + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const close = endOfString(text, at) + 1;
    const written = text.slice(at + 1, close - 1);
    const name = written.includes("\\") ? (jsonIn(`"${written}"`) as string) : written;
    const colon = afterSpace(text, close);
    at = afterSpace(text, visit(name, at, afterSpace(text, colon + 1)));
    if (text.charCodeAt(at) === COMMA) at = afterSpace(text, at + 1);
  }
  return at + 1;
}

/** Likewise for the items of a list. */
function itemsOf(
  text: string,
  start: number,
  visit: (at: number, index: number) => number,
): number {
  let at = afterSpace(text, start + 1);
  for (let index = 0; text.charCodeAt(at) !== CLOSED_LIST; index += 1) {
    at = afterSpace(text, visit(at, index));
    if (text.charCodeAt(at) === COMMA) at = afterSpace(text, at + 1);
  }
  return at + 1;
}

/** The end of the value that begins here. Its long strings go to `long`. */
function endOf(text: string, start: number, long: Span[]): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const close = endOfString(text, at);
      if (close - at >= LONG && text.charCodeAt(afterSpace(text, close + 1)) !== COLON)
        long.push({ at, end: close + 1 });
      at = close;
    } else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) depth -= 1;
    else if (depth > 0) continue;
    else {
      PLAIN.lastIndex = at;
      PLAIN.exec(text);
      return PLAIN.lastIndex;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSED_LIST = 0x5d;
/** A number, `true`, `false` or `null`. */
const PLAIN = /[\w.+-]+/y;

function afterSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const char = text.charCodeAt(at);
    if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) return at;
    at += 1;
  }
}

/** A part's text as it is compared with another's: without what is lifted. */
export function comparedText(text: string, part: Part): string {
  let compared = "";
  let at = part.at;
  for (const lifted of part.lifted) {
    compared += text.slice(at, lifted.at);
    at = lifted.end;
  }
  return compared + text.slice(at, part.end);
}

/** A stretch of the text. `part`: the index of the part that it belongs to, null between parts. */
export interface Piece extends Span {
  part: number | null;
}

/** The text in pieces, in order and without gaps: what is between parts, parts, and long strings of messages apart. */
export function piecesOf(text: string, parts: readonly Part[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const until = (end: number, part: number | null): void => {
    if (end > at) pieces.push({ at, end, part });
    at = end;
  };
  for (const [index, part] of parts.entries()) {
    until(part.at, null);
    for (const long of part.long) {
      until(long.at, index);
      until(long.end, index);
    }
    until(part.end, index);
  }
  until(text.length, null);
  return pieces;
}
