// Shared by the dialects without schemas: splitting off fields, plain texts, data URLs.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Block } from "../sampling/document/message.ts";

/** The object without these fields. */
export function without(object: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export const textBlock = (text: string): Block => ({ type: "text", text });

/** The text of a list with a single plain text block, which is written as a string. */
export function plainText(blocks: readonly Json[]): string | null {
  const [only] = blocks;
  if (blocks.length !== 1 || !isJsonObject(only) || only["type"] !== "text") return null;
  const isPlain = Object.keys(only).length === 2 && typeof only["text"] === "string";
  return isPlain ? (only["text"] as string) : null;
}

/** The media type and base64 text of a `data:` URL; null for anything else. */
export function dataUrl(url: string): { mimeType: string; data: string } | null {
  const found = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url);
  return found?.[1] === undefined ? null : { mimeType: found[1], data: url.slice(found[0].length) };
}

/** The parsed object, or null if the text is not a JSON object. */
export function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The text of all text blocks. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ type, text }) => (type === "text" && typeof text === "string" ? text : ""))
    .join("");
