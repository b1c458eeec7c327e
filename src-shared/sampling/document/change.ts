// What the user made of a document: derived by comparison, never noted while editing.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { blocksOf, isText } from "./blocks.ts";
import { countLines } from "./lines.ts";
import type { LineCount } from "./lines.ts";
import type { Block, Message, RequestDocument, ResponseDocument } from "./message.ts";

/** A message that is new, gone or different. `index` counts in `to`, for a removed one in `from`. */
export interface MessageChange extends LineCount {
  kind: "added" | "removed" | "edited";
  index: number;
}

export interface RequestChanges {
  /** Lines of the system prompt, null when it is the same. */
  system: LineCount | null;
  messages: MessageChange[];
  /** Names of tools that are new, gone or different. */
  tools: string[];
  /** Names of all other members of `params` that differ. */
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
    parameters: changedMembers(from, to, ["messages", "systemPrompt", "tools"]),
    lines: sum([...(system === null ? [] : [system]), ...messages]),
  };
}

export interface ResponseChanges {
  /** Places of the blocks that are new or different, counted in `to`. */
  blocks: number[];
  /** How many blocks are gone from the end. */
  removedBlocks: number;
  /** Names of all other fields that differ. */
  members: string[];
  lines: LineCount;
}

/** What changed from the answer as generated to the answer as edited. */
export function answerChangesOf(from: ResponseDocument, to: ResponseDocument): ResponseChanges {
  const before = blocksOf(from.content);
  const after = blocksOf(to.content);
  return {
    blocks: after.flatMap((block, i) => (sameJson(block, before[i]) ? [] : [i])),
    removedBlocks: Math.max(0, before.length - after.length),
    members: changedMembers(from, to, ["content"]),
    lines: countLines(linesOf(from.content), linesOf(to.content)),
  };
}

/** True when the two differ in content; the order of members does not count, nor one block or a list of one. */
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

/** Deep equality of JSON; an undefined member is an absent one. */
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

/** A member of its own: `constructor` of a server is not everybody's `constructor`. */
const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const changedMembers = (a: JsonObject, b: JsonObject, except: string[]): string[] =>
  [...namesOf(a, b)].filter((key) => !except.includes(key) && !sameJson(own(a, key), own(b, key)));

/** Messages that are the same at both ends are set aside; those between are compared one by one. */
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

/** Content as lines: texts as they are, all else as indented JSON. */
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

/** Tools by name; of one name there may be several. */
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
