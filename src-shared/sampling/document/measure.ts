// What a request costs, counted before anything expensive is done with it: values, messages, its largest medium.
import type { Json } from "../../json.ts";
import { isJsonObject } from "../../json.ts";

/** JSON values that a request may hold whatever else is set: reading, hashing and drawing cost by the value. */
const VALUES_MAX = 50_000;
/** A message of text alone is six values; those with many blocks need more. */
const VALUES_PER_MESSAGE = 20;

/** The most values for a server that may send so many messages. */
export const valuesMax = (messages: number): number =>
  Math.max(VALUES_MAX, messages * VALUES_PER_MESSAGE);

export interface Measures {
  /** Members and items at any depth; counted no further than the limit given, and one more. */
  values: number;
  messages: number;
  /** Decoded bytes of the largest image, sound or embedded resource, as far as it was counted. */
  mediumBytes: number;
  /** Characters of all texts and names: about its bytes, where nothing better is known. */
  characters: number;
  /** Of texts and names alone, without images, sounds and embedded resources: what is shown as text. */
  textCharacters: number;
}

/** Iterative, and ends early: its time is bounded by `most` however large the request is. */
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
    // Not Object.entries: it would copy a million members before they were counted.
    for (const name in item) {
      const member = item[name];
      if (member === undefined) continue;
      found.characters += name.length + 4;
      found.textCharacters += name.length;
      waiting.push(member);
      if (found.values + waiting.length > most) return { ...found, values: most + 1 };
    }
  }
  return found;
}

/** The base64 text of an image, sound or embedded resource; empty where it is none of them. */
function mediumOf(block: { [name: string]: Json | undefined }): string {
  const { type, data, blob } = block;
  const text = typeof blob === "string" ? blob : type === "image" || type === "audio" ? data : null;
  return typeof text === "string" ? text : "";
}

/** Four characters of base64 are three bytes (RFC 4648, section 4). */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
