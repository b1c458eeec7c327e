// Every kind of content block: how to tell them apart, read their words, make them. None is dropped.
// Sources: MCP schema.ts, "TextContent" … "AudioContent" (2025-03-26), "ToolUseContent" and
// "ToolResultContent" (2025-11-25), unchanged in 2026-07-28.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { MediaRef } from "./media.ts";
import type { Block, RequestDocument, ResponseDocument } from "./message.ts";

/** Content as a list, whatever form it came in. */
export function blocksOf(content: Block | Block[] | undefined): Block[] {
  if (content === undefined) return [];
  return Array.isArray(content) ? content : [content];
}

export type TextBlock = Block & { type: "text"; text: string };
/** `data` is a media reference, or the base64 text itself where a document is whole. */
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

/** The block's kind; `malformed` when it lacks what its kind needs, `unknown` when no revision names it. */
export function blockKind(block: Block): BlockKind {
  if (!isKnownType(block.type)) return "unknown";
  return guards[block.type](block) ? block.type : "malformed";
}

/** The blocks inside a tool's result; what is not a block there is left to the JSON view. */
export const resultBlocks = (block: ToolResultBlock): Block[] => block.content.filter(isBlock);

/** True for an object with a string `type`. */
export const isBlock = (value: unknown): value is Block =>
  isJsonObject(value) && typeof value["type"] === "string";

/** The words of a block, exactly; null when it has none of its own. A tool's result joins its texts. */
export function textOfBlock(block: Block): string | null {
  if (isText(block)) return block.text;
  if (!isToolResult(block)) return null;
  const texts = resultBlocks(block).filter(isText);
  return texts.length === 0 ? null : texts.map((text) => text.text).join("\n");
}

/** All texts of a document's content, joined by line breaks. */
export const textOfContent = (content: Block | Block[]): string =>
  blocksOf(content)
    .filter(isText)
    .map((block) => block.text)
    .join("\n");

/**
 * The first words of what is asked, for a list: the last message's text, or the nearest text before it,
 * white space collapsed, no other change. At most `max` UTF-16 units, cut between whole characters
 * without a mark: a list shows the cut by its own ellipsis. Empty when there is no text.
 */
export function firstWords(document: RequestDocument | ResponseDocument, max: number): string {
  for (const text of textsBackwards(document)) {
    const words = collapsed(text, max);
    if (words !== "") return words;
  }
  return "";
}

/** The first line of what is asked: where `firstWords` begins, up to the end of its line. */
export function firstLine(document: RequestDocument, max: number): string {
  for (const text of textsBackwards(document)) {
    const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
    if (line !== "") return collapsed(line, max);
  }
  return "";
}

function* textsBackwards(document: RequestDocument | ResponseDocument): Generator<string> {
  const contents = isRequest(document)
    ? document.messages.map((message) => message.content).reverse()
    : [document.content];
  for (const content of contents) {
    for (const block of blocksOf(content)) yield textOfBlock(block) ?? "";
  }
  if (isRequest(document)) yield document.systemPrompt ?? "";
}

const isRequest = (document: RequestDocument | ResponseDocument): document is RequestDocument =>
  Array.isArray(document["messages"]);

/** White space collapsed, cut between whole characters at `max` UTF-16 units. */
export function collapsed(text: string, max: number): string {
  // Only the part that can be shown is looked at: white space may fill at most the rest of 1 MB.
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
