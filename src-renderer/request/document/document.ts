// Pure edits of a request or response. Remembers which message or block an edited one came from, so that editors keep
// their state and edits can be marked against the original.
import type { Path } from "#shared/request/document/flag.ts";
import { blocksOf, textBlock } from "#shared/request/document/blocks.ts";
import type { Block, Message, RequestDocument } from "#shared/request/document/message.ts";

/** Keys by object identity; an edited message or block keeps the key of the one it came from. */
const keys = new WeakMap<object, string>();
/** The original of an edited message or block. */
const origins = new WeakMap<object, object>();
let last = 0;

/** A key that stays the same through all edits in this window. */
export function keyOf(part: object): string {
  const known = keys.get(part);
  if (known !== undefined) return known;
  last += 1;
  const made = `part-${last}`;
  keys.set(part, made);
  return made;
}

/** Applies an edit to the current request. */
export type Change = (change: (document: RequestDocument) => RequestDocument) => void;

/** Records that `next` is the edited form of `before`, and returns it. */
export function carry<P extends object>(before: object, next: P): P {
  if (before === next) return next;
  keys.set(next, keyOf(before));
  origins.set(next, origins.get(before) ?? before);
  return next;
}

/** The original of a message or block; itself if it was not edited. */
export const originOf = (part: object): object => origins.get(part) ?? part;

/**
 * Relates a document from elsewhere (a stored draft, the JSON view) to the one asked: a message at the same index
 * with the same role, or a block with the same type, counts as its edited form.
 */
export function adopt(document: RequestDocument, asked: RequestDocument): RequestDocument {
  document.messages.forEach((message, index) => {
    const before = asked.messages[index];
    if (before === undefined || before === message || before.role !== message.role) return;
    if (!origins.has(message)) origins.set(message, before);
    adoptBlocks(blocksOf(message.content), blocksOf(before.content));
  });
  return document;
}

/** As `adopt`, for the blocks of one message or response. */
export function adoptBlocks(blocks: readonly Block[], asked: readonly Block[]): void {
  blocks.forEach((block, index) => {
    const before = asked[index];
    if (before === undefined || before === block || before.type !== block.type) return;
    if (!origins.has(block)) origins.set(block, before);
  });
}

/** Keeps the form of `content`: a single block stays single, a list stays a list. */
export function withBlocks(content: Block | Block[], blocks: Block[]): Block | Block[] {
  const [only] = blocks;
  return Array.isArray(content) || blocks.length !== 1 || only === undefined ? blocks : only;
}

const splice = <T>(list: readonly T[], at: number, remove: number, ...put: T[]): T[] => [
  ...list.slice(0, at),
  ...put,
  ...list.slice(at + remove),
];

/** Replaces one message. */
export function changeMessage(
  document: RequestDocument,
  index: number,
  change: (message: Message) => Message,
): RequestDocument {
  const before = document.messages[index];
  if (before === undefined) return document;
  const next = carry(before, change(before));
  return { ...document, messages: splice(document.messages, index, 1, next) };
}

/** Moves an item by one; returns an unchanged copy at either end. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return [...list];
  return splice(splice(list, at, 1), to, 0, ...list.slice(at, at + 1));
}

/** Replaces one block; null deletes it. */
export function changeBlock(blocks: readonly Block[], at: number, next: Block | null): Block[] {
  const before = blocks[at];
  if (before === undefined) return [...blocks];
  return next === null ? splice(blocks, at, 1) : splice(blocks, at, 1, carry(before, next));
}

export const withPart = (message: Message, part: Block): Message => ({
  ...message,
  content: [...blocksOf(message.content), part],
});

export const removeMessage = (document: RequestDocument, index: number): RequestDocument => ({
  ...document,
  messages: splice(document.messages, index, 1),
});

/** Inserts a message after `index`, with the other role; an empty text by default. */
export function addMessage(
  document: RequestDocument,
  index: number,
  content: Block = textBlock(""),
): RequestDocument {
  const role = document.messages[index]?.role === "user" ? "assistant" : "user";
  const message: Message = { role, content };
  return { ...document, messages: splice(document.messages, index + 1, 0, message) };
}

export function moveMessage(document: RequestDocument, index: number, by: 1 | -1): RequestDocument {
  const message = document.messages[index];
  const to = index + by;
  if (message === undefined || to < 0 || to >= document.messages.length) return document;
  return { ...document, messages: splice(splice(document.messages, index, 1), to, 0, message) };
}

/** Sets the system prompt; null deletes the field. */
export function withSystemPrompt(document: RequestDocument, text: string | null): RequestDocument {
  if (text !== null) return { ...document, systemPrompt: text };
  const { systemPrompt: _removed, ...rest } = document;
  return rest as RequestDocument;
}

/** Sets a number parameter; null deletes the field. */
export function withNumber(
  document: RequestDocument,
  name: "maxTokens" | "temperature",
  value: number | null,
): RequestDocument {
  const { [name]: _before, ...rest } = document;
  return (value === null ? rest : { ...rest, [name]: value }) as RequestDocument;
}

/** A path as a key for maps. */
export const pathKey = (path: Path): string => JSON.stringify(path);
