// Changing a request or an answer: pure steps from one document to the next, and a memory of which part
// came from which, so that editors keep their place and marks know what to compare with.
import type { Path } from "../../../src-shared/sampling/document/flag.ts";
import { blocksOf, textBlock } from "../../../src-shared/sampling/document/blocks.ts";
import type {
  Block,
  Message,
  RequestDocument,
} from "../../../src-shared/sampling/document/message.ts";

/** Parts are told apart by identity: an edited part keeps the key of the part that it came from. */
const keys = new WeakMap<object, string>();
/** What a part was before anybody edited it. */
const origins = new WeakMap<object, object>();
let last = 0;

/** A key that stays with a part through every edit in this window. */
export function keyOf(part: object): string {
  const known = keys.get(part);
  if (known !== undefined) return known;
  last += 1;
  const made = `part-${last}`;
  keys.set(part, made);
  return made;
}

/** Applies a step to the request as it is now. */
export type Change = (change: (document: RequestDocument) => RequestDocument) => void;

/** Says that `next` is what `before` became. */
export function carry<P extends object>(before: object, next: P): P {
  if (before === next) return next;
  keys.set(next, keyOf(before));
  origins.set(next, origins.get(before) ?? before);
  return next;
}

/** The part as it was before edits; itself when nobody touched it. */
export const originOf = (part: object): object => origins.get(part) ?? part;

/**
 * Joins a document that comes from elsewhere (a stored draft, the JSON view) to what was asked: a part
 * at the same place with the same role or kind counts as its edited form.
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

/** The same for the blocks of one message or answer. */
export function adoptBlocks(blocks: readonly Block[], asked: readonly Block[]): void {
  blocks.forEach((block, index) => {
    const before = asked[index];
    if (before === undefined || before === block || before.type !== block.type) return;
    if (!origins.has(block)) origins.set(block, before);
  });
}

/** `content` keeps its form: one block stays one block, a list stays a list. */
export function withBlocks(content: Block | Block[], blocks: Block[]): Block | Block[] {
  const [only] = blocks;
  return Array.isArray(content) || blocks.length !== 1 || only === undefined ? blocks : only;
}

const splice = <T>(list: readonly T[], at: number, remove: number, ...put: T[]): T[] => [
  ...list.slice(0, at),
  ...put,
  ...list.slice(at + remove),
];

/** The document with one message changed. */
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

/** The list with one item moved by one place; the same where there is no such place. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return [...list];
  return splice(splice(list, at, 1), to, 0, ...list.slice(at, at + 1));
}

/** Replaces, or with null removes, one block of a list. */
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

/** A message after `index`, of the other role than the one before it; an empty text where nothing is given. */
export function addMessage(
  document: RequestDocument,
  index: number,
  content: Block = textBlock(""),
): RequestDocument {
  const role = document.messages[index]?.role === "user" ? "assistant" : "user";
  const message: Message = { role, content };
  return { ...document, messages: splice(document.messages, index + 1, 0, message) };
}

/** Moves a message by one place. */
export function moveMessage(document: RequestDocument, index: number, by: 1 | -1): RequestDocument {
  const message = document.messages[index];
  const to = index + by;
  if (message === undefined || to < 0 || to >= document.messages.length) return document;
  return { ...document, messages: splice(splice(document.messages, index, 1), to, 0, message) };
}

/** The system prompt; null takes the member away. */
export function withSystemPrompt(document: RequestDocument, text: string | null): RequestDocument {
  if (text !== null) return { ...document, systemPrompt: text };
  const { systemPrompt: _gone, ...rest } = document;
  return rest as RequestDocument;
}

/** A number parameter; null takes the member away. */
export function withNumber(
  document: RequestDocument,
  name: "maxTokens" | "temperature",
  value: number | null,
): RequestDocument {
  const { [name]: _before, ...rest } = document;
  return (value === null ? rest : { ...rest, [name]: value }) as RequestDocument;
}

/** A path as one word, for maps. */
export const pathKey = (path: Path): string => JSON.stringify(path);
