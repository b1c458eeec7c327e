// Shared by the dialects without schemas: splitting off fields, plain texts, data URLs.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, jsonIn } from "../json.ts";
import { repeatedField } from "../jsonText.ts";
import { blocksOf } from "../request/document/blocks.ts";
import type { Block, ResponseDocument } from "../request/document/message.ts";
import type { CompletionDocument } from "./dialect.ts";

/** The object without these fields. */
export function without(object: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** True where an object has a field but these. */
export const hasOthers = (object: JsonObject, ...names: string[]): boolean =>
  Object.keys(object).some((name) => !names.includes(name));

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
  const value = jsonIn(text);
  return isJsonObject(value) ? value : null;
}

/** The body of a request that its reader can't represent; null for any other. */
export function unreadBody(
  { completion: { model, fields, unread } }: CompletionDocument,
  stream: boolean,
): JsonObject | null {
  return unread === undefined ? null : { model, ...fields, ...(stream ? { stream: true } : {}) };
}

/**
 * A tool call's arguments, or null if the text is not one JSON object, or readers differ about it, as it has a field
 * twice or half a surrogate pair.
 */
export function argumentsIn(text: string): JsonObject | null {
  const found = objectIn(text);
  if (found === null || repeatedField(text) !== null) return null;
  // Only what is no whole character is escaped as a surrogate.
  return /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(found)) ? null : found;
}

export const hasCalls = (content: ResponseDocument["content"]): boolean =>
  blocksOf(content).some(({ type }) => type === "tool_use");

type ContentForm = "text" | "list" | "null" | "none";

const usualForm = (blocks: readonly Block[], empty: ContentForm): ContentForm =>
  blocks.length === 0 ? empty : plainText(blocks) === null ? "list" : "text";

/** How content came, where it would be written otherwise. `empty`: how none is written. */
export function contentForm(
  given: Json | undefined,
  blocks: readonly Block[],
  empty: ContentForm = "text",
): { contentForm?: ContentForm } {
  const came =
    typeof given === "string"
      ? "text"
      : given === undefined
        ? "none"
        : given === null
          ? "null"
          : "list";
  return came === usualForm(blocks, empty) ? {} : { contentForm: came };
}

/** Content in the form in which it came, as far as an edit lets it; undefined: none. */
export function contentWritten(
  blocks: readonly Block[],
  form: Json | undefined,
  part: (block: Block) => JsonObject,
  empty: ContentForm = "text",
): Json | undefined {
  if (blocks.length > 0)
    return (form === "list" ? null : plainText(blocks)) ?? blocks.map((block) => part(block));
  const chosen = form ?? empty;
  return chosen === "list" ? [] : chosen === "null" ? null : chosen === "none" ? undefined : "";
}

/** The input of a call: parsed, with its text where it would be written otherwise. An edited input replaces that. */
export function inputOf(text: string): { input: JsonObject; written?: string } {
  const input = objectIn(text);
  if (input !== null && JSON.stringify(input) === text) return { input };
  return { input: input ?? {}, written: text };
}

/** The text of a call's input, as it came unless it was edited. One that is no object is that text itself. */
export function argumentsOf({ input, written }: Block): string {
  if (typeof input === "string") return input;
  const args = JSON.stringify(input ?? {});
  const isUnedited =
    typeof written === "string" && JSON.stringify(objectIn(written) ?? {}) === args;
  return isUnedited ? written : args;
}

/** The text of all text blocks. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ type, text }) => (type === "text" && typeof text === "string" ? text : ""))
    .join("");
