// The text of each piece of context, as a model reads it. Labels are in English, like the protocol's own names; text
// from servers is passed through unchanged.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RunView, ServerLine } from "#shared/servers/server.ts";

const METHODS = { tool: "tools/call", prompt: "prompts/get", resource: "resources/read" } as const;

/** A call with its arguments, progress and log so far. */
export function callText(run: RunView): string {
  const { progress, lines, linesDropped = 0 } = run;
  return [
    ...head(run),
    ...(progress === undefined ? [] : [`Progress: ${progressText(progress)}`]),
    ...(lines.length === 0 ? [] : ["Log:"]),
    ...(linesDropped > 0 ? [`(${linesDropped} older lines are not kept)`] : []),
    ...lines.map(lineText),
  ].join("\n");
}

/** A finished call with its result. */
export const resultText = (run: RunView): string =>
  [
    ...head(run),
    failed(run.result) ? "Result (the tool says that it failed):" : "Result:",
    toolResultText(run.result ?? null),
  ].join("\n");

/** The text contents of a resource, or null if it has none. */
export function resourceText(result: Json | undefined): string | null {
  const contents = isJsonObject(result) ? result["contents"] : undefined;
  if (!Array.isArray(contents)) return null;
  const texts = contents.map((item) => (isJsonObject(item) ? item["text"] : undefined));
  if (!texts.some((text) => typeof text === "string")) return null;
  return contents
    .map((item, i) => texts[i] ?? notIncluded(item))
    .map((text) => (typeof text === "string" ? text : ""))
    .join("\n\n");
}

/** The messages of a prompt, or null if it has none. */
export function promptText(result: Json | undefined): string | null {
  const messages = isJsonObject(result) ? result["messages"] : undefined;
  if (!Array.isArray(messages)) return null;
  const texts = messages.filter(isJsonObject).map((message) => {
    const role = typeof message["role"] === "string" ? message["role"] : "?";
    return `${role}: ${blockText(message["content"] ?? null)}`;
  });
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** An earlier request of the same call as approved, with the response that the server got; null if there was none. */
export function requestText(request: HeldRequest): string | null {
  const { phase, attempts } = request;
  if (!kindFactsOf(request).hasModel) return null;
  if (phase.kind !== "ended" || phase.ending.kind !== "replied") return null;
  const { ending } = phase;
  const asked = attempts.find(({ id }) => id === ending.attemptId)?.document;
  if (asked === undefined) return null;
  return ["Asked:", lastWords(asked), "Answered:", contentText(ending.document)].join("\n");
}

function head({ kind, name, arguments: given }: RunView): string[] {
  const none = isJsonObject(given) && Object.keys(given).length === 0;
  return [
    `Call: ${METHODS[kind]} ${name}`,
    ...(none ? ["Arguments: none"] : ["Arguments:", JSON.stringify(given, null, 2)]),
  ];
}

function progressText({ progress, total, message }: NonNullable<RunView["progress"]>): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined || message === "" ? far : `${far}, ${message}`;
}

const lineText = ({ level, logger, text }: ServerLine): string =>
  `[${[level, logger].filter((word) => word !== undefined).join(" ")}] ${text}`;

const failed = (result: Json | undefined): boolean =>
  isJsonObject(result) && result["isError"] === true;

/**
 * The text blocks of a tool result, or its structured content if it has no text (since 2025-06-18 the text repeats
 * it).
 */
function toolResultText(result: Json): string {
  if (!isJsonObject(result)) return JSON.stringify(result);
  const { content, structuredContent } = result;
  const blocks = Array.isArray(content) ? content : [];
  if (structuredContent !== undefined && !blocks.some(hasText)) {
    const structured = JSON.stringify(structuredContent, null, 2);
    return [...blocks.map(blockText), structured].join("\n");
  }
  if (blocks.length > 0) return blocks.map(blockText).join("\n");
  return resourceText(result) ?? promptText(result) ?? JSON.stringify(result, null, 2);
}

const hasText = (block: Json): boolean => isJsonObject(block) && typeof block["text"] === "string";

/** One content block as text. Media appear as a note with their size: a system prompt cannot carry them. */
function blockText(block: Json): string {
  if (Array.isArray(block)) return block.map(blockText).join("\n");
  if (!isJsonObject(block)) return JSON.stringify(block);
  if (typeof block["text"] === "string") return block["text"];
  if (block["type"] === "resource") return embeddedText(block["resource"] ?? null);
  return typeof block["data"] === "string" ? notIncluded(block) : JSON.stringify(block, null, 2);
}

const embeddedText = (resource: Json): string =>
  isJsonObject(resource) && typeof resource["text"] === "string"
    ? resource["text"]
    : notIncluded(resource);

function notIncluded(item: Json): string {
  if (!isJsonObject(item)) return JSON.stringify(item);
  const data = item["data"] ?? item["blob"];
  const size = typeof data === "string" ? `, ${data.length} characters of base64` : "";
  const type = [item["type"], item["mimeType"]].filter((word) => typeof word === "string");
  return `[${type.join(" ") || "no text"}${size}: not included]`;
}

/** The last message of the request. */
const lastWords = (document: RequestDocument): string => {
  const last = document.messages.at(-1);
  return last === undefined ? "" : contentText(last);
};

const contentText = ({ content }: Pick<ResponseDocument, "content">): string =>
  blocksOf(content)
    .map((block) => (isText(block) ? block.text : blockText(withoutData(block))))
    .join("\n");

/** `data` is only a reference here, so its length would be meaningless. */
function withoutData(block: JsonObject): JsonObject {
  const { data: _reference, ...rest } = block;
  return rest;
}
