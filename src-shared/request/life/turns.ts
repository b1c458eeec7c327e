// Compares a request with an earlier turn of its conversation: what is the same as approved or delivered then, what was
// changed since, what is new. Messages, tools and system text are compared by their canonical JSON, `_meta` included, without
// what `comparedText` leaves out.
import { kindFactsOf } from "../kinds/facts.ts";
import { canonicalJson } from "../../canonical.ts";
import { beforeRedaction } from "../../findings/redaction/redactUndo.ts";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { align } from "../document/align.ts";
import { blocksOf, isReasoning } from "../document/blocks.ts";
import type { Block, Message, RequestDocument, Tool } from "../document/message.ts";
import { comparedText, partsOf } from "../parts/parts.ts";
import type { Actor, Attempt, HeldRequest } from "./heldRequest.ts";
import { conversationsOf } from "./conversation.ts";

/** Why something of an earlier turn is known: the user approved it, it passed under a permission, or it was delivered so. */
export interface Known {
  how: "approved" | "passed" | "delivered";
  by: Actor;
  atMs: number;
}

/** An earlier request of the same conversation that was decided on. */
export interface EarlierTurn {
  turn: number;
  /** As the server sent it. */
  asked: RequestDocument;
  /** The request as approved for the model, or as a response by hand was written to it. */
  approved: RequestDocument;
  known: Known;
  /** The response that the server got, as a message; null when it got none. */
  sent: { message: Message; known: Known } | null;
}

/** How a message of a request compares with an earlier turn. */
export type MessageStatus =
  /** As approved or sent, and in the same order. */
  | { kind: "same"; known: Known }
  /** The server sent its own text again, which the user had edited (`before`) or removed (null). */
  | { kind: "restored"; before: Message | null }
  /** In the place of another message that was approved or sent. */
  | { kind: "changed"; before: Message }
  /** A new message among known ones. */
  | { kind: "inserted" }
  | { kind: "new" };

/** Whether it was not said before; a changed one is no new one. */
export const isNewMessage = ({ kind }: MessageStatus): boolean =>
  kind === "new" || kind === "inserted";

/** Tools are compared by name; their order is no difference. */
export interface ToolsComparison {
  changed: { before: Tool; now: Tool }[];
  added: Tool[];
  missing: Tool[];
}

export interface TurnComparison {
  turn: number;
  /** Why its request is known. */
  known: Known;
  /** One for each message, in order. */
  messages: MessageStatus[];
  /** Messages that were approved or sent and are missing; `at` is the index that they stood before. */
  missing: { at: number; message: Message }[];
  /** Null when neither turn has a system prompt. */
  system:
    | { kind: "same" }
    | { kind: "new" }
    | { kind: "restored"; before: string }
    | { kind: "changed"; before: string }
    | null;
  tools: ToolsComparison;
}

/** A document's part as it is compared, whatever the order of its fields. */
function keyOfPart(document: JsonObject): string {
  const text = canonicalJson(document);
  return partsOf("document", text)
    .map((part) => comparedText(text, part))
    .join();
}

/** Whether content came as a text or as a list of one makes no difference. */
const inOneForm = ({ contentForm: _form, content, ...others }: JsonObject): JsonObject =>
  content === undefined ? others : { ...others, content: blocksOf(content as Block | Block[]) };

const keys = new WeakMap<JsonObject, string>();
function kept(of: JsonObject, make: () => string): string {
  const known = keys.get(of);
  if (known !== undefined) return known;
  const key = make();
  keys.set(of, key);
  return key;
}

/** The compared form of a message; a single block equals a list with only that block. */
export const messageKey = (message: Message): string =>
  kept(message, () => {
    const content = blocksOf(message.content).map((block) =>
      block.type === "tool_result" ? inOneForm(block) : block,
    );
    return keyOfPart({ messages: [inOneForm({ ...message, content })] });
  });

const toolKey = (tool: Tool): string => kept(tool, () => keyOfPart({ tools: [tool] }));

const systemKey = (text: string): string => keyOfPart({ systemPrompt: text });

/** The decided requests of the same conversation before `request`, oldest first. */
export function earlierTurns(
  requests: readonly HeldRequest[],
  request: HeldRequest,
): EarlierTurn[] {
  // A shortcut for the usual case: grouping is expensive for a very long request.
  if (requests.every(({ id }) => id === request.id)) return [];
  const conversation = conversationsOf(requests).find(
    ({ id, turns }) => id !== null && turns.some((entry) => entry.request.id === request.id),
  );
  const turns = conversation?.turns ?? [];
  const at = turns.findIndex((entry) => entry.request.id === request.id);
  const own = turns[at]?.turn ?? 0;
  return turns
    .slice(0, Math.max(at, 0))
    .filter(({ turn }) => turn < own)
    .flatMap((entry) => decidedTurn(entry.request, entry.turn));
}

function decidedTurn(request: HeldRequest, turn: number): EarlierTurn[] {
  const { phase } = request;
  const decided = phase.kind === "ended" ? phase.ending : phase;
  const attempt: Attempt | undefined =
    "attemptId" in decided
      ? request.attempts.find(({ id }) => id === decided.attemptId)
      : request.attempts.at(-1);
  const { hasModel } = kindFactsOf(request);
  if (!hasModel || attempt === undefined || request.proposed === null) return [];
  const { by, startedAtMs } = attempt;
  // The server cannot send back a response that it did not get.
  const sent = decided.kind === "replied" || decided.kind === "unknown" ? decided : null;
  return [
    {
      turn,
      asked: request.proposed,
      approved: beforeRedaction(request.proposed, attempt),
      known: { how: by.kind === "person" ? "approved" : "passed", by, atMs: startedAtMs },
      sent:
        sent === null
          ? null
          : {
              message: { role: sent.document.role, content: sent.document.content },
              known: {
                how: sent.by.kind === "person" ? "approved" : "delivered",
                by: sent.by,
                atMs: phase.kind === "ended" ? phase.atMs : startedAtMs,
              },
            },
    },
  ];
}

/** The turn that `document` continues: the one that it shares most messages with, the latest of equals. */
export function continuedTurn(
  document: RequestDocument,
  earlier: readonly EarlierTurn[],
): EarlierTurn | null {
  // The usual case: all of the longest is repeated, so that none shares more. Comparing all takes a second for forty turns.
  const length = Math.max(0, ...earlier.map(({ asked }) => asked.messages.length));
  const longest = earlier.filter(({ asked }) => asked.messages.length === length);
  const [only] = longest;
  if (only === undefined) return null;
  if (longest.length === 1 && length > 0 && begins(document.messages, only.asked.messages))
    return only;
  const here = new Set(document.messages.map(messageKey));
  let best: EarlierTurn | null = null;
  let most = 0;
  for (const turn of earlier) {
    const there = new Set([...turn.asked.messages, ...conversation(turn)].map(messageKey));
    const shared = [...there].filter((key) => here.has(key)).length;
    if (shared >= most && shared > 0) [best, most] = [turn, shared];
  }
  return best;
}

/** The conversation after that turn. */
const conversation = ({ approved, sent }: EarlierTurn): Message[] => [
  ...approved.messages,
  ...(sent === null ? [] : [sent.message]),
];

/**
 * The request whose conversation `document` continues, where nothing says so: the longest that was decided on, with whose
 * messages it begins, and goes on.
 */
export function continuedRequest(
  { messages }: RequestDocument,
  requests: readonly HeldRequest[],
): HeldRequest | null {
  let best: HeldRequest | null = null;
  let most = 0;
  for (const request of requests) {
    const [turn] = decidedTurn(request, 0);
    const before = turn?.asked.messages ?? [];
    const isLonger = before.length < messages.length && before.length >= Math.max(most, 1);
    if (isLonger && begins(messages, before)) [best, most] = [request, before.length];
  }
  return best;
}

const begins = (messages: readonly Message[], before: readonly Message[]): boolean =>
  before.every((message, at) => {
    const now = messages[at];
    return now !== undefined && messageKey(message) === messageKey(now);
  });

/** How each part of `document` compares with `turn`. */
export function follow(document: RequestDocument, turn: EarlierTurn): TurnComparison {
  const { messages } = document;
  const { approved, sent, known } = turn;
  // A program that did not get the response sends its turn again.
  const isAgain =
    messages.length === turn.asked.messages.length && begins(messages, turn.asked.messages);
  const answer = sent === null || isAgain ? [] : (echoOf(messages, turn) ?? [sent.message]);
  const before = [...approved.messages, ...answer];
  const pairs = align(messages.map(messageKey), before.map(messageKey));
  const edited = editedOf(turn);
  const standings: MessageStatus[] = [];
  const missing: TurnComparison["missing"] = [];
  let [m, b] = [0, 0];
  for (const [i, j] of [...pairs, [messages.length, before.length] as const]) {
    const last = i === messages.length;
    for (; b < j; b += 1) {
      const [was, now] = [before[b], m < i ? messages[m] : undefined];
      if (was === undefined) continue;
      if (now?.role === was.role) {
        standings.push({ kind: edited.take(now) ? "restored" : "changed", before: was });
        m += 1;
      } else missing.push({ at: m, message: was });
    }
    for (; m < i; m += 1) {
      const now = messages[m];
      if (now !== undefined && edited.take(now)) {
        standings.push({ kind: "restored", before: null });
      } else standings.push({ kind: last ? "new" : "inserted" });
    }
    if (!last)
      standings.push({
        kind: "same",
        known: j < approved.messages.length ? known : (sent?.known ?? known),
      });
    [m, b] = [i + 1, j + 1];
  }
  return {
    turn: turn.turn,
    known,
    messages: standings,
    missing,
    system: systemOf(document.systemPrompt, turn),
    tools: toolsOf(document.tools ?? [], approved.tools ?? []),
  };
}

/** The messages as the server sent them that the user had edited or removed, each to be taken once. */
function editedOf({ asked, approved }: EarlierTurn): { take(message: Message): boolean } {
  const left = new Map<string, number>();
  const count = (message: Message, more: 1 | -1): number => {
    const key = messageKey(message);
    const now = (left.get(key) ?? 0) + more;
    left.set(key, now);
    return now;
  };
  for (const message of asked.messages) count(message, 1);
  for (const message of approved.messages) count(message, -1);
  return {
    take: (message) => (left.get(messageKey(message)) ?? 0) > 0 && count(message, -1) >= 0,
  };
}

function systemOf(
  now: string | undefined,
  { asked, approved }: EarlierTurn,
): TurnComparison["system"] {
  const before = approved.systemPrompt;
  if (now === undefined && before === undefined) return null;
  if (now !== undefined && before !== undefined && systemKey(now) === systemKey(before))
    return { kind: "same" };
  if (before === undefined && asked.systemPrompt === undefined) return { kind: "new" };
  return { kind: now === asked.systemPrompt ? "restored" : "changed", before: before ?? "" };
}

function toolsOf(now: readonly Tool[], before: readonly Tool[]): ToolsComparison {
  const known = new Set(before.map(toolKey));
  const still = new Set(now.map(toolKey));
  const gone = before.filter((tool) => !still.has(toolKey(tool)));
  const compared: ToolsComparison = { changed: [], added: [], missing: gone };
  for (const tool of now.filter((one) => !known.has(toolKey(one)))) {
    const was = compared.missing.find(({ name }) => name === tool.name);
    if (was === undefined) compared.added.push(tool);
    else {
      compared.changed.push({ before: was, now: tool });
      compared.missing = compared.missing.filter((one) => one !== was);
    }
  }
  return compared;
}

/**
 * The messages with which a program gives back the response that it got, if they say the same and nothing else. Dialects
 * write a response as several items, or its empty text, and programs may leave its reasoning out.
 */
function echoOf(messages: readonly Message[], { asked, approved, sent }: EarlierTurn) {
  if (sent === null) return null;
  const own = messageKey(sent.message);
  if (messages.some((message) => messageKey(message) === own)) return null;
  const said = saidIn([sent.message]);
  for (const from of [asked.messages.length, approved.messages.length]) {
    const end = messages.findIndex(({ role }, at) => at >= from && role !== sent.message.role);
    const echo = messages.slice(from, end === -1 ? messages.length : end);
    if (echo.length > 0 && saidIn(echo) === said) return echo;
  }
  return null;
}

/** Fields that a dialect adds to what was said, with their values there. */
const ADDED: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  contentForm: (value) => typeof value === "string",
  items: (value) => value === true,
  refusal: (value) => value === null,
  status: (value) => value === "completed",
  annotations: (value) => Array.isArray(value) && value.length === 0,
  logprobs: (value) => Array.isArray(value) && value.length === 0,
  item: (value) =>
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, one]) =>
        (name === "id" && typeof one === "string") || (name === "status" && one === "completed"),
    ),
};

const withoutAdded = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name, one]) => ADDED[name]?.(one) !== true));

const isText = (one: JsonObject | undefined): one is { type: "text"; text: string } =>
  one?.["type"] === "text" && typeof one["text"] === "string" && Object.keys(one).length === 2;

/** What the messages of one role say, whatever the dialect writes around it. */
function saidIn(messages: readonly Message[]): string {
  const said: JsonObject[] = [];
  for (const message of messages) {
    const { role: _role, content, ...others } = withoutAdded(message);
    // An item of Responses names its type and has an id.
    const { type, id, ...rest } = others;
    const isItem = type === "message" && (id === undefined || typeof id === "string");
    const more = isItem ? rest : others;
    if (Object.keys(more).length > 0) said.push({ more });
    for (const block of blocksOf(content as Block | Block[])) {
      const plain = withoutAdded(block);
      const last = said.at(-1);
      if (isReasoning(block) || (isText(plain) && plain.text === "")) continue;
      if (isText(last) && isText(plain)) last.text += plain.text;
      else said.push({ ...plain });
    }
  }
  return keyOfPart({ messages: [{ content: said } as JsonObject] });
}
