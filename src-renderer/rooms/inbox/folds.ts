// "The same request 14 times": identical requests of one server and one call fold into one row.
import { conversationIdOf } from "#shared/request/life/conversation.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** Fewer are read as quickly as the row is expanded. */
export const MIN_FOLD_SIZE = 3;

/**
 * Equal for identical requests; null for one that stays on its own: already decided, or its content not kept. Turns
 * of one call stay with it.
 */
function likenessOf(
  { requester, origin, phase, attempts, askedHash }: HeldRequest,
  isTurn: boolean,
): string | null {
  if (phase.kind !== "request" || attempts.length > 0 || askedHash === "") return null;
  const call =
    origin.kind !== "certain"
      ? origin.kind
      : isTurn
        ? origin.call.runId
        : `${origin.call.method} ${origin.call.name}`;
  return JSON.stringify([requester.serverId, call, askedHash]);
}

export interface Fold {
  /** Identifies the fold while its requests come and go: derived from the request. */
  key: string;
  requests: readonly HeldRequest[];
}

/** The folds, by the id of each of their requests, in the given order. */
export function foldsOf(
  requests: readonly HeldRequest[],
  turns: ReadonlyMap<string, number>,
): ReadonlyMap<string, Fold> {
  const groups = new Map<string, HeldRequest[]>();
  for (const request of requests) {
    const likeness = likenessOf(request, turns.has(request.id));
    if (likeness === null) continue;
    const group = groups.get(likeness);
    if (group === undefined) groups.set(likeness, [request]);
    else group.push(request);
  }
  return byEach(groups, "same");
}

/**
 * Folds of ended requests: those of one server that timed out, the turns of a program's conversation, and identical ones that
 * ended the same way before any decision, as when a flooding server disconnects.
 */
export function endedFoldsOf(ended: readonly HeldRequest[]): ReadonlyMap<string, Fold> {
  const late = new Map<string, HeldRequest[]>();
  const cancelled = new Map<string, HeldRequest[]>();
  const turns = new Map<string, HeldRequest[]>();
  const add = (to: Map<string, HeldRequest[]>, key: string, request: HeldRequest): void => {
    const group = to.get(key);
    if (group === undefined) to.set(key, [request]);
    else group.push(request);
  };
  for (const request of ended) {
    const likeness = cancelledLikeness(request);
    const conversation = conversationIdOf(request);
    if (timedOut(request)) add(late, request.requester.serverId, request);
    else if (conversation !== null && isTurnOfProgram(request)) add(turns, conversation, request);
    else if (likeness !== null) add(cancelled, likeness, request);
  }
  return new Map([
    ...byEach(late, "late"),
    ...byEach(turns, "turns", 2),
    ...byEach(cancelled, "cancelled"),
  ]);
}

/** By the newest open turn of each program's conversation: its ended turns, in the given order. @param requests newest first */
export function earlierOf(
  requests: readonly HeldRequest[],
  isOpen: (request: HeldRequest) => boolean,
): ReadonlyMap<string, readonly HeldRequest[]> {
  const heads = new Map<string, string>();
  const earlier = new Map<string, HeldRequest[]>();
  for (const request of requests) {
    const conversation = request.origin.kind === "certain" ? null : conversationIdOf(request);
    if (conversation === null) continue;
    const head = heads.get(conversation);
    if (head === undefined && request.phase.kind !== "ended") heads.set(conversation, request.id);
    else if (head !== undefined && isTurnOfProgram(request) && !isOpen(request))
      earlier.set(head, [...(earlier.get(head) ?? []), request]);
  }
  return earlier;
}

/** Ended, and of a conversation that no call led to: with others of it, it is one row. */
export const isTurnOfProgram = (request: HeldRequest): boolean =>
  request.phase.kind === "ended" &&
  request.origin.kind !== "certain" &&
  conversationIdOf(request) !== null &&
  !timedOut(request);

function cancelledLikeness({ requester, phase, attempts, askedHash }: HeldRequest): string | null {
  if (phase.kind !== "ended" || phase.ending.kind !== "cancelled") return null;
  if (attempts.length > 0 || askedHash === "") return null;
  return JSON.stringify([requester.serverId, phase.ending.because.kind, askedHash]);
}

/** Refused because the user's time limit ran out. */
export const timedOut = ({ phase }: HeldRequest): boolean =>
  phase.kind === "ended" &&
  phase.ending.kind === "refused" &&
  phase.ending.refusal.reason === "waited-too-long";

function byEach(
  groups: ReadonlyMap<string, HeldRequest[]>,
  name: string,
  min = MIN_FOLD_SIZE,
): ReadonlyMap<string, Fold> {
  const byId = new Map<string, Fold>();
  for (const [likeness, group] of groups) {
    if (group.length < min) continue;
    const fold = { key: `${name}-${idOf(likeness)}`, requests: group };
    for (const { id } of group) byId.set(id, fold);
  }
  return byId;
}

/** The text as part of an element id, without spaces and punctuation: unique per text. */
export const idOf = (text: string): string =>
  text.replaceAll(/[^a-zA-Z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}_`);
