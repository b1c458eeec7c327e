// What the user changed in a document, derived by comparison rather than tracked while editing.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { blocksOf, isText } from "./blocks.ts";
import { countLines } from "./lines.ts";
import type { LineCount } from "./lines.ts";
import type { Block, Message, RequestDocument, ResponseDocument } from "./message.ts";

/** A message that was added, removed or edited. `index` counts in `to`, for a removed one in `from`. */
export interface MessageChange extends LineCount {
  kind: "added" | "removed" | "edited";
  index: number;
}

export interface RequestChanges {
  /** Changed lines of the system prompt, null when it is the same. */
  system: LineCount | null;
  messages: MessageChange[];
  /** Names of the tools that were added, removed or changed. */
  tools: string[];
  /** Names of all other changed fields of `params`. */
  parameters: string[];
  /** Sum over the system prompt and all messages. */
  lines: LineCount;
}

/** What changed from one request document to another. */
export function changesOf(from: RequestDocument, to: RequestDocument): RequestChanges {
  const system = sameJson(from.systemPrompt, to.systemPrompt)
    ? null
    : countLines(from.systemPrompt ?? "", to.systemPrompt ?? "");
  const messages = messageChanges(from.messages, to.messages);
  return {
    system,
    messages,
    tools: toolChanges(from, to),
    parameters: changedFields(from, to, ["messages", "systemPrompt", "tools"]),
    lines: sum([...(system === null ? [] : [system]), ...messages]),
  };
}

export interface ResponseChanges {
  /** Indices of the blocks that are new or different, in `to`. */
  blocks: number[];
  /** How many blocks `to` has fewer. */
  removedBlocks: number;
  /** Names of all other changed fields. */
  members: string[];
  lines: LineCount;
}

/** What changed from the generated to the edited response. */
export function answerChangesOf(from: ResponseDocument, to: ResponseDocument): ResponseChanges {
  const before = blocksOf(from.content);
  const after = blocksOf(to.content);
  return {
    blocks: after.flatMap((block, i) => (sameJson(block, before[i]) ? [] : [i])),
    removedBlocks: Math.max(0, before.length - after.length),
    members: changedFields(from, to, ["content"]),
    lines: countLines(linesOf(from.content), linesOf(to.content)),
  };
}

/** True when the contents differ. The order of fields doesn't matter, nor whether one block is in a list. */
export function isEdited<D extends RequestDocument | ResponseDocument>(from: D, to: D): boolean {
  return !sameJson(settled(from), settled(to));
}

function settled(document: RequestDocument | ResponseDocument): JsonObject {
  const { messages, content } = document as Partial<RequestDocument & ResponseDocument>;
  return {
    ...document,
    ...(content === undefined ? {} : { content: blocksOf(content) }),
    ...(messages === undefined ? {} : { messages: messages.map(settledMessage) }),
  };
}

const settledMessage = (message: Message): JsonObject => ({
  ...message,
  content: blocksOf(message.content),
});

/** Deep equality of JSON; an undefined field counts as absent. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return [...namesOf(a, b)].every((key) => sameJson(own(a, key), own(b, key)));
}

const namesOf = (a: JsonObject, b: JsonObject): Set<string> =>
  new Set([...Object.keys(a), ...Object.keys(b)]);

/** Own fields only: an object's `constructor` must not be found on the prototype. */
const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const changedFields = (a: JsonObject, b: JsonObject, except: string[]): string[] =>
  [...namesOf(a, b)].filter((key) => !except.includes(key) && !sameJson(own(a, key), own(b, key)));

/** Skips equal messages at both ends and compares those between one by one. */
function messageChanges(from: Message[], to: Message[]): MessageChange[] {
  const same = (i: number, j: number): boolean => {
    const [a, b] = [from[i], to[j]];
    return a !== undefined && b !== undefined && sameJson(settledMessage(a), settledMessage(b));
  };
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && same(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && same(from.length - 1 - end, to.length - 1 - end)) end += 1;
  const before = from.slice(start, from.length - end);
  const after = to.slice(start, to.length - end);
  return [
    ...after.flatMap((message, i) => compared(before[i], message, start + i)),
    ...before.slice(after.length).map((message, i) => removed(message, start + after.length + i)),
  ];
}

const removed = (message: Message, index: number): MessageChange => ({
  kind: "removed",
  index,
  ...countLines(linesOf(message.content), ""),
});

function compared(before: Message | undefined, after: Message, index: number): MessageChange[] {
  if (before === undefined) {
    return [{ kind: "added", index, ...countLines("", linesOf(after.content)) }];
  }
  if (sameJson(settledMessage(before), settledMessage(after))) return [];
  const lines = countLines(linesOf(before.content), linesOf(after.content));
  return [{ kind: "edited", index, ...lines }];
}

/** Content as lines: texts as they are, other blocks as indented JSON. */
const linesOf = (content: Block | Block[]): string =>
  blocksOf(content)
    .map((block) => (isText(block) ? block.text : JSON.stringify(block, null, 2)))
    .join("\n");

function toolChanges(from: RequestDocument, to: RequestDocument): string[] {
  const before = toolsByName(from);
  const after = toolsByName(to);
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !sameJson(before.get(name), after.get(name)),
  );
}

/** Tools by name; several can share one. */
function toolsByName(document: RequestDocument): Map<string, Json[]> {
  const tools = new Map<string, Json[]>();
  for (const tool of document.tools ?? []) {
    tools.set(tool.name, [...(tools.get(tool.name) ?? []), tool]);
  }
  return tools;
}

const sum = (counts: LineCount[]): LineCount => ({
  added: counts.reduce((total, count) => total + count.added, 0),
  removed: counts.reduce((total, count) => total + count.removed, 0),
});
