// Content blocks of every kind: type guards, their text, constructors. Sources: MCP schema.ts, "TextContent" …
// "AudioContent" (2025-03-26), "ToolUseContent" and "ToolResultContent" (2025-11-25), unchanged in 2026-07-28.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { MediaRef } from "./media.ts";
import type { Block, RequestDocument, ResponseDocument } from "./message.ts";

/** Content as a list: none, one block or several. */
export function blocksOf(content: Block | Block[] | undefined): Block[] {
  if (content === undefined) return [];
  return Array.isArray(content) ? content : [content];
}

export type TextBlock = Block & { type: "text"; text: string };
/** `data` is a media reference, or the base64 text itself in a document with its media put back. */
export type ImageBlock = Block & { type: "image"; data: string; mimeType: string };
export type AudioBlock = Block & { type: "audio"; data: string; mimeType: string };
export type ToolUseBlock = Block & {
  type: "tool_use";
  id: string;
  name: string;
  input: JsonObject;
};
export type ToolResultBlock = Block & {
  type: "tool_result";
  toolUseId: string;
  content: Json[];
};

export const isText = (block: Block): block is TextBlock =>
  block.type === "text" && typeof block["text"] === "string";

export const isImage = (block: Block): block is ImageBlock =>
  block.type === "image" && hasMedium(block);

export const isAudio = (block: Block): block is AudioBlock =>
  block.type === "audio" && hasMedium(block);

const hasMedium = (block: Block): boolean =>
  typeof block["data"] === "string" && typeof block["mimeType"] === "string";

export const isToolUse = (block: Block): block is ToolUseBlock =>
  block.type === "tool_use" &&
  typeof block["id"] === "string" &&
  typeof block["name"] === "string" &&
  isJsonObject(block["input"]);

export const isToolResult = (block: Block): block is ToolResultBlock =>
  block.type === "tool_result" &&
  typeof block["toolUseId"] === "string" &&
  Array.isArray(block["content"]);

const REASONING: ReadonlySet<string> = new Set(["thinking", "redacted_thinking", "reasoning"]);

/**
 * A program's block of reasoning, in its dialect. A provider's signature may cover it, so it is sent as it came or not at
 * all. MCP has no such block.
 */
export const isReasoning = ({ type }: { type?: Json }): boolean =>
  typeof type === "string" && REASONING.has(type);

/** The text of a block of reasoning, as far as the provider shares it. */
export function reasoningText({ text, thinking, summary }: Block): string {
  if (typeof thinking === "string") return thinking;
  if (typeof text === "string") return text;
  const parts = Array.isArray(summary) ? summary.filter(isJsonObject) : [];
  return parts.map((part) => (typeof part["text"] === "string" ? part["text"] : "")).join("\n\n");
}

export type BlockKind =
  | "text"
  | "image"
  | "audio"
  | "tool_use"
  | "tool_result"
  | "malformed"
  | "unknown";

const guards = {
  text: isText,
  image: isImage,
  audio: isAudio,
  tool_use: isToolUse,
  tool_result: isToolResult,
} as const;

const isKnownType = (type: string): type is keyof typeof guards => Object.hasOwn(guards, type);

/** The block's kind; `malformed` when it lacks a required field, `unknown` when no protocol version names its type. */
export function blockKind(block: Block): BlockKind {
  if (!isKnownType(block.type)) return "unknown";
  return guards[block.type](block) ? block.type : "malformed";
}

/** The blocks of a tool result; anything else in it is only in the JSON view. */
export const resultBlocks = (block: ToolResultBlock): Block[] => block.content.filter(isBlock);

/** True for an object with a string `type`. */
export const isBlock = (value: unknown): value is Block =>
  isJsonObject(value) && typeof value["type"] === "string";

/** The exact text of a block, or null if it has none. The texts of a tool result are joined by line breaks. */
export function textOfBlock(block: Block): string | null {
  if (isText(block)) return block.text;
  if (!isToolResult(block)) return null;
  const texts = resultBlocks(block).filter(isText);
  return texts.length === 0 ? null : texts.map((text) => text.text).join("\n");
}

/** All texts of the content, joined by line breaks. */
export const textOfContent = (content: Block | Block[]): string =>
  blocksOf(content)
    .filter(isText)
    .map((block) => block.text)
    .join("\n");

/**
 * The first words of the request or response, for a list: the last message's text, or the nearest one before it, with
 * white space collapsed. At most `max` UTF-16 units, never cut within a surrogate pair, without an ellipsis (the list
 * adds its own). Empty when there is no text.
 */
export function firstWords(document: RequestDocument | ResponseDocument, max: number): string {
  for (const text of textsBackwards(document)) {
    const words = collapsed(text, max);
    if (words !== "") return words;
  }
  return "";
}

/** The first line of what `firstWords` begins with. */
export function firstLine(document: RequestDocument, max: number): string {
  for (const text of textsBackwards(document)) {
    const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
    if (line !== "") return collapsed(line, max);
  }
  return "";
}

/** Claude Code's own words beside those of its user. */
const REMINDER = "<system-reminder>";

function* textsBackwards(document: RequestDocument | ResponseDocument): Generator<string> {
  const contents = isRequest(document)
    ? document.messages.map((message) => message.content).reverse()
    : [document.content];
  for (const content of contents) {
    const texts = blocksOf(content).map((block) => textOfBlock(block) ?? "");
    yield* texts.filter((text) => !text.startsWith(REMINDER));
    yield* texts;
  }
  if (isRequest(document)) yield document.systemPrompt ?? "";
}

const isRequest = (document: RequestDocument | ResponseDocument): document is RequestDocument =>
  Array.isArray(document["messages"]);

/** White space collapsed, cut at `max` UTF-16 units, never within a surrogate pair. */
export function collapsed(text: string, max: number): string {
  // Bounds the work: a text may start with a megabyte of white space.
  const words = text
    .trimStart()
    .slice(0, max * 8 + 64)
    .replace(/\s+/gu, " ");
  if (words.length <= max) return words.trimEnd();
  const end = /[\uD800-\uDBFF]/.test(words.charAt(max - 1)) ? max - 1 : max;
  return words.slice(0, end).trimEnd();
}

export const textBlock = (text: string): TextBlock => ({ type: "text", text });
export const imageBlock = (data: MediaRef, mimeType: string): ImageBlock => ({
  type: "image",
  data,
  mimeType,
});
export const audioBlock = (data: MediaRef, mimeType: string): AudioBlock => ({
  type: "audio",
  data,
  mimeType,
});
export const toolUseBlock = (id: string, name: string, input: JsonObject): ToolUseBlock => ({
  type: "tool_use",
  id,
  name,
  input,
});
export const toolResultBlock = (toolUseId: string, content: Block[]): ToolResultBlock => ({
  type: "tool_result",
  toolUseId,
  content,
});

/**
 * An empty response for the user to write. `model` says who wrote it (all versions, "CreateMessageResult": the name
 * of the model that generated the message).
 */
export const emptyAnswer = (): ResponseDocument => ({
  role: "assistant",
  content: [textBlock("")],
  model: "human",
  stopReason: "endTurn",
});
