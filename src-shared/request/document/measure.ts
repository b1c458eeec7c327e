// Measures a request before anything expensive is done with it: values, messages, largest medium, characters.
import type { Json } from "../../json.ts";
import { isJsonObject } from "../../json.ts";

/** JSON values that any request may hold: reading, hashing and rendering cost by the value. */
const VALUES_MAX = 50_000;
/** A message with only text is six values; one with many blocks has more. */
const VALUES_PER_MESSAGE = 20;

/** The most values for a server whose limit is this many messages. */
export const valuesMax = (messages: number): number =>
  Math.max(VALUES_MAX, messages * VALUES_PER_MESSAGE);

export interface Measures {
  /** Fields and items at any depth, counted up to the limit plus one. */
  values: number;
  messages: number;
  /** Decoded bytes of the largest image, audio, embedded resource or file counted. */
  mediumBytes: number;
  /** Characters of all strings and names with their punctuation: an estimate of the bytes. */
  characters: number;
  /** Characters of strings and names without base64 data. */
  textCharacters: number;
}

/** Measures a request. Iterative, and stops at `most` values, so that its time is bounded. */
export function measure(params: Json, most: number): Measures {
  const messages = isJsonObject(params) ? params["messages"] : undefined;
  const found: Measures = {
    values: 0,
    messages: Array.isArray(messages) ? messages.length : 0,
    mediumBytes: 0,
    characters: 0,
    textCharacters: 0,
  };
  const waiting: Json[] = [params];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    found.values += 1;
    if (typeof item === "string") {
      found.characters += item.length + 2;
      found.textCharacters += item.length;
    }
    if (typeof item !== "object" || item === null) continue;
    if (found.values + waiting.length > most) return { ...found, values: most + 1 };
    if (Array.isArray(item)) {
      if (item.length > most) return { ...found, values: most + 1 };
      for (const one of item) waiting.push(one);
      continue;
    }
    const medium = mediumOf(item);
    found.mediumBytes = Math.max(found.mediumBytes, decodedBytes(medium));
    found.textCharacters -= medium.length;
    // Not Object.entries: it would copy a million fields before they are counted.
    for (const name in item) {
      const field = item[name];
      if (field === undefined) continue;
      found.characters += name.length + 4;
      found.textCharacters += name.length;
      waiting.push(field);
      if (found.values + waiting.length > most) return { ...found, values: most + 1 };
    }
  }
  return found;
}

/** Objects with base64 in `data`: MCP's blocks, and a file's `source` in Anthropic's Messages. */
const WITH_DATA: ReadonlySet<Json | undefined> = new Set(["image", "audio", "base64"]);

/**
 * The base64 text of an image, audio, embedded resource or a program's file; empty for anything else. In OpenAI's dialects
 * a file is a data URL in `file_data`, and a sound has its `format` beside its data.
 */
function mediumOf(block: { [name: string]: Json | undefined }): string {
  const name = mediumField(block);
  const text = name === null ? undefined : block[name];
  return typeof text === "string" ? text : "";
}

function mediumField(block: { [name: string]: Json | undefined }): string | null {
  const { type, format } = block;
  const hasData = WITH_DATA.has(type) || (type === undefined && typeof format === "string");
  const names = ["blob", "file_data", ...(hasData ? ["data"] : [])];
  return names.find((name) => typeof block[name] === "string") ?? null;
}

/** The value as JSON without the base64 text of its media, which is no text to a model. */
export const jsonWithoutMedia = (value: Json): string =>
  JSON.stringify(value, (_name, item: Json) => {
    const name = isJsonObject(item) ? mediumField(item) : null;
    return name === null || !isJsonObject(item) ? item : { ...item, [name]: undefined };
  });

/** Four characters of base64 are three bytes (RFC 4648, section 4). */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
