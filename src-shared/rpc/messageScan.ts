// One pass over the text of a JSON-RPC message: which fields it has, as they are written. `JSON.parse` tells the last of
// fields with the same name; another reader may take the first, or one that differs in case only.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Longer ids are not read. */
export const ID_MAX = 1000;

/** Parts of a message whose fields the protocol defines. */
type Part = "envelope" | "params" | "meta" | "error";

/** Fields that decide what a message is and does. Another reader may take one that differs in case for them. */
const FIELDS: Record<Part, readonly string[]> = {
  envelope: ["jsonrpc", "id", "method", "params", "result", "error"],
  params: [
    "name",
    "arguments",
    "uri",
    "requestId",
    "_meta",
    "inputResponses",
    "requestState",
    "protocolVersion",
    "capabilities",
    "clientInfo",
  ],
  meta: [
    "progressToken",
    ...["protocolVersion", "clientInfo", "clientCapabilities"].map(
      (name) => `io.modelcontextprotocol/${name}`,
    ),
  ],
  error: ["code", "message", "data"],
};

/** Half a character, as where a text was cut: `JSON.parse` keeps it, others write U+FFFD or refuse the text. */
const HALF = /\p{Cs}/gu;
export const isCut = (text: string): boolean => text.search(HALF) !== -1;
const uncut = (name: string): string => name.replaceAll(HALF, "\ufffd");

/** Equal for names that a reader may take for the same, such as Go's, whose `K` may be U+212A and `s` U+017F. */
export const folded = (name: string): string =>
  uncut(name).normalize("NFKC").toUpperCase().toLowerCase();

/** Likewise where words may be parted: Python's models also take `input_responses` for `inputResponses`. */
export const unparted = (name: string): string => folded(name).replaceAll(/[_-]/g, "");

/** Equal for names that only some readers tell apart: Swift compares by canonical equivalence. */
const alike = (name: string): string =>
  /^[ -~]*$/.test(name) ? name : uncut(name).normalize("NFC");

const named = (part: Part): ReadonlyMap<string, string> =>
  new Map(FIELDS[part].map((name) => [folded(name), name]));
const NAMES: Record<Part, ReadonlyMap<string, string>> = {
  envelope: named("envelope"),
  params: named("params"),
  meta: named("meta"),
  error: named("error"),
};

export interface Scanned {
  /** The id as it is written; null if it is neither a string nor a number. */
  id: string | null;
  /** What is wrong with the names of fields, or a number; null if nothing is. */
  wrong: string | null;
  /** How deep its values nest. */
  depth: number;
}

interface Level {
  part: Part | null;
  /** The field whose value comes next. */
  field: string;
  /** Names so far, folded in a part of the protocol. */
  seen: Set<string>;
}

/** A list, or an object whose names don't matter. */
const PLAIN: Level = { part: null, field: "", seen: new Set() };

/**
 * @param text a JSON object @param everywhere no object in it, at any depth, may have a field twice, and no number may be
 * one that readers take for infinity, null or an error
 */
export function scanMessage(text: string, everywhere: boolean): Scanned {
  const found: Scanned = { id: null, wrong: null, depth: 0 };
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      const level = levels.at(-1) ?? PLAIN;
      const after = level === PLAIN ? end : afterSpace(text, end + 1);
      if (text.charCodeAt(after) === COLON) {
        level.field = nameIn(text, at, end);
        found.wrong ??= wrongWith(level, level.field);
        if (level.part === "envelope" && level.field === "id") found.id ??= idAt(text, after + 1);
      }
      at = end;
    } else if (char === 0x7b || char === 0x5b) {
      const part = char === 0x7b ? partIn(levels) : null;
      const isRead = char === 0x7b && (everywhere || part !== null);
      levels.push(isRead ? { part, field: "", seen: new Set() } : PLAIN);
      if (levels.length > found.depth) found.depth = levels.length;
    } else if (char === 0x7d || char === 0x5d) levels.pop();
    else if (everywhere && isDigit(char)) {
      const number = numberAt(text, at);
      if (!Number.isFinite(Number(number))) found.wrong ??= "a number is out of range";
      at += number.length - 1;
    }
  }
  return found;
}

const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39;

const NUMBER = /[0-9.eE+-]+/y;

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? "0";
}

function partIn(levels: readonly Level[]): Part | null {
  const [envelope, params] = levels;
  if (envelope === undefined) return "envelope";
  if (levels.length === 1 && envelope.part !== null && envelope.field === "params") return "params";
  if (levels.length === 1 && envelope.part !== null && envelope.field === "error") return "error";
  const isMeta = levels.length === 2 && params?.part === "params" && params.field === "_meta";
  return isMeta ? "meta" : null;
}

function wrongWith({ part, seen }: Level, name: string): string | null {
  const key = part === null ? alike(name) : folded(name);
  const isTwice = seen.has(key);
  seen.add(key);
  const shown = JSON.stringify(name.slice(0, 100));
  if (isTwice) return `the field ${shown} stands twice`;
  if (name === "__proto__") return `a field is called ${shown}`;
  const meant = part === null ? undefined : NAMES[part].get(key);
  if (meant !== undefined && meant !== name)
    return `the field ${shown} differs from ${JSON.stringify(meant)} in case only`;
  return null;
}

const nameIn = (text: string, from: number, end: number): string => {
  const written = text.slice(from + 1, end);
  return written.includes("\\") ? (JSON.parse(text.slice(from, end + 1)) as string) : written;
};

/** The messages of a batch, as they are written; null if an element is not an object. @param text a JSON array */
export function elementsOf(text: string): string[] | null {
  const elements: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      if (depth === 1) return null;
      at = endOfString(text, at);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth === 2 && char === 0x5b) return null;
      if (depth === 2) from = at;
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === 1) elements.push(text.slice(from, at + 1));
    } else if (depth === 1 && !/[\s,]/.test(text[at] ?? "")) return null;
  }
  return elements;
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/y;

function idAt(text: string, at: number): string | null {
  const from = afterSpace(text, at);
  // A window, as the id may be megabytes.
  STRING_OR_NUMBER.lastIndex = 0;
  const id = STRING_OR_NUMBER.exec(text.slice(from, from + ID_MAX))?.[0] ?? null;
  return id?.length === ID_MAX ? null : id;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of the string that starts at `at`. Uses `indexOf`, so that 20 MB of base64 cost one search. */
export function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const isSpace = (char: number): boolean =>
  char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
