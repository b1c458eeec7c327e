// Compares a request with an earlier turn of the same call: what is the same as approved or sent then, what the
// server changed, what is new. Messages are compared by their canonical JSON, `_meta` included.
import { kindFactsOf } from "../kinds/facts.ts";
import { canonicalJson } from "../../canonical.ts";
import { beforeRedaction } from "../../findings/redaction/redactUndo.ts";
import { align } from "../document/align.ts";
import { blocksOf } from "../document/blocks.ts";
import type { Message, RequestDocument } from "../document/message.ts";
import type { Attempt, HeldRequest } from "./heldRequest.ts";
import { conversationsOf } from "./conversation.ts";

/** An earlier request of the same call that was decided on. */
export interface EarlierTurn {
  turn: number;
  /** As the server sent it. */
  asked: RequestDocument;
  /** The request as approved for the model, or as a response by hand was written to it. */
  approved: RequestDocument;
  approvedAtMs: number;
  /** The response that the server got, as a message; null when it got none. */
  sent: Message | null;
}

/** How a message of a request compares with an earlier turn. */
export type MessageStatus =
  /** As approved or sent, and in the same order. */
  | { kind: "same" }
  /** The server sent its own text again, which the user had edited (`before`) or removed (null). */
  | { kind: "restored"; before: Message | null }
  /** In the place of another message that was approved or sent. */
  | { kind: "changed"; before: Message }
  /** A new message among known ones. */
  | { kind: "inserted" }
  | { kind: "new" };

export interface TurnComparison {
  turn: number;
  approvedAtMs: number;
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
}

const keys = new WeakMap<Message, string>();

/** The canonical form of a message; a single block equals a list with only that block. */
export function messageKey(message: Message): string {
  const known = keys.get(message);
  if (known !== undefined) return known;
  const key = canonicalJson({ ...message, content: blocksOf(message.content) });
  keys.set(message, key);
  return key;
}

/** The decided requests of the same call before `request`, oldest first. */
export function earlierTurns(
  requests: readonly HeldRequest[],
  request: HeldRequest,
): EarlierTurn[] {
  // A shortcut for the usual case: grouping is expensive for a very long request.
  if (requests.every(({ id }) => id === request.id)) return [];
  const conversation = conversationsOf(requests).find(
    ({ call, turns }) => call !== null && turns.some((entry) => entry.request.id === request.id),
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
  // The server cannot send back a response that it did not get.
  const sent = decided.kind === "replied" || decided.kind === "unknown" ? decided.document : null;
  return [
    {
      turn,
      asked: request.proposed,
      approved: beforeRedaction(request.proposed, attempt),
      approvedAtMs: attempt.startedAtMs,
      sent: sent === null ? null : { role: sent.role, content: sent.content },
    },
  ];
}

/** The turn that `document` continues: the one that it shares most messages with, the latest of equals. */
export function continuedTurn(
  document: RequestDocument,
  earlier: readonly EarlierTurn[],
): EarlierTurn | null {
  if (earlier.length === 0) return null;
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
  ...(sent === null ? [] : [sent]),
];

/** How each part of `document` compares with `turn`. */
export function follow(document: RequestDocument, turn: EarlierTurn): TurnComparison {
  const before = conversation(turn);
  const { messages } = document;
  const pairs = align(messages.map(messageKey), before.map(messageKey));
  const own = new Set(turn.asked.messages.map(messageKey));
  const standings: MessageStatus[] = [];
  const missing: TurnComparison["missing"] = [];
  let [m, b] = [0, 0];
  for (const [i, j] of [...pairs, [messages.length, before.length] as const]) {
    const last = i === messages.length;
    for (; b < j; b += 1) {
      const [was, now] = [before[b], m < i ? messages[m] : undefined];
      if (was === undefined) continue;
      if (now?.role === was.role) {
        standings.push({ kind: own.has(messageKey(now)) ? "restored" : "changed", before: was });
        m += 1;
      } else missing.push({ at: m, message: was });
    }
    for (; m < i; m += 1) {
      const now = messages[m];
      if (now !== undefined && own.has(messageKey(now))) {
        standings.push({ kind: "restored", before: null });
      } else standings.push({ kind: last ? "new" : "inserted" });
    }
    if (!last) standings.push({ kind: "same" });
    [m, b] = [i + 1, j + 1];
  }
  return {
    turn: turn.turn,
    approvedAtMs: turn.approvedAtMs,
    messages: standings,
    missing,
    system: systemOf(document.systemPrompt, turn),
  };
}

function systemOf(
  now: string | undefined,
  { asked, approved }: EarlierTurn,
): TurnComparison["system"] {
  const before = approved.systemPrompt;
  if (now === before) return now === undefined ? null : { kind: "same" };
  if (before === undefined && asked.systemPrompt === undefined) return { kind: "new" };
  return { kind: now === asked.systemPrompt ? "restored" : "changed", before: before ?? "" };
}
